/**
 * A model behind an OpenAI-compatible endpoint. Calls run one at a time unless `atOnce` allows
 * more.
 */
import { AppError } from "../../log/errors.ts";
import type { ModelRef, Price, Tier, Usage } from "../../log/types.ts";
import type {
  ChatEnd,
  ChatModel,
  ChatPart,
  ChatRequest,
  Clock,
  StopSignal,
} from "../../runtime/ports.ts";
import { originOf } from "../bound-key.ts";
import { batchDeltas } from "../gathered-text.ts";
import { Queue } from "../queue.ts";
import { unstartedEnd } from "../queued-model.ts";
import { choiceProbabilities } from "./choice.ts";
import { readChunk, readLogprobs, type TokenLogprob } from "./chunk.ts";
import { badResponse, httpError, isUncharged, tellsUsage } from "./errors.ts";
import { type AnswerLimits, answerLimits, errorBodyBytes } from "./limits.ts";
import { begunOutput, type OutputFilter, plainOutput, wrappedChoice } from "./output.ts";
import type { RequestBody } from "./request.ts";
import {
  adapt,
  DialectMemory,
  isConstrained,
  requestBody,
  sentBeginning,
  shownBy,
} from "./request.ts";
import type { RemoteSettings } from "./settings.ts";
import { tooMuch } from "./stream.ts";
import { type Answer, chatUrl, type Fetch, postChat, type Traffic } from "./transport.ts";
import { largestUsage } from "./usage.ts";
import { countedBytes, flooredUsage, SentPrompts } from "./usage-floor.ts";
import { backOffMs, orAbort, ResponseWatchdog, type Sleep, sleep } from "./waiting.ts";

export interface RemoteOptions {
  tier?: Tier;
  /** Null or absent: unknown, shown as "—". */
  price?: Price | null;
  fetch?: Fetch;
  clock?: Clock;
  /** In [0, 1), for the back-off's jitter. */
  random?: () => number;
  sleep?: Sleep;
  /** Shared by the page's models by default. */
  memory?: DialectMemory;
  /** Shared by the page's models by default. */
  sentPrompts?: SentPrompts;
  atOnce?: number;
}

type Context = Required<RemoteOptions> & { settings: RemoteSettings; queue: Queue };

const sharedMemory = new DialectMemory();
const sharedPrompts = new SentPrompts();
const systemClock: Clock = { nowMs: () => performance.now(), epochMs: () => Date.now() };
const untold: Usage = { promptTokens: null, cachedTokens: null, generatedTokens: null };

export function createRemoteModel(
  settings: RemoteSettings,
  options: RemoteOptions = {},
): ChatModel {
  const clock = options.clock ?? systemClock;
  const context: Context = {
    tier: options.tier ?? "large",
    price: options.price ?? null,
    // `fetch` is looked up at call time, so that a wrapper of it is honoured.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    clock,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? sleep,
    memory: options.memory ?? sharedMemory,
    sentPrompts: options.sentPrompts ?? sharedPrompts,
    settings,
    atOnce: options.atOnce ?? 1,
    queue: new Queue(() => clock.nowMs(), options.atOnce),
  };
  const ref: ModelRef = {
    engine: "remote",
    model: settings.model,
    tier: context.tier,
    destination: originOf(settings.baseUrl),
    price: context.price,
    profile: "instruct",
  };
  return {
    ref,
    abilities: () => context.memory.abilities(settings),
    generate: (request, signal) => generate(context, request, signal),
  };
}

async function* generate(
  context: Context,
  request: ChatRequest,
  stop: StopSignal,
): AsyncGenerator<ChatPart, void, undefined> {
  const turn = await context.queue.enter(stop);
  if (turn.left) {
    yield unstartedEnd(turn.queueMs);
    return;
  }
  const call = new Call(context, request, turn.queueMs);
  const abort = () => call.controller.abort(new AppError("stopped"));
  stop.addEventListener("abort", abort);
  try {
    for await (const text of batchDeltas(call.texts())) yield { type: "delta", text };
    yield call.end();
  } catch (thrown) {
    if (!stop.aborted) throw call.error(thrown);
    yield call.end("stopped");
  } finally {
    stop.removeEventListener("abort", abort);
    call.close();
    turn.done();
  }
}

class Call {
  readonly controller = new AbortController();
  readonly #context: Context;
  readonly #request: ChatRequest;
  readonly #queueMs: number;
  readonly #startedMs: number;
  readonly #limits: AnswerLimits;
  readonly #patience: ResponseWatchdog;
  readonly #traffic: Traffic = { bytesSent: 0, bytesReceived: 0 };
  #body: RequestBody = {};
  /** The forced beginning of JSON that the server cannot be constrained to. */
  #beginning = "";
  #text = "";
  #first = "";
  #characters = 0;
  #firstTokenMs: number | null = null;
  #finish: string | null = null;
  /** The stop was found on this side, whatever the server sent after it. */
  #cutHere = false;
  #usage: Usage | null = null;
  #prompt = { sentBytes: 0, freshBytes: 0 };
  #receivedBytes = 0;
  #logprobs: TokenLogprob[] = [];
  #logprobsBroken = false;

