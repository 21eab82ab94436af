import { expect, it } from "vitest";
import { type ErrorCode, errorCodes } from "../../log/errors.ts";
import { outsideSentence } from "./outside-errors.ts";

/** Only the page raises them. */
const pageOnly: ReadonlySet<ErrorCode> = new Set([
  "webgpu-missing",
  "webgpu-no-adapter",
  "webgpu-insecure-context",
  "webgpu-f16-missing",
  "device-lost",
  "quota-exceeded",
  "storage-unavailable",
  "spending-record-damaged",
  "run-link-broken",
  "run-link-edition",
  "run-not-repeatable",
  "lab-batch-missing",
]);
// As Node reports them.
const params = { reason: "ECONNREFUSED", movedTo: "https://other.example", limitBytes: 1e6 };

it.each(errorCodes.filter((code) => !pageOnly.has(code)))("%s does not speak of a page", (code) => {
  const said = outsideSentence({ code, retryable: false, params });
  expect(said).not.toMatch(/\b(?:pages?|browsers?|tabs?|box|button|reload)\b/iu);
  expect(said).toMatch(/^\p{Lu}.*\.$/u);
});
