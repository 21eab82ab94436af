import { AppError } from "../../log/errors.ts";
import type { ChatEnd, ChatRequest } from "../../runtime/ports.ts";
import { satisfies } from "../constraint/session.ts";
import type { ModelBackend } from "../queued-model.ts";
import { StopText } from "../stop-text.ts";
import { responseConstraint } from "./constraint.ts";
import { browserModelError } from "./errors.ts";
import type {
  CoreOptions,
  PromptApi,
  PromptMessage,
  PromptOptions,
  Session,
} from "./prompt-api.ts";

export class BrowserModelBackend implements ModelBackend {
  readonly #api: PromptApi;
  readonly #core: CoreOptions;
  readonly #nowMs: () => number;
  /** Many calls share a beginning, so each clones this session. */
  #base: { key: string; session: Session } | null = null;
  #takesConstraints = true;

  constructor(api: PromptApi, core: CoreOptions, nowMs: () => number) {
    this.#api = api;
    this.#core = core;
    this.#nowMs = nowMs;
  }

  async call(
    request: ChatRequest,
    emit: (text: string) => void,
    signal: AbortSignal,
  ): Promise<ChatEnd> {
    const startMs = this.#nowMs();
    let firstTokenMs: number | null = null;
    const output = new StopText(request.stop, (text) => {
      firstTokenMs ??= this.#nowMs() - startMs;
      emit(text);
    });
    let read = unread;
    try {
      read = await this.#read(request, output, signal);
    } catch (thrown) {
      if (!signal.aborted) throw browserModelError(thrown, "generation-failed");
    }
    const { finish, promptTokens, generatedTokens } = read;
    const { constraint } = request;
    return {
      type: "end",
      text: output.text,
      finish,
      usage: { promptTokens, cachedTokens: null, generatedTokens },
      logprobs: null,
      choiceProbabilities: null,
      constrained:
        constraint !== undefined && finish === "stop" && satisfies(constraint, output.text),
      bytesSent: 0,
      bytesReceived: 0,
      queueMs: 0,
      firstTokenMs,
      totalMs: this.#nowMs() - startMs,
    };
  }

  async dispose(): Promise<void> {
    this.#base?.session.destroy();
    this.#base = null;
  }

  async #read(request: ChatRequest, output: StopText, signal: AbortSignal): Promise<Read> {
    const { initial, input } = promptOf(request);
    const session = await (await this.#baseFor(request, initial)).clone({ signal });
    try {
      const promptTokens = await roomFor(session, input);
      const finish = await this.#written(session, input, request, output, signal);
      const made = Math.round(session.contextUsage) - promptTokens;
      // A part that was cut off is not counted everywhere.
      return { finish, promptTokens, generatedTokens: finish === "stop" && made > 0 ? made : null };
    } finally {
      session.destroy();
    }
  }

  async #written(
    session: Session,
    input: readonly PromptMessage[],
    request: ChatRequest,
    output: StopText,
    signal: AbortSignal,
  ): Promise<Read["finish"]> {
    const wanted = this.#takesConstraints ? responseConstraint(request.constraint) : null;
    const options: PromptOptions = {
      signal,
      // The prompts say it in their own words.
      ...(wanted === null ? {} : { responseConstraint: wanted, omitResponseConstraintInput: true }),
    };
    try {
      return await piecesOf(session.promptStreaming(input, options), request, output, signal);
    } catch (thrown) {
      const isRefused = thrown instanceof Error && thrown.name === "NotSupportedError";
      if (wanted === null || !isRefused || output.text !== "") throw thrown;
      this.#takesConstraints = false;
      return this.#written(session, input, request, output, signal);
    }
  }

  async #baseFor(
    { temperature }: ChatRequest,
    initial: readonly PromptMessage[],
  ): Promise<Session> {
    const samplingMode = temperature === 0 ? "most-predictable" : "balanced";
    const key = JSON.stringify([samplingMode, initial]);
    if (this.#base?.key === key) return this.#base.session;
    await this.dispose();
    const session = await this.#api.create({
      ...this.#core,
      samplingMode,
      initialPrompts: initial,
    });
    this.#base = { key, session };
    return session;
  }
}

interface Read {
  finish: ChatEnd["finish"];
  promptTokens: number | null;
  generatedTokens: number | null;
}

const unread: Read = { finish: "stopped", promptTokens: null, generatedTokens: null };

/** A system message can only be in the beginning of a session. */
function promptOf({ messages, fixedPrefixMessages, assistantPrefix = "" }: ChatRequest) {
  const system = messages.findLastIndex(({ role }) => role === "system") + 1;
  const at = Math.min(Math.max(fixedPrefixMessages, system), messages.length - 1);
  const all = messages.map(({ role, content }): PromptMessage => ({ role, content }));
  const begun: PromptMessage[] =
    assistantPrefix === "" ? [] : [{ role: "assistant", content: assistantPrefix, prefix: true }];
  return { initial: all.slice(0, at), input: [...all.slice(at), ...begun] };
}

/** Otherwise the session would forget its first turns without a word. */
async function roomFor(session: Session, input: readonly PromptMessage[]): Promise<number> {
  const used = session.contextUsage + (await session.measureContextUsage(input));
  const promptTokens = Math.round(used);
  if (used < session.contextWindow) return promptTokens;
  const contextTokens = Math.round(session.contextWindow);
  throw new AppError("context-too-long", { promptTokens, contextTokens });
}

/** The API has no limit of its own; a piece is at least one token. */
async function piecesOf(
  stream: ReadableStream<string>,
  { maxTokens }: ChatRequest,
  output: StopText,
  signal: AbortSignal,
): Promise<Read["finish"]> {
  const reader = stream.getReader();
  const leave = () => void reader.cancel().catch(() => {});
  let pieces = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (signal.aborted) {
      leave();
      output.flush();
      return "stopped";
    }
    if (done) {
      output.flush();
      return "stop";
    }
    if (pieces === maxTokens) {
      leave();
      output.flush();
      return "length";
    }
    pieces += value === "" ? 0 : 1;
    if (output.push(value)) {
      leave();
      return "stop";
    }
  }
}