  constructor(context: Context, request: ChatRequest, queueMs: number) {
    this.#context = context;
    this.#request = request;
    this.#queueMs = queueMs;
    this.#startedMs = context.clock.nowMs() - queueMs;
    this.#limits = answerLimits(request, context.settings);
    const { totalMs, keepAliveMs } = this.#limits;
    const { timeoutMs } = context.settings;
    this.#patience = new ResponseWatchdog(
      { silenceMs: timeoutMs, keepAliveMs, totalMs },
      (lost) => {
        const arrived = this.#traffic.bytesReceived > 0;
        const phase = lost.which === "silence" ? (arrived ? "stream" : "answer") : lost.which;
        const params = { url: chatUrl(context.settings), timeoutMs: lost.milliseconds, phase };
        this.controller.abort(new AppError("remote-timeout", params, { retryable: true }));
      },
    );
  }

  close(): void {
    this.#patience.stop();
    // The server then stops generating.
    this.controller.abort();
  }

  async *texts(): AsyncGenerator<string, void, undefined> {
    const answer = await this.#open();
    const filter = this.#filter();
    const batches = answer.batches[Symbol.asyncIterator]();
    for (;;) {
      const next = await orAbort(batches.next(), this.controller.signal);
      if (next.done === true) break;
      const { text, failure } = this.#takeAll(next.value);
      yield* this.#shown(filter.push(text));
      if (failure !== null) throw failure;
    }
    yield* this.#shown(filter.flush());
    this.#cutHere = filter.stopped;
    this.#checkEnd(answer.sawDone());
    this.#learn();
  }

  #learn(): void {
    const { memory, settings } = this.#context;
    const logprobs = this.#logprobs.length > 0 && !this.#logprobsBroken;
    memory.saw(settings, shownBy(this.#body, { first: this.#first, logprobs }));
  }

  *#shown(text: string): Generator<string, void, undefined> {
    if (text === "") return;
    this.#firstTokenMs ??= this.#elapsedMs();
    this.#text += text;
    yield text;
  }

  end(stopped?: "stopped"): ChatEnd {
    const { constraint } = this.#request;
    const wrapped = this.#isWrapped();
    const tokens = this.#logprobsBroken ? [] : this.#logprobs;
    const finish = stopped ?? (isLength(this.#finish) && !this.#cutHere ? "length" : "stop");
    // Usage reported before a break-off is incomplete.
    const told = stopped === undefined || this.#finish !== null ? this.#usage : null;
    const counted = flooredUsage(told ?? untold, {
      ...this.#prompt,
      receivedBytes: this.#receivedBytes,
      listedTokens: this.#logprobs.length,
    });
    return {
      type: "end",
      text: this.#text,
      finish,
      ...counted,
      // Most tokens of a wrapped choice are JSON.
      logprobs: tokens.length === 0 || wrapped ? null : tokens.map((token) => token.logprob),
      ...(tokens.length === 0 || wrapped ? {} : { tokens: tokens.map((token) => token.token) }),
      choiceProbabilities:
        constraint?.kind === "choice" && tokens.length > 0
          ? choiceProbabilities(constraint.options, tokens)
          : null,
      // A truncated answer need not satisfy its constraint yet.
      constrained: finish === "stop" && this.#fitsForm(),
      ...this.#traffic,
      queueMs: this.#queueMs,
      firstTokenMs: this.#firstTokenMs,
      totalMs: this.#elapsedMs(),
    };
  }

  /** Adds the sent bytes, which runs log for failed calls, too. */
  error(thrown: unknown): AppError {
    const error = this.#named(thrown);
    const { bytesSent, bytesReceived } = this.#traffic;
    const received = { bytesReceived, charactersKept: this.#text.length };
    const counted = bytesReceived > 0 ? received : {};
    // Without a tier, the message is the large model's.
    const tier = this.#context.tier === "small" ? { tier: "small" } : {};
    const params = { ...error.params, ...counted, bytesSent, ...tier };
    return new AppError(error.code, params, { retryable: error.retryable, cause: error.cause });
  }

  #named(thrown: unknown): AppError {
    const reason: unknown = this.controller.signal.reason;
    if (reason instanceof AppError) return reason;
    if (thrown instanceof AppError) return thrown;
    const url = chatUrl(this.#context.settings);
    return streamCut(url, thrown);
  }

  /** Changes the dialect when refused and retries when busy. */
  async #open(): Promise<Answer & { ok: true }> {
    const { settings, memory, clock, sentPrompts } = this.#context;
    this.#prompt = sentPrompts.send(`${settings.baseUrl} ${settings.model}`, this.#request);
    let lasting = memory.recall(settings);
    let dialect = lasting;
    const tried = [dialect];
    for (let retries = 0; ; ) {
      this.#body = requestBody(this.#request, settings, dialect);
      this.#beginning = sentBeginning(this.#request, this.#body, dialect);
      const answer = await this.#send();
      if (answer.ok) {
        memory.remember(settings, lasting);
        return answer;
      }
      // A request that may be charged is not repeated.
      const next = tellsUsage(answer.failure)
        ? null
        : adapt(dialect, this.#body, answer.failure, tried);
      if (next !== null) {
        dialect = next.change(dialect);
        tried.push(dialect);
        if (next.lasting) lasting = next.change(lasting);
        continue;
      }
      await this.#waitOrThrow(httpError(answer.failure, settings, clock.epochMs()), retries);
      retries += 1;
    }
  }

  async #send(): Promise<Answer> {
    const { settings, fetch } = this.#context;
    this.#patience.begin();
    const answer = postChat(
      {
        settings,
        fetch,
        traffic: this.#traffic,
        limits: this.#limits,
        onActivity: () => this.#patience.sawLife(),
        onData: () => this.#patience.sawData(),
        controller: this.controller,
      },
      this.#body,
    );
    return await orAbort(answer, this.controller.signal);
  }

  /** Only refusals are repeated: nothing is charged twice. */
  async #waitOrThrow(error: AppError, retries: number): Promise<void> {
    const { settings, random } = this.#context;
    const again = error.retryable && isUncharged(error) && retries < settings.maxRetries;
    if (!again) throw error;
    const retryAfterMs = error.params["retryAfterMs"];
    const waitMs = backOffMs(
      retries,
      typeof retryAfterMs === "number" ? retryAfterMs : null,
      random,
    );
    const isLate = this.#elapsedMs() - this.#queueMs + (waitMs ?? 0) > this.#limits.totalMs;
    if (waitMs === null || isLate) throw error;
    this.#patience.stop();
    await this.#context.sleep(waitMs, this.controller.signal);
  }

  #takeAll(batch: readonly string[]): { text: string; failure: AppError | null } {
    const texts: string[] = [];
    let failure: AppError | null = null;
    for (const data of batch) {
      const taken = this.#take(data);
      if (taken instanceof AppError) failure = taken;
      else texts.push(taken);
      if (failure !== null) break;
    }
    const text = texts.join("");
    if (this.#first === "") this.#first = text.trimStart().slice(0, 1);
    const room = this.#limits.characters - this.#characters;
    this.#characters += text.length;
    if (text.length <= room) return { text, failure };
    const url = chatUrl(this.#context.settings);
    return {
      text: text.slice(0, room),
      failure: tooMuch(url, "characters", this.#limits.characters),
    };
  }

  #take(json: string): string | AppError {
    const { settings, clock } = this.#context;
    const url = chatUrl(settings);
    let data: unknown;
    try {
      data = JSON.parse(json);
    } catch {
      return badResponse(url, "not-json");
    }
    if (isErrorEvent(data)) {
      const body = json.slice(0, errorBodyBytes);
      const failure = { url, status: 200, headers: new Headers(), body };
      return httpError(failure, settings, clock.epochMs());
    }
    const chunk = readChunk(data);
    if (chunk === null) return badResponse(url, "not-a-chat-chunk");
    this.#finish = chunk.finish ?? this.#finish;
    this.#usage = largestUsage(this.#usage, chunk.usage);
    this.#receivedBytes += countedBytes(chunk.text + chunk.thoughts);
    const room = this.#limits.logprobs - this.#logprobs.length;
    const told = readLogprobs(chunk.logprobs, room);
    // If some are missing, the others match no tokens.
    if (told === null) this.#logprobsBroken = true;
    for (const logprob of told ?? []) this.#logprobs.push(logprob);
    return chunk.text;
  }

  #filter(): OutputFilter {
    if (this.#isWrapped()) return wrappedChoice();
    const { assistantPrefix, stop } = this.#request;
    const beginning = this.#beginning;
    if (beginning !== "") return begunOutput(beginning, plainOutput(beginning, stop));
    return plainOutput(assistantPrefix ?? "", stop);
  }

  #isWrapped(): boolean {
    return this.#request.constraint?.kind === "choice" && "response_format" in this.#body;
  }

  /** Some servers accept a format and ignore it. */
  #fitsForm(): boolean {
    const { constraint } = this.#request;
    if (!isConstrained(this.#body) || constraint === undefined) return false;
    if (constraint.kind === "json") return isJson(this.#text);
    return constraint.kind !== "choice" || constraint.options.includes(this.#text.trim());
  }

  #checkEnd(sawDone: boolean): void {
    // An aborted body can end quietly, like a complete answer.
    if (this.controller.signal.aborted) throw this.controller.signal.reason;
    const url = chatUrl(this.#context.settings);
    if (this.#finish === "content_filter") throw badResponse(url, "content-filter");
    const failed = this.#finish === "error" || (this.#finish === null && !sawDone);
    if (failed && !this.#cutHere) throw streamCut(url, null);
  }

  #elapsedMs(): number {
    return this.#context.clock.nowMs() - this.#startedMs;
  }
}

function isLength(finish: string | null): boolean {
  return finish === "length" || finish === "max_tokens" || finish === "model_length";
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isErrorEvent(data: unknown): boolean {
  return typeof data === "object" && data !== null && "error" in data && Boolean(data.error);
}

function streamCut(url: string, cause: unknown): AppError {
  return new AppError("remote-stream-cut", { url }, { retryable: true, cause });
}
