import type { ErrorCode, ErrorData } from "../../log/errors.ts";
import type { PauseReason } from "./progress.ts";

/**
 * `keep`: record the failure and go on; `reload`: load the model and ask again; `pause`: ask again
 * on resume.
 */
export type AfterFailure =
  | { kind: "keep" }
  | { kind: "reload" }
  | { kind: "pause"; reason: PauseReason };

const stopsAll: Partial<Record<ErrorCode, PauseReason>> = {
  "remote-not-configured": "server",
  "remote-unreachable-or-cors": "server",
  "remote-unauthorised": "server",
  "remote-path-not-found": "server",
  "remote-address-moved": "server",
  "remote-model-unknown": "server",
  "remote-quota-exhausted": "server",
  "remote-rate-limited": "server",
  "price-unknown-under-cap": "budget",
  "spending-record-damaged": "ledger",
  "storage-unavailable": "device",
  "model-unknown": "device",
  "model-load-failed": "device",
  "download-failed": "device",
  "integrity-failed": "device",
  "library-not-found": "device",
  "quota-exceeded": "storage",
};

const died: ReadonlySet<ErrorCode> = new Set([
  "worker-killed",
  "device-lost",
  "model-not-loaded",
  "out-of-memory",
]);

/** May be this question's fault; several in a row are not. */
const doubtful: ReadonlySet<ErrorCode> = new Set([
  "remote-server-error",
  "remote-timeout",
  "remote-bad-response",
  "remote-answer-too-large",
  "remote-stream-cut",
  ...died,
]);

const maxConsecutiveFailures = 3;

export class Failures {
  #inARow = 0;

  answered(): void {
    this.#inARow = 0;
  }

  after(error: ErrorData, again: boolean): AfterFailure {
    if (isBudget(error)) return { kind: "pause", reason: "budget" };
    const reason = stopsAll[error.code];
    if (reason !== undefined) return { kind: "pause", reason };
    if (died.has(error.code) && !again) return { kind: "reload" };
    if (!doubtful.has(error.code)) {
      this.#inARow = 0;
      return { kind: "keep" };
    }
    this.#inARow += 1;
    if (this.#inARow < maxConsecutiveFailures) return { kind: "keep" };
    this.#inARow = 0;
    return { kind: "pause", reason: error.code.startsWith("remote-") ? "server" : "device" };
  }
}

/** A question's own cap affects that question only. */
function isBudget({ code, params }: ErrorData): boolean {
  return code === "spending-cap-reached" && params["period"] !== "question";
}
