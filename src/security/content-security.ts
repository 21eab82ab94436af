/** What the built page may load and run: its Content-Security-Policy, as a meta tag for any host. */
import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/**
 * Runs before everything else: zod would try `new Function`, which the policy refuses and every
 * browser then reports, though zod does without.
 */
export const beforeAll = "globalThis.__zod_globalConfig = { jitless: true };";

/**
 * Scripts only from here, and the one above by its hash; WebAssembly may be compiled. A person
 * may set any address for a large model or a search service, so the page may connect anywhere.
 * Styles may be inline: pictures are drawn with them, and they run nothing.
 */
export function contentSecurityPolicy(inlineScripts: readonly string[]): string {
  const hashes = inlineScripts.map((script) => `'sha256-${sha256(script)}'`);
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes].join(" "),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src * data: blob:",
    "worker-src 'self' blob:",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("base64");
}

/** Only of the build: the development server puts scripts of its own into the page. */
export function contentSecurity(): Plugin {
  return {
    name: "content-security",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: {
          "http-equiv": "Content-Security-Policy",
          content: contentSecurityPolicy([beforeAll]),
        },
        injectTo: "head-prepend",
      },
      { tag: "script", children: beforeAll, injectTo: "head" },
    ],
  };
}
