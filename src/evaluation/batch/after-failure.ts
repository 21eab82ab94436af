/** What a batch does after a run that failed: what fails every question stops it, the rest is a result. */
import type { ErrorCode, ErrorData } from "../../log/errors.ts";
import type { PauseReason } from "./progress.ts";

/**
 * `keep`: a failed result, and the next one is asked; `reload`: the model is loaded anew and the
 * question asked again; else the batch pauses, and the question is asked again when it goes on.
 */
export type AfterFailure =
  | { kind: "keep" }
  | { kind: "reload" }
  | { kind: "pause"; reason: PauseReason };

/** The next question would meet the same. */
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

/** The worker, its GPU or its memory is gone; a new one may live. */
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

/** So many doubtful failures one after the other are the server's or the device's. */
const maxConsecutiveFailures = 3;

/** Remembers how many failed in a row. */
export class Failures {
  #inARow = 0;

  /** A run ended well. */
  answered(): void {
    this.#inARow = 0;
  }

  /** `again`: the model was loaded anew for this question already. */
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

/** A question's own cap is reached by that question alone. */
function isBudget({ code, params }: ErrorData): boolean {
  return code === "spending-cap-reached" && params["period"] !== "question";
}
