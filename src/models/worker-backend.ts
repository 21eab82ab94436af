import * as Comlink from "comlink";
import { AppError } from "../log/errors.ts";
import type { ChatEnd, ChatRequest } from "../runtime/ports.ts";
import type { WorkerLink } from "../shared/rpc/bridge.ts";
import { type ModelBackend, unstartedEnd } from "./queued-model.ts";
import type { GeneratingWorker } from "./worker-calls.ts";

/** An aborted call may take this long to report its usage. */
const ABORT_GRACE_MS = 400;

/** The worker has not answered the abort yet, so tokens are unknown. */
function abandonedEnd(text: string, totalMs: number): ChatEnd {
  return {
    type: "end",
    text,
    finish: "stopped",
    usage: { promptTokens: null, cachedTokens: null, generatedTokens: null },
    logprobs: null,
    choiceProbabilities: null,
    constrained: false,
    bytesSent: 0,
    bytesReceived: 0,
    queueMs: 0,
    firstTokenMs: null,
    totalMs,
  };
}

export class WorkerBackend implements ModelBackend {
  readonly #link: WorkerLink<GeneratingWorker>;
  readonly #nowMs: () => number;
  #calls = 0;
  /** An abandoned call still occupies the worker. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(link: WorkerLink<GeneratingWorker>, nowMs: () => number) {
    this.#link = link;
    this.#nowMs = nowMs;
  }

  async call(
    request: ChatRequest,
    emit: (text: string) => void,
    signal: AbortSignal,
  ): Promise<ChatEnd> {
    const startMs = this.#nowMs();
    if (!(await this.#free(signal))) return unstartedEnd(this.#nowMs() - startMs);
    const callId = this.#calls++;
    let text = "";
    let abandoned = false;
    const onText = (piece: string) => {
      if (abandoned) return;
      text += piece;
      emit(piece);
    };
    const end = this.#link.call(() =>
      this.#link.remote.generate(callId, request, Comlink.proxy(onText)),
    );
    this.#busy = end.catch(() => {});
    const onAbort = () => void this.#link.remote.abort(callId);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    try {
      return await Promise.race([
        end,
        afterAbort(signal, () => {
          abandoned = true;
          return abandonedEnd(text, this.#nowMs() - startMs);
        }),
      ]);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  #free(signal: AbortSignal): Promise<boolean> {
    const aborted = new Promise<boolean>((resolve) => {
      if (signal.aborted) resolve(false);
      else signal.addEventListener("abort", () => resolve(false), { once: true });
    });
    return Promise.race([this.#busy.then(() => !signal.aborted), aborted]);
  }

  dispose(): Promise<void> {
    this.#link.end(new AppError("model-not-loaded"));
    return Promise.resolve();
  }
}

/** Waits a while, since prefilling a long prompt cannot be interrupted. */
function afterAbort(signal: AbortSignal, end: () => ChatEnd): Promise<ChatEnd> {
  return new Promise((resolve) => {
    const wait = () => setTimeout(() => resolve(end()), ABORT_GRACE_MS);
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { once: true });
  });
}
