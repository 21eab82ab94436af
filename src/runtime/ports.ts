/**
 * Ports: all that the runtime may ask of the world. The runtime has no DOM, network,
 * clock or randomness of its own; everything comes in through here.
 */
import type { Trace } from "../folds/trace.ts";
import type { Language, LibraryWords } from "../language/language.ts";
import type { RunEventOf } from "../log/events.ts";
import type {
  ChatMessage,
  ModelRef,
  Passage,
  Purpose,
  ReadingKind,
  RetrievalMode,
  ScoredPassage,
  ToolRef,
  Usage,
  Visibility,
} from "../log/types.ts";

/** The part of `AbortSignal` the runtime needs. A real `AbortSignal` fits. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Milliseconds since some fixed moment; never goes back. Wall time is `epochMs`. */
export interface Clock {
  nowMs(): number;
  epochMs(): number;
}

/** The JSON that is asked for: every property is there, in this order, and no other. */
export type JsonShape =
  | { type: "string" }
  | { type: "boolean" }
  | { type: "integer" }
  | { type: "array"; items: JsonShape }
  | { type: "object"; properties: Readonly<Record<string, JsonShape>> };

/**
 * What the output must look like. Engines enforce it where they can and say so in
 * `ChatEnd.constrained`; the caller parses and repairs either way.
 */
export type Constraint =
  /** Exactly one of these strings. */
  | { kind: "choice"; options: readonly string[] }
  /** A contiguous run of words of one of `texts` (at most `maxWords`), or one of `alternatives`. */
  | { kind: "span"; texts: readonly string[]; alternatives: readonly string[]; maxWords: number }
  /** A context-free grammar in GBNF/EBNF as XGrammar reads it; `root` is the start rule. */
  | { kind: "grammar"; grammar: string }
  /** JSON of this shape. `begin`: how it begins, for engines that cannot be held to it. */
  | { kind: "json"; name: string; shape: JsonShape; begin: string };

export interface ChatRequest {
  messages: readonly ChatMessage[];
  /**
   * How many leading messages are the same for every call of this purpose. Engines
   * prefill them once and reuse their KV cache. 0 means no fixed prefix.
   */
  fixedPrefixMessages: number;
  /** Text the answer must begin with; the engine continues it. It is not part of the output. */
  assistantPrefix?: string;
  maxTokens: number;
  /** Generation ends before any of these. The stop text is not part of the output. */
  stop: readonly string[];
  constraint?: Constraint;
  /** The log-probability of every token is needed; servers tell them only where they are asked to. */
  logprobs?: boolean;
  /** Greedy when 0. */
  temperature: number;
  purpose: Purpose;
}

export interface ChatDelta {
  type: "delta";
  text: string;
}

export interface ChatEnd {
  type: "end";
  text: string;
  finish: "stop" | "length" | "stopped";
  usage: Usage;
  /** What the server told, where `usage` is more: it told less than was sent, or than came back. */
  reported?: Usage;
  /** Natural-log probability of each generated token under the model *before* any constraint; null if not told. */
  logprobs: readonly number[] | null;
  /** The text of each of those tokens, in the same order; absent if not told. */
  tokens?: readonly string[];
  /** Probability of each option of a `choice` constraint at the tokens that tell it from the others, summing to 1; null if not told. */
  choiceProbabilities: Readonly<Record<string, number>> | null;
  constrained: boolean;
  /** Bytes of request bodies that left the device for this call, retries included; 0 on the device. */
  bytesSent: number;
  bytesReceived: number;
  /** Milliseconds waiting in the model's queue, to the first token, and in all. */
  queueMs: number;
  firstTokenMs: number | null;
  totalMs: number;
  /** The recorded end of the same call made before; absent for a call that was made. */
  remembered?: boolean;
}

export type ChatPart = ChatDelta | ChatEnd;

/** What its server was found to do, from its own answers; null: nothing told it yet. */
export interface ModelAbilities {
  /** It takes a JSON schema and keeps to it. */
  jsonSchema: boolean | null;
  /** It tells the probabilities of its tokens. */
  logprobs: boolean | null;
}

export interface ChatModel {
  readonly ref: ModelRef;
  /** Of a model behind a server; one in this tab does what its constraint says. */
  abilities?(): ModelAbilities;
  /** Streams deltas, then exactly one end. Throws AppError. Stops within one token when the signal aborts. */
  generate(request: ChatRequest, signal: StopSignal): AsyncIterable<ChatPart>;
}

export interface RetrievalQuery {
  text: string;
  mode: RetrievalMode;
  k: number;
  rrfK: number;
  bm25: { k1: number; b: number };
}

export interface Retrieval {
  passages: ScoredPassage[];
  /** Bytes that left the device for this query. */
  bytesSent: number;
}

export interface LibraryRef {
  id: string;
  title: string;
  edition: string;
  passages: number;
  /** A person's own is private until they say that anyone may read it. */
  visibility: Visibility;
  /** The question whose own paragraphs these are; absent of every other library. */
  question?: string | undefined;
}

