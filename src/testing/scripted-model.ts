/** Never offered to users. */
import { AppError, type ErrorCode } from "../log/errors.ts";
import type { ModelRef, Usage } from "../log/types.ts";
import { satisfies } from "../models/constraint/session.ts";
import type { LoadedModel } from "../models/engine.ts";
import { type ModelBackend, QueuedModel } from "../models/queued-model.ts";
import { StopText } from "../models/stop-text.ts";
import type { ChatEnd, ChatRequest } from "../runtime/ports.ts";

export interface ScriptedReply {
  text: string;
  /** Defaults to 0 (certainty). */
  logprobs?: readonly number[];
  choiceProbabilities?: Readonly<Record<string, number>>;
  /** Replaces the engine's counts. */
  usage?: Usage;
  /** `remote-stream-cut` simulates a cut stream. */
  fault?: { code: ErrorCode; afterTokens: number; retryable?: boolean };
}

/** Replies come in order, or are computed; a string is its text. */
export type Script =
  | readonly (ScriptedReply | string)[]
  | ((request: ChatRequest, index: number) => ScriptedReply | string);

export interface ScriptedOptions {
  ref?: Partial<ModelRef>;
  contextTokens?: number;
  /** The default clock always returns the same time. */
  nowMs?: () => number;
  pause?: () => Promise<void>;
}

function scriptedTokens(text: string): string[] {
  return text.match(/\s*\S+|\s+$/gu) ?? [];
}

function countTokens(request: ChatRequest, messages: number): number {
  return request.messages
    .slice(0, messages)
    .reduce((sum, message) => sum + 1 + scriptedTokens(message.content).length, 0);
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

class ScriptedBackend implements ModelBackend {
  readonly #script: Script;
  readonly #contextTokens: number;
  readonly #nowMs: () => number;
  readonly #pause: () => Promise<void>;
  readonly #prefixes = new Set<string>();
  #calls = 0;

  constructor(script: Script, options: ScriptedOptions) {
    this.#script = script;
    this.#contextTokens = options.contextTokens ?? Number.POSITIVE_INFINITY;
    this.#nowMs = options.nowMs ?? (() => 0);
    this.#pause = options.pause ?? nextTask;
  }

  async call(
    request: ChatRequest,
    emit: (text: string) => void,
    signal: AbortSignal,
  ): Promise<ChatEnd> {
    const startMs = this.#nowMs();
    const reply = this.#reply(request);
    const prompt = this.#prompt(request);
    const tokens = scriptedTokens(reply.text);
    const output = new StopText(request.stop, emit);
    let firstTokenMs: number | null = null;
    let generatedTokens = 0;
    let stopped = false;
    for (const token of tokens) {
      await this.#pause();
      if (signal.aborted || stopped || generatedTokens >= request.maxTokens) break;
      throwFault(reply, generatedTokens);
      generatedTokens += 1;
      firstTokenMs ??= this.#nowMs() - startMs;
      stopped = output.push(token);
    }
    if (!signal.aborted) throwFault(reply, generatedTokens);
    if (!stopped) output.flush();
    const whole = stopped || generatedTokens === tokens.length;
    return {
      type: "end",
      text: output.text,
      finish: whole ? "stop" : signal.aborted ? "stopped" : "length",
      usage: reply.usage ?? { ...prompt, generatedTokens },
      logprobs: tokens.slice(0, generatedTokens).map((_, i) => reply.logprobs?.[i] ?? 0),
      tokens: tokens.slice(0, generatedTokens),
      choiceProbabilities: choiceProbabilities(request, reply),
      constrained:
        request.constraint !== undefined && whole && satisfies(request.constraint, output.text),
      bytesSent: 0,
      bytesReceived: 0,
      queueMs: 0,
      firstTokenMs,
      totalMs: this.#nowMs() - startMs,
    };
  }

  dispose(): Promise<void> {
    return Promise.resolve();
  }

  #reply(request: ChatRequest): ScriptedReply {
    const index = this.#calls++;
    const script = this.#script;
    const reply = typeof script === "function" ? script(request, index) : script[index];
    if (reply === undefined) {
      throw new AppError("generation-failed", { cause: "script-ended", calls: index });
    }
    return typeof reply === "string" ? { text: reply } : reply;
  }

  #prompt(request: ChatRequest): { promptTokens: number; cachedTokens: number } {
    const promptTokens = countTokens(request, request.messages.length);
    if (promptTokens >= this.#contextTokens) {
      throw new AppError("context-too-long", { promptTokens, contextTokens: this.#contextTokens });
    }
    const fixed = request.messages.slice(0, request.fixedPrefixMessages);
    const key = JSON.stringify(fixed);
    const known = this.#prefixes.has(key);
    this.#prefixes.add(key);
    return { promptTokens, cachedTokens: known ? countTokens(request, fixed.length) : 0 };
  }
}

function throwFault({ fault }: ScriptedReply, generatedTokens: number): void {
  if (fault === undefined || generatedTokens < fault.afterTokens) return;
  throw new AppError(fault.code, { scripted: true }, { retryable: fault.retryable ?? false });
}

function choiceProbabilities(
  { constraint }: ChatRequest,
  reply: ScriptedReply,
): Readonly<Record<string, number>> | null {
  if (reply.choiceProbabilities !== undefined) return reply.choiceProbabilities;
  if (constraint?.kind !== "choice" || !constraint.options.includes(reply.text)) return null;
  const chosen = (option: string) => (option === reply.text ? 1 : 0);
  return Object.fromEntries(constraint.options.map((option) => [option, chosen(option)]));
}

export function scriptedModel(script: Script, options: ScriptedOptions = {}): LoadedModel {
  return new QueuedModel({
    ref: {
      engine: "scripted",
      model: "scripted",
      tier: "small",
      destination: "device",
      price: null,
      ...options.ref,
    },
    device: "cpu",
    backend: new ScriptedBackend(script, options),
    nowMs: options.nowMs ?? (() => 0),
  });
}
