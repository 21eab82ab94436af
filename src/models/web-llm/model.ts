import type { ChatCompletionChunk, ChatCompletionRequestStreaming } from "@mlc-ai/web-llm";
import type { ChatEnd, ChatRequest } from "../../runtime/ports.ts";
import { ChoiceScorer } from "../constraint/choice-score.ts";
import { satisfies } from "../constraint/session.ts";
import type { ModelBackend } from "../queued-model.ts";
import { StopText } from "../stop-text.ts";
import { webLlmError } from "./errors.ts";
import { responseFormat, toWebLlm } from "./request.ts";

export interface MlcEngineLike {
  chatCompletion(
    request: ChatCompletionRequestStreaming,
  ): Promise<AsyncIterable<ChatCompletionChunk>>;
  resetChat(): Promise<void>;
  interruptGenerate(): void | Promise<void>;
  unload(): Promise<void>;
}

class BeginningCut {
  #rest: string;
  #dropSpace: boolean;

  constructor(beginning: string, dropSpace: boolean) {
    this.#rest = beginning;
    this.#dropSpace = dropSpace;
  }

  next(piece: string): string {
    const shared = Math.min(piece.length, this.#rest.length);
    this.#rest = this.#rest.slice(shared);
    const text = piece.slice(shared);
    if (!this.#dropSpace || text.length === 0) return text;
    this.#dropSpace = false;
    return text.startsWith(" ") ? text.slice(1) : text;
  }
}

class Reading {
  readonly output: StopText;
  readonly logprobs: number[] = [];
  readonly tokens: string[] = [];
  readonly #cut: BeginningCut;
  readonly #scorer: ChoiceScorer | null;
  usage: ChatCompletionChunk["usage"];
  finish: string | null = null;
  stopped = false;

  constructor(request: ChatRequest, emit: (text: string) => void) {
    const { constraint, assistantPrefix = "", stop } = request;
    this.output = new StopText(stop, emit);
    this.#cut = new BeginningCut(
      assistantPrefix,
      constraint !== undefined && assistantPrefix !== "",
    );
    this.#scorer = constraint?.kind === "choice" ? new ChoiceScorer(constraint.options) : null;
  }

  get choiceProbabilities(): Readonly<Record<string, number>> | null {
    return this.#scorer?.probabilities ?? null;
  }

  take(chunk: ChatCompletionChunk): void {
    this.usage = chunk.usage ?? this.usage;
    const [choice] = chunk.choices;
    if (choice === undefined || this.stopped) return;
    this.finish = choice.finish_reason ?? this.finish;
    const text = this.#cut.next(choice.delta.content ?? "");
    if (text.length > 0) this.stopped = this.output.push(text);
    for (const token of choice.logprobs?.content ?? []) {
      this.logprobs.push(token.logprob);
      this.tokens.push(token.token);
      if (text.length === 0) continue;
      const rivals = token.top_logprobs.map(({ bytes, logprob }) => ({
        bytes: bytes ?? [],
        logprob,
      }));
      this.#scorer?.observe(rivals, null);
      this.#scorer?.accept(token.bytes ?? []);
    }
  }
}

export class WebLlmModel implements ModelBackend {
  readonly #engine: MlcEngineLike;
  readonly #nowMs: () => number;

  constructor(engine: MlcEngineLike, nowMs: () => number) {
    this.#engine = engine;
    this.#nowMs = nowMs;
  }

  async call(
    request: ChatRequest,
    emit: (text: string) => void,
    signal: AbortSignal,
  ): Promise<ChatEnd> {
    const startMs = this.#nowMs();
    let firstTokenMs: number | null = null;
    const reading = new Reading(request, (text) => {
      firstTokenMs ??= this.#nowMs() - startMs;
      emit(text);
    });
    const interrupt = () => void this.#engine.interruptGenerate();
    signal.addEventListener("abort", interrupt);
    try {
      await this.#read(request, reading, signal);
    } catch (thrown) {
      throw webLlmError(thrown, "generation-failed");
    } finally {
      signal.removeEventListener("abort", interrupt);
    }
    if (!reading.stopped) reading.output.flush();
    return endOf(request, reading, { firstTokenMs, totalMs: this.#nowMs() - startMs });
  }

  async dispose(): Promise<void> {
    await this.#engine.unload();
  }

  async #read(request: ChatRequest, reading: Reading, signal: AbortSignal): Promise<void> {
    // Without this, only the new part of a prompt is counted.
    await this.#engine.resetChat();
    const chunks = await this.#engine.chatCompletion(toWebLlm(request));
    for await (const chunk of chunks) {
      reading.take(chunk);
      // The stream is read to its end, since the last chunk reports usage.
      if (reading.stopped || signal.aborted) await this.#engine.interruptGenerate();
    }
  }
}

function endOf(
  request: ChatRequest,
  reading: Reading,
  times: { firstTokenMs: number | null; totalMs: number },
): ChatEnd {
  const { usage, finish, stopped, output, logprobs, tokens } = reading;
  const whole = stopped || finish === "stop";
  const { constraint } = request;
  return {
    type: "end",
    text: output.text,
    finish: whole ? "stop" : finish === "length" ? "length" : "stopped",
    usage: {
      promptTokens: usage?.prompt_tokens ?? null,
      cachedTokens: usage === undefined ? null : 0,
      generatedTokens: usage?.completion_tokens ?? null,
    },
    // Under a grammar the log-probabilities are those after the constraint.
    ...(responseFormat(request) === null ? { logprobs, tokens } : { logprobs: null }),
    choiceProbabilities: reading.choiceProbabilities,
    constrained: constraint !== undefined && whole && satisfies(constraint, output.text),
    bytesSent: 0,
    bytesReceived: 0,
    queueMs: 0,
    ...times,
  };
}