export interface Retriever {
  readonly library: LibraryRef;
  /** What its manifest tells of its words; absent: nothing. */
  readonly words?: LibraryWords | undefined;
  retrieve(query: RetrievalQuery, signal: StopSignal): Promise<Retrieval>;
  passage(id: string): Promise<Passage | null>;
}

export interface ToolQuery {
  text: string;
  /** Most passages wanted. */
  k: number;
  /** The unit vector of a text by the run's encoder; absent where there is none. */
  embed?: (text: string) => Promise<Float32Array>;
}

export interface ToolResult {
  /** Best first; `score` falls, by the tool's own measure or 1 / rank where it tells none. */
  passages: ScoredPassage[];
  /** Requests that are charged for; 0 when the answer came from the cache. */
  requests: number;
  bytesSent: number;
  bytesReceived: number;
  cached: boolean;
}

/**
 * One of HomoRouter's tools beyond the library: a search service. Throws AppError
 * (`tool-*` codes); stops when the signal aborts. Retries and politeness are its own.
 */
export interface SearchTool {
  readonly ref: ToolRef;
  /** One search is charged for no more than these, with every repetition; at least 1. */
  readonly mostRequests: number;
  search(query: ToolQuery, signal: StopSignal): Promise<ToolResult>;
}

/** HomoRouter at run time: what each tool is predicted to score on a question. */
export interface SourceRouter {
  readonly toolIds: readonly string[];
  /** λ of the batch it was set up on: score per US dollar a 1,000 requests; 0 ignores prices. */
  readonly lambda: number;
  /** Questions that its predictor was trained on. */
  readonly trainedOn: number;
  /** Who gave the answers that it was trained on: its scores hold for no other. Null or absent: nobody said. */
  readonly answerer?: Pick<ModelRef, "tier" | "model"> | null;
  /** Predicted score of each tool, in [0, 1]. */
  predict(question: string, signal: StopSignal): Promise<Readonly<Record<string, number>>>;
}

/** Where it pays: what was learnt of the returns of asking more. */
export interface WorthJudge {
  /** What each way of asking again is expected to bring over this answer, and which one is worth it. */
  judge(
    asked: { trace: Trace; pointUsd: number },
    signal: StopSignal,
  ): Promise<Pick<RunEventOf<"worth">, "sure" | "ways" | "chosen" | "learnt">>;
  /** P(right) of an answer; null where it cannot be told. */
  sureOf(trace: Trace): number | null;
}

export interface Embedder {
  /** Unit vectors, one per text, all of the same length. */
  embed(texts: readonly string[], signal: StopSignal): Promise<readonly Float32Array[]>;
}

/** Words of a passage that may be the answer, and P(these are it, if the answer is a span) in [0, 1]. */
export interface SpanGuess {
  text: string;
  probability: number;
}

/** What a reader says of one passage. */
export interface PassageReading {
  /** `none`: this passage does not answer the question. */
  kind: ReadingKind;
  /** Words of the passage as they stand there, "yes", "no", or "" for `none`. */
  span: string;
  /** Where the span begins, in characters of the text that was given; null unless `kind` is span. */
  start: number | null;
  /** The likeliest spans, best first, no words twice; whatever `kind` is. */
  spans: readonly SpanGuess[];
  /** How sure the reader is of what it says, in [0, 1]; calibrated, but for `none`. */
  confidence: number;
  /** P(no answer here), in [0, 1]. */
  noAnswer: number;
  /** P(the passage helps with the question), in [0, 1]; calibrated. */
  relevance: number;
  /** Tokens that the model read for it: question, passage and marks. */
  tokens: number;
}

/** An extractive reader with a judge: the heads of an encoder. All on the device, no text is generated. */
export interface PassageReader {
  /** One reading for each passage, in their order. Throws AppError, `stopped` between batches. */
  read(
    question: string,
    passages: readonly string[],
    signal: StopSignal,
  ): Promise<readonly PassageReading[]>;
  /** P(relevant) for each passage, in their order. */
  relevance(
    question: string,
    passages: readonly string[],
    signal: StopSignal,
  ): Promise<readonly number[]>;
  /**
   * P(the proxy answer is known to be right, so that nothing need be retrieved). `logprob` is ln of
   * the probability with which the trained small model gave these very words; null: not told, or not its.
   */
  known(
    question: string,
    answer: string,
    signal: StopSignal,
    logprob: number | null,
  ): Promise<number>;
}

export interface Ports {
  small: ChatModel;
  /** Null when no large model is configured; asking for it is then `remote-not-configured`. */
  large: ChatModel | null;
  retriever: Retriever;
  embedder: Embedder;
  /** Null when the encoder has no heads; the small language model then reads. */
  reader: PassageReader | null;
  /** Search services that were set up; the library's own modes are always there and not listed. */
  tools: readonly SearchTool[];
  /** Null until a predictor was trained on the person's own questions. */
  router: SourceRouter | null;
  /** Absent: nothing was learnt of what the large model brings, and it is asked as the settings say. */
  worth?: WorthJudge | null;
  /** What the run is asked in, with the words of the library that it asks. */
  language: (words: LibraryWords) => Language;
  clock: Clock;
}
