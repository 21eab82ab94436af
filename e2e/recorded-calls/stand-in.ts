/**
 * Runs in the page. Answers for the language model's worker from recorded calls, and starts the real
 * worker at the first call that is not recorded.
 */
import * as Comlink from "comlink";
import type { ModelWorker, WorkerLoadRequest } from "../../src/models/transformers/worker.ts";
import { WorkerBackend } from "../../src/models/worker-backend.ts";
import { WorkerCalls } from "../../src/models/worker-calls.ts";
import type { ChatEnd, ChatRequest } from "../../src/runtime/ports.ts";
import { settle, type WorkerLike, WorkerLink } from "../../src/shared/rpc/bridge.ts";
import {
  type Asked,
  deathOfModel,
  pageFunctions,
  type RecordedCall,
  type RecordedEnd,
} from "./protocol.ts";

const nowMs = () => performance.now();

function fromTest<Given extends unknown[], T>(name: string): (...given: Given) => Promise<T> {
  return (...given) => Reflect.apply(Reflect.get(globalThis, name), globalThis, given);
}

const recordedCall = fromTest<[Asked], RecordedCall | null>(pageFunctions.recorded);
const reportUnrecorded = fromTest<[Asked, ChatEnd], void>(pageFunctions.unrecorded);

/** One piece per token, as the model emits them. */
function piecesOf({ text, usage }: RecordedEnd): string[] {
  const letters = [...text];
  const count = Math.max(1, usage.generatedTokens ?? 1);
  return Array.from({ length: count }, (_, index) =>
    letters
      .slice(
        Math.round((letters.length * index) / count),
        Math.round((letters.length * (index + 1)) / count),
      )
      .join(""),
  );
}

async function replay(
  { end, pieceMs }: RecordedCall,
  emit: (text: string) => void,
  signal: AbortSignal,
): Promise<ChatEnd> {
  const startMs = nowMs();
  let firstTokenMs: number | null = null;
  let text = "";
  let emitted = 0;
  for (const piece of piecesOf(end)) {
    await new Promise((resolve) => setTimeout(resolve, pieceMs));
    if (signal.aborted) break;
    firstTokenMs ??= nowMs() - startMs;
    text += piece;
    emitted += 1;
    if (piece !== "") emit(piece);
  }
  const times = {
    bytesSent: 0,
    bytesReceived: 0,
    queueMs: 0,
    firstTokenMs,
    totalMs: nowMs() - startMs,
  };
  if (!signal.aborted) return { type: "end", ...end, ...times };
  return {
    type: "end",
    text,
    finish: "stopped",
    usage: { ...end.usage, generatedTokens: emitted },
    logprobs: end.logprobs?.slice(0, emitted) ?? null,
    ...(end.tokens === undefined ? {} : { tokens: end.tokens.slice(0, emitted) }),
    choiceProbabilities: null,
    constrained: false,
    ...times,
  };
}

class StandIn {
  readonly #start: () => Worker;
  readonly #page: MessagePort;
  #loaded: WorkerLoadRequest | null = null;
  #real: Promise<WorkerBackend> | null = null;
  #link: WorkerLink<ModelWorker> | null = null;

  constructor(start: () => Worker) {
    this.#start = start;
    const { port1, port2 } = new MessageChannel();
    this.#page = port1;
    const calls = new WorkerCalls((request, emit, signal) => this.#call(request, emit, signal));
    const api: ModelWorker = {
      load: (request, onProgress) =>
        settle(async () => {
          this.#loaded = request;
          const bytes = request.model.bytes;
          const all = { loadedBytes: bytes, totalBytes: bytes, bytesPerSecond: null };
          for (const phase of ["downloading", "ready"] as const) {
            await onProgress({ phase, ...all });
          }
          return null;
        }),
      generate: (callId, request, emit) => settle(() => calls.run(callId, request, emit)),
      abort: (callId) => calls.abort(callId),
    };
    Comlink.expose(api, port2);
    window.addEventListener(deathOfModel, this.#die);
  }

  /** The page sees the same error event as when a worker dies. */
  readonly #die = () => void this.#page.dispatchEvent(new Event("error"));

  /** Needs no liveness lock: it lives in the page itself. */
  worker(): WorkerLike {
    return Object.assign(this.#page, {
      terminate: () => {
        window.removeEventListener(deathOfModel, this.#die);
        this.#page.close();
        void this.#real?.then((real) => real.dispose());
      },
    });
  }

  async #call(
    request: ChatRequest,
    emit: (text: string) => void,
    signal: AbortSignal,
  ): Promise<ChatEnd> {
    if (this.#loaded === null) throw new Error("the model is not loaded");
    const { model, device } = this.#loaded;
    const asked = { model: model.id, files: model.files, device, request };
    const recorded = await recordedCall(asked);
    if (recorded !== null) return replay(recorded, emit, signal);
    this.#real ??= this.#startReal(this.#loaded);
    try {
      const end = await (await this.#real).call(request, emit, signal);
      if (end.finish !== "stopped") await reportUnrecorded(asked, end);
      return end;
    } catch (thrown) {
      if ((this.#link?.ended ?? null) !== null) this.#die();
      throw thrown;
    }
  }

  async #startReal(request: WorkerLoadRequest): Promise<WorkerBackend> {
    const link = new WorkerLink<ModelWorker>(this.#start());
    this.#link = link;
    const ignored = () => Comlink.proxy(() => undefined);
    await link.call(() => link.remote.load(request, ignored(), ignored()));
    return new WorkerBackend(link, nowMs);
  }
}

window.Worker = new Proxy(window.Worker, {
  construct(target, given: ConstructorParameters<typeof Worker>) {
    const start = () => new target(...given);
    return given[1]?.name === "model" ? new StandIn(start).worker() : start();
  },
});
