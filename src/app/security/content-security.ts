/** What the built page and its workers may load and run: the Content-Security-Policy. */
import { createHash } from "node:crypto";
import { policyName } from "../../shared/own-scripts.ts";

/**
 * Runs before everything else: zod would try `new Function`, which the policy refuses and every
 * browser then reports, though zod does without.
 */
export const beforeAll = "globalThis.__zod_globalConfig = { jitless: true };";

/**
 * Scripts only from here, and the one above by its hash; WebAssembly may be compiled. A person
 * may set any address for a large model or a search service, so the page may connect anywhere.
 * Styles may be inline: pictures are drawn with them, and they run nothing. No text becomes a
 * script, nor HTML that might hold one: one policy exists, for the addresses of our own scripts.
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
    "worker-src 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    `trusted-types ${policyName}`,
  ].join("; ");
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("base64");
}
