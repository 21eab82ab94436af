/** The Content-Security-Policy: what the built page and its workers may load and run. */
import { createHash } from "node:crypto";
import { policyName } from "../../shared/own-scripts.ts";
import { bootText } from "../../ui-kit/text/boot.ts";

/**
 * zod would try `new Function`. The policy blocks it and browsers report that, although zod has a
 * fallback.
 */
const withoutEvaluation = "globalThis.__zod_globalConfig = { jitless: true };";

/**
 * Explains in the shell why a script of the first load failed; nothing else runs then. The error
 * event carries no cause, so this requests the file once more. `src/boot.ts` shows the same
 * explanation.
 */
const explainFailure = `
addEventListener("error", async ({ target }) => {
  const isScript = target.tagName === "SCRIPT" || target.rel === "modulepreload";
  const page = document.documentElement;
  if (!isScript || page.dataset.fault) return;
  const words = ${JSON.stringify([bootText.incomplete, bootText.misplaced, bootText.wrongType])};
  page.dataset.fault = words[0];
  try {
    const address = target.src || target.href;
    const { status, headers } = await fetch(address);
    const type = (headers.get("content-type") || "").split(";")[0];
    const path = location.pathname.replace(/[^/]*$/, "");
    // A host may answer with a page where there is no file. After an update, too, a file may be gone.
    const isMissing = status === 404 || type === "text/html";
    const isElsewhere = !new RegExp("^[^/]+//[^/]+" + path + "assets/").test(address);
    if (isMissing) page.dataset.fault = isElsewhere ? words[1].replace("PATH", () => path) : words[0];
    else if (status === 200 && !/javascript/.test(type)) page.dataset.fault = words[2].replace("TYPE", () => type);
  } catch {}
  const notice = document.querySelector(".instead p") || document.createElement("p");
  notice.setAttribute("role", "alert");
  notice.textContent = page.dataset.fault;
  if (!notice.parentNode) document.getElementById("root").append(notice);
}, true);
`;

/** The shell shows the recorded run's question only if that run follows (`isRecordingWanted`). */
const markArrival = `
try {
  const isAsk = location.hash.length < 2 && localStorage.getItem("hopwise.recording") === null;
  if (isAsk) document.documentElement.dataset.arrival = "";
} catch {}
`;

export const beforeAll = withoutEvaluation + markArrival + explainFailure;

/**
 * Scripts only from this origin, plus the inline one by its hash; WebAssembly may be compiled.
 * Users may set any address for a large model or a search service, so connections are unrestricted.
 * Inline styles are allowed: pictures are drawn with them, and they run nothing. Trusted types: no
 * text becomes a script or HTML; one policy exists, for the addresses of our own scripts.
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
