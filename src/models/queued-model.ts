import { AppError } from "../log/errors.ts";
import type { ModelRef } from "../log/types.ts";
import type { ChatEnd, ChatPart, ChatRequest, StopSignal } from "../runtime/ports.ts";
import type { Device, LoadedModel } from "./engine.ts";
import { streamParts } from "./part-stream.ts";
import { Queue } from "./queue.ts";

export interface ModelBackend {
  call(request: ChatRequest, emit: (text: string) => void, signal: AbortSignal): Promise<ChatEnd>;
  dispose(): Promise<void>;
}

export function unstartedEnd(queueMs: number): ChatEnd {
  return {
    type: "end",
    text: "",
    finish: "stopped",
    usage: { promptTokens: 0, cachedTokens: 0, generatedTokens: 0 },
    logprobs: [],
    choiceProbabilities: null,
    constrained: false,
    bytesSent: 0,
    bytesReceived: 0,
    queueMs,
    firstTokenMs: null,
    totalMs: queueMs,
  };
}

function withQueueTime(end: ChatEnd, queueMs: number): ChatEnd {
  return {
    ...end,
    queueMs,
    firstTokenMs: end.firstTokenMs === null ? null : end.firstTokenMs + queueMs,
    totalMs: end.totalMs + queueMs,
  };
}

export class QueuedModel implements LoadedModel {
  readonly ref: ModelRef;
  readonly device: Device;
  readonly #backend: ModelBackend;
  readonly #queue: Queue;
  #unloading: Promise<void> | null = null;

  constructor(options: {
    ref: ModelRef;
    device: Device;
    backend: ModelBackend;
    nowMs: () => number;
  }) {
    this.ref = options.ref;
    this.device = options.device;
    this.#backend = options.backend;
    this.#queue = new Queue(options.nowMs);
  }

  generate(request: ChatRequest, signal: StopSignal): AsyncIterable<ChatPart> {
    return streamParts((emit, following) => this.#inTurn(request, emit, following), signal);
  }

  unload(): Promise<void> {
    this.#unloading ??= this.#backend.dispose();
    return this.#unloading;
  }

  async #inTurn(
    request: ChatRequest,
    emit: (text: string) => void,
    signal: AbortSignal,
  ): Promise<ChatEnd> {
    const turn = await this.#queue.enter(signal);
    if (turn.left) return unstartedEnd(turn.queueMs);
    try {
      if (this.#unloading !== null)
        throw new AppError("model-not-loaded", { model: this.ref.model });
      return withQueueTime(await this.#backend.call(request, emit, signal), turn.queueMs);
    } finally {
      turn.done();
    }
  }
}
