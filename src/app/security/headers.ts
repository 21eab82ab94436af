/**
 * The headers that every file of the built page should be served with. The preview server sends
 * them; `npm run headers` writes the host files from this list, and a test compares them.
 */
import { beforeAll, contentSecurityPolicy } from "./content-security.ts";

/** Also set by the page itself, for hosts that do not send the header. */
export const referrerPolicy = "no-referrer";

/**
 * Browser features that the page never uses. Allowed, so not listed: clipboard writing, threads
 * (`cross-origin-isolated`), and the user's own servers nearby (`local-network`,
 * `loopback-network`). Browsers log a warning for unknown names, so obsolete names are not listed.
 */
const unused = [
  "accelerometer",
  "aria-notify",
  "autoplay",
  "bluetooth",
  "browsing-topics",
  "camera",
  "captured-surface-control",
  "clipboard-read",
  "compute-pressure",
  "deferred-fetch",
  "deferred-fetch-minimal",
  "digital-credentials-create",
  "digital-credentials-get",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "geolocation",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "interest-cohort",
  "keyboard-map",
  "language-detector",
  "language-model",
  "local-fonts",
  "magnetometer",
  "media-playback-while-not-visible",
  "microphone",
  "midi",
  "on-device-speech-recognition",
  "otp-credentials",
  "payment",
  "picture-in-picture",
  "private-state-token-issuance",
  "private-state-token-redemption",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "speaker-selection",
  "storage-access",
  "summarizer",
  "sync-xhr",
  "translator",
  "unload",
  "usb",
  "web-share",
  "window-management",
  "xr-spatial-tracking",
] as const;

export function pageHeaders(): readonly (readonly [name: string, value: string])[] {
  return [
    // `frame-ancestors` only works in a header, not in HTML.
    ["Content-Security-Policy", `${contentSecurityPolicy([beforeAll])}; frame-ancestors 'none'`],
    // Enables WebAssembly threads and keeps other pages out of this one's process.
    ["Cross-Origin-Opener-Policy", "same-origin"],
    ["Cross-Origin-Embedder-Policy", "require-corp"],
    ["Cross-Origin-Resource-Policy", "same-origin"],
    ["Permissions-Policy", unused.map((feature) => `${feature}=()`).join(", ")],
    ["Referrer-Policy", referrerPolicy],
    ["X-Content-Type-Options", "nosniff"],
    // For browsers that do not support `frame-ancestors`.
    ["X-Frame-Options", "DENY"],
  ];
}

const origin = "Written by `npm run headers` from src/app/security/headers.ts.";

export function hostFiles(): ReadonlyMap<string, string> {
  const lines = (write: (name: string, value: string) => string) =>
    pageHeaders().map(([name, value]) => `${write(name, value)}\n`);
  const file = (...parts: string[]) => parts.join("");
  return new Map([
    [
      "public/_headers",
      file(`# ${origin}\n/*\n`, ...lines((name, value) => `  ${name}: ${value}`)),
    ],
    [
      "docs/hosting/nginx.conf",
      file(
        `# ${origin}\n# In the server's block; a location with headers of its own needs them once more.\n`,
        ...lines((name, value) => `add_header ${name} "${value}" always;`),
      ),
    ],
    [
      "docs/hosting/apache.conf",
      file(
        `# ${origin}\n# In the site's block, or as .htaccess beside index.html; wants mod_headers.\n`,
        ...lines((name, value) => `Header always set ${name} "${value}"`),
      ),
    ],
    [
      "docs/hosting/Caddyfile",
      file(
        `# ${origin}\n# In the site's block.\nheader {\n`,
        ...lines((name, value) => `\t${name} "${value}"`),
        "}\n",
      ),
    ],
  ]);
}
