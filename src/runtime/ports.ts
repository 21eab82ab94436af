/** The runtime's only access to the outside: it has no DOM, network, clock or randomness. */
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

/** An `AbortSignal` fits. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Time is monotonic; wall time is `epochMs`. */
export interface Clock {
  nowMs(): number;
  epochMs(): number;
}

/** The output has all properties, in this order, and no others. */
export type JsonShape =
  | { type: "string" }
  | { type: "boolean" }
  | { type: "integer" }
  | { type: "array"; items: JsonShape }
  | { type: "object"; properties: Readonly<Record<string, JsonShape>> };

/**
 * Engines enforce it where they can (`ChatEnd.constrained`); the caller parses and repairs either
 * way.
 */
export type Constraint =
  | { kind: "choice"; options: readonly string[] }
  /** Allows at most `maxWords` consecutive words of a text, or an alternative. */
  | { kind: "span"; texts: readonly string[]; alternatives: readonly string[]; maxWords: number }
  /** In XGrammar's GBNF/EBNF, starting at `root`. */
  | { kind: "grammar"; grammar: string }
  /** `begin` holds its first characters, for engines that cannot enforce a shape. */
  | { kind: "json"; name: string; shape: JsonShape; begin: string };

export interface ChatRequest {
  messages: readonly ChatMessage[];
  /**
   * Counts the leading messages that are equal in every call of this purpose, so that engines reuse
   * their KV cache.
   */
  fixedPrefixMessages: number;
  /** The answer must begin with it; not part of the output. */
  assistantPrefix?: string;
  maxTokens: number;
  /** The output ends before any of these. */
  stop: readonly string[];
  constraint?: Constraint;
  /** Servers send them only on request. */
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
  /** The server's own count, if it is below `usage`. */
  reported?: Usage;
  /** Natural logarithms, *before* any constraint; null if not reported. */
  logprobs: readonly number[] | null;
  tokens?: readonly string[];
  /** From the tokens that distinguish the options; sums to 1. Null if not reported. */
  choiceProbabilities: Readonly<Record<string, number>> | null;
  constrained: boolean;
  /** Counts bodies that left the device, retries included. */
  bytesSent: number;
  bytesReceived: number;
  /** Times in the queue, to the first token, and in total. */
  queueMs: number;
  firstTokenMs: number | null;
  totalMs: number;
  /** True for the recorded end of an identical call. */
  remembered?: boolean;
}

export type ChatPart = ChatDelta | ChatEnd;

/** Inferred from the server's answers; null if not known yet. */
export interface ModelAbilities {
  /** Accepts a schema and follows it. */
  jsonSchema: boolean | null;
  logprobs: boolean | null;
}

export interface ChatModel {
  readonly ref: ModelRef;
  /** Only servers have it; in-browser models enforce every constraint. */
  abilities?(): ModelAbilities;
  /** Yields deltas, then exactly one end. Throws AppError. Stops within a token of an abort. */
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
  bytesSent: number;
}

export interface LibraryRef {
  id: string;
  title: string;
  edition: string;
  passages: number;
  /** A person's own library is private until declared public. */
  visibility: Visibility;
  /** The question that these paragraphs belong to; absent for other libraries. */
  question?: string | undefined;
}

export interface Retriever {
  readonly library: LibraryRef;
  readonly words?: LibraryWords | undefined;
  /** True if a search sends nothing, so that it may be made ahead of its step. */
  readonly onDevice?: boolean | undefined;
  retrieve(query: RetrievalQuery, signal: StopSignal): Promise<Retrieval>;
  passage(id: string): Promise<Passage | null>;
}

export interface ToolQuery {
  text: string;
  k: number;
  /** Gives a unit vector; absent without an encoder. */
  embed?: (text: string) => Promise<Float32Array>;
}

export interface ToolResult {
  /** Best first; `score` is the tool's own, or 1 / rank. */
  passages: ScoredPassage[];
  /** Billed requests; 0 for an answer from the cache. */
  requests: number;
  bytesSent: number;
  bytesReceived: number;
  cached: boolean;
}

/** One of HomoRouter's tools. Throws `tool-*`; stops on abort; handles retries and rate limits. */
export interface SearchTool {
  readonly ref: ToolRef;
  /** Bounds the billed requests of a search, retries included; at least 1. */
  readonly mostRequests: number;
  search(query: ToolQuery, signal: StopSignal): Promise<ToolResult>;
}

export interface SourceRouter {
  readonly toolIds: readonly string[];
  /** λ of its training batch: score per US dollar per 1,000 requests; 0 ignores prices. */
  readonly lambda: number;
  readonly trainedOn: number;
  /** The scores hold for answers of this model only; null or absent if unknown. */
  readonly answerer?: Pick<ModelRef, "tier" | "model"> | null;
  /** Scores in [0, 1]. */
  predict(question: string, signal: StopSignal): Promise<Readonly<Record<string, number>>>;
}

export interface WorthJudge {
  /** Estimates the gain of each way, and which one pays. */
  judge(
    asked: { trace: Trace; pointUsd: number },
    signal: StopSignal,
  ): Promise<Pick<RunEventOf<"worth">, "sure" | "ways" | "chosen" | "learnt">>;
  /** P(the answer is right); null if unknown. */
  sureOf(trace: Trace): number | null;
}

export interface Embedder {
  /** Unit vectors of equal length. */
  embed(texts: readonly string[], signal: StopSignal): Promise<readonly Float32Array[]>;
}

/** `probability` in [0, 1] assumes that the answer is a span. */
export interface SpanGuess {
  text: string;
  probability: number;
}

export interface PassageReading {
  /** `none`: this passage has no answer. */
  kind: ReadingKind;
  /** Verbatim words, "yes", "no", or "". */
  span: string;
  /** In characters of the text; null unless `kind` is span. */
  start: number | null;
  /** Distinct spans, best first, whatever `kind` is. */
  spans: readonly SpanGuess[];
  /** In [0, 1]; calibrated except for `none`. */
  confidence: number;
  /** P(no answer here), in [0, 1]. */
  noAnswer: number;
  /** P(the passage helps), in [0, 1], calibrated. */
  relevance: number;
  /** Input tokens, with special ones. */
  tokens: number;
}

/** The encoder's heads generate no text. */
export interface PassageReader {
  /** One reading per passage, in order. Throws AppError, `stopped` between batches. */
  read(
    question: string,
    passages: readonly string[],
    signal: StopSignal,
  ): Promise<readonly PassageReading[]>;
  /** P(relevant) of each passage, in order. */
  relevance(
    question: string,
    passages: readonly string[],
    signal: StopSignal,
  ): Promise<readonly number[]>;
  /**
   * P(the proxy answer is right). `logprob` is ln P by the trained small model; null from another.
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
  /** Null without a large model: using it throws `remote-not-configured`. */
  large: ChatModel | null;
  retriever: Retriever;
  embedder: Embedder;
  /** Null if the encoder has no heads: the small model reads. */
  reader: PassageReader | null;
  /** Omits the library's own modes, which always exist. */
  tools: readonly SearchTool[];
  /** Null until trained on the person's questions. */
  router: SourceRouter | null;
  /** If absent, the settings alone decide. */
  worth?: WorthJudge | null;
  language: (words: LibraryWords) => Language;
  clock: Clock;
}
