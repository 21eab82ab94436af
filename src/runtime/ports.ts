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

/** `AbortSignal` fits. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Monotonic; wall time is `epochMs`. */
export interface Clock {
  nowMs(): number;
  epochMs(): number;
}

/** All properties, in this order, no others. */
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
  /** At most `maxWords` consecutive words of a text, or an alternative. */
  | { kind: "span"; texts: readonly string[]; alternatives: readonly string[]; maxWords: number }
  /** XGrammar's GBNF/EBNF, from `root`. */
  | { kind: "grammar"; grammar: string }
  /** `begin`: its first characters, for engines that cannot enforce a shape. */
  | { kind: "json"; name: string; shape: JsonShape; begin: string };

export interface ChatRequest {
  messages: readonly ChatMessage[];
  /** Leading messages equal in every call of this purpose, so that engines reuse their KV cache. */
  fixedPrefixMessages: number;
  /** The answer must begin with it; not part of the output. */
  assistantPrefix?: string;
  maxTokens: number;
  /** Excluded from the output. */
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
  /** If below `usage`. */
  reported?: Usage;
  /** Natural, *before* any constraint; null if not reported. */
  logprobs: readonly number[] | null;
  /** In the same order. */
  tokens?: readonly string[];
  /** From the tokens that distinguish the options; sums to 1. Null if not reported. */
  choiceProbabilities: Readonly<Record<string, number>> | null;
  constrained: boolean;
  /** Bodies that left the device, retries included. */
  bytesSent: number;
  bytesReceived: number;
  /** In the queue, to the first token, in total. */
  queueMs: number;
  firstTokenMs: number | null;
  totalMs: number;
  /** An identical earlier call's end. */
  remembered?: boolean;
}

export type ChatPart = ChatDelta | ChatEnd;

/** Inferred from answers; null: not known yet. */
export interface ModelAbilities {
  /** Accepts a schema and follows it. */
  jsonSchema: boolean | null;
  logprobs: boolean | null;
}

export interface ChatModel {
  readonly ref: ModelRef;
  /** Servers only; in-browser models enforce every constraint. */
  abilities?(): ModelAbilities;
  /** Deltas, then exactly one end. Throws AppError. Stops within a token of an abort. */
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
  /** These paragraphs belong to it. */
  question?: string | undefined;
}

export interface Retriever {
  readonly library: LibraryRef;
  /** From its manifest. */
  readonly words?: LibraryWords | undefined;
  retrieve(query: RetrievalQuery, signal: StopSignal): Promise<Retrieval>;
  passage(id: string): Promise<Passage | null>;
}

export interface ToolQuery {
  text: string;
  /** Passages, at most. */
  k: number;
  /** A unit vector; absent without an encoder. */
  embed?: (text: string) => Promise<Float32Array>;
}

export interface ToolResult {
  /** Best first; `score` is the tool's own, or 1 / rank. */
  passages: ScoredPassage[];
  /** Billed; 0 from the cache. */
  requests: number;
  bytesSent: number;
  bytesReceived: number;
  cached: boolean;
}

/** One of HomoRouter's tools. Throws `tool-*`; stops on abort; handles retries and rate limits. */
export interface SearchTool {
  readonly ref: ToolRef;
  /** Billed, per search with retries; at least 1. */
  readonly mostRequests: number;
  search(query: ToolQuery, signal: StopSignal): Promise<ToolResult>;
}

/** HomoRouter at run time. */
export interface SourceRouter {
  readonly toolIds: readonly string[];
  /** λ of its training batch; 0 ignores prices. */
  readonly lambda: number;
  /** Questions. */
  readonly trainedOn: number;
  /** Its scores hold for no other model. Null or absent: unknown. */
  readonly answerer?: Pick<ModelRef, "tier" | "model"> | null;
  /** In [0, 1]. */
  predict(question: string, signal: StopSignal): Promise<Readonly<Record<string, number>>>;
}

/** Learned: what asking more is worth. */
export interface WorthJudge {
  /** Gain of each way, and which one pays. */
  judge(
    asked: { trace: Trace; pointUsd: number },
    signal: StopSignal,
  ): Promise<Pick<RunEventOf<"worth">, "sure" | "ways" | "chosen" | "learnt">>;
  /** P(right). */
  sureOf(trace: Trace): number | null;
}

export interface Embedder {
  /** Unit vectors of equal length. */
  embed(texts: readonly string[], signal: StopSignal): Promise<readonly Float32Array[]>;
}

/** P in [0, 1], if the answer is a span. */
export interface SpanGuess {
  text: string;
  probability: number;
}

export interface PassageReading {
  /** `none`: no answer here. */
  kind: ReadingKind;
  /** Verbatim, "yes", "no", or "". */
  span: string;
  /** In characters; null unless a span. */
  start: number | null;
  /** Distinct, best first, whatever `kind` is. */
  spans: readonly SpanGuess[];
  /** In [0, 1]; calibrated except for `none`. */
  confidence: number;
  /** P(no answer here), in [0, 1]. */
  noAnswer: number;
  /** P(helps), in [0, 1], calibrated. */
  relevance: number;
  /** Input, with special tokens. */
  tokens: number;
}

/** Heads on the encoder: generates no text. */
export interface PassageReader {
  /** In order. Throws AppError, `stopped` between batches. */
  read(
    question: string,
    passages: readonly string[],
    signal: StopSignal,
  ): Promise<readonly PassageReading[]>;
  /** P(relevant), in order. */
  relevance(
    question: string,
    passages: readonly string[],
    signal: StopSignal,
  ): Promise<readonly number[]>;
  /**
   * P(the proxy answer is right). `logprob`: ln P by the trained small model; null from another.
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
  /** Using it then throws `remote-not-configured`. */
  large: ChatModel | null;
  retriever: Retriever;
  embedder: Embedder;
  /** Null without heads: the small model reads. */
  reader: PassageReader | null;
  /** Without the library's own modes, which always exist. */
  tools: readonly SearchTool[];
  /** Null until trained on the person's questions. */
  router: SourceRouter | null;
  /** Absent: as the settings say. */
  worth?: WorthJudge | null;
  /** With the library's words. */
  language: (words: LibraryWords) => Language;
  clock: Clock;
}
