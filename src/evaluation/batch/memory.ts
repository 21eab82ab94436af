/**
 * Asks equal calls (model, prompt, parameters) once. Remembered calls count in full as cost and are
 * marked.
 */
import * as z from "zod/mini";
import { milliseconds } from "../../log/bounds.ts";
import { AppError } from "../../log/errors.ts";
import { type ModelRef, usage } from "../../log/types.ts";
import type { ChatEnd, ChatModel, ChatPart, ChatRequest, StopSignal } from "../../runtime/ports.ts";

export const rememberedCall = z.object({
  text: z.string(),
  finish: z.enum(["stop", "length"]),
  usage,
  reported: z.optional(usage),
  logprobs: z.nullable(z.array(z.number())),
  tokens: z.optional(z.array(z.string())),
  choiceProbabilities: z.nullable(z.record(z.string(), z.number())),
  constrained: z.boolean(),
  queueMs: milliseconds,
  firstTokenMs: z.nullable(milliseconds),
  totalMs: milliseconds,
});
export type RememberedCall = z.infer<typeof rememberedCall>;

export interface CallMemory {
  get(key: string): Promise<RememberedCall | null>;
  put(key: string, call: RememberedCall): Promise<void>;
}

export interface MemoryOptions {
  memory: CallMemory;
  sha256: (text: string) => Promise<string>;
}

export function callsInMemory(calls = new Map<string, RememberedCall>()): CallMemory {
  return {
    get: async (key) => calls.get(key) ?? null,
    put: async (key, call) => void calls.set(key, call),
  };
}

export class CachingModels {
  readonly #options: MemoryOptions;
  readonly #underWay = new Map<string, Promise<RememberedCall | null>>();

  constructor(options: MemoryOptions) {
    this.#options = options;
  }

  /**
   * `variant` is whatever beyond the name changes the output, such as weights, device or endpoint.
   */
  model(model: ChatModel, variant: string): ChatModel {
    return {
      ref: model.ref,
      generate: (request, signal) => this.#generate(model, variant, { request, signal }),
    };
  }

  async *#generate(
    model: ChatModel,
    variant: string,
    { request, signal }: { request: ChatRequest; signal: StopSignal },
  ): AsyncGenerator<ChatPart, void, undefined> {
    // Sampled output differs each time.
    if (request.temperature > 0) return yield* model.generate(request, signal);
    const key = await this.#options.sha256(callText(model.ref, variant, request));
    for (let other = this.#underWay.get(key); other !== undefined; ) {
      const made = await other;
      if (signal.aborted) throw new AppError("stopped");
      if (made !== null) return yield* replay(made);
      other = this.#underWay.get(key);
    }
    // No await since the lookup, so concurrent callers find this entry.
    let settle: (call: RememberedCall | null) => void = () => {};
    const underWay = new Promise<RememberedCall | null>((resolve) => {
      settle = resolve;
    });
    this.#underWay.set(key, underWay);
    let known: RememberedCall | null = null;
    try {
      known = await this.#options.memory.get(key);
      if (known !== null) return yield* replay(known);
      for await (const part of model.generate(request, signal)) {
        if (part.type === "end") known = await this.#keep(key, part);
        yield part;
      }
    } finally {
      this.#underWay.delete(key);
      settle(known);
    }
  }

  /** A stopped call is not kept; one that does not fit in memory is still used. */
  async #keep(key: string, end: ChatEnd): Promise<RememberedCall | null> {
    const call = rememberedCall.safeParse(end);
    if (!call.success) return null;
    await this.#options.memory.put(key, call.data).catch(() => undefined);
    return call.data;
  }
}

function* replay(call: RememberedCall): Generator<ChatPart, void, undefined> {
  if (call.text !== "") yield { type: "delta", text: call.text };
  const { tokens, reported, ...rest } = call;
  yield {
    type: "end",
    ...rest,
    ...(tokens === undefined ? {} : { tokens }),
    ...(reported === undefined ? {} : { reported }),
    bytesSent: 0,
    bytesReceived: 0,
    remembered: true,
  };
}

/** Lists in a fixed order what determines the output; price, purpose and prefill do not. */
function callText(ref: ModelRef, variant: string, request: ChatRequest): string {
  const { messages, assistantPrefix = "", maxTokens, stop, constraint, logprobs } = request;
  return JSON.stringify([
    1,
    [ref.engine, ref.model, ref.destination, variant],
    messages.map(({ role, content }) => [role, content]),
    assistantPrefix,
    maxTokens,
    stop,
    constraintParts(constraint),
    logprobs === true,
  ]);
}

function constraintParts(constraint: ChatRequest["constraint"]): unknown {
  if (constraint === undefined) return null;
  switch (constraint.kind) {
    case "choice":
      return ["choice", constraint.options];
    case "span":
      return ["span", constraint.texts, constraint.alternatives, constraint.maxWords];
    case "grammar":
      return ["grammar", constraint.grammar];
    case "json":
      return ["json", constraint.shape, constraint.begin];
  }
}
