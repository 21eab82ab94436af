/** Ports: the runtime's only access to the outside. It has no DOM, network, clock or randomness. */
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

/** The part of `AbortSignal` the runtime needs; a real `AbortSignal` fits. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Monotonic milliseconds since some fixed moment. Wall time is `epochMs`. */
export interface Clock {
  nowMs(): number;
  epochMs(): number;
}

/** The requested JSON: all properties, in this order, and no others. */
export type JsonShape =
  | { type: "string" }
  | { type: "boolean" }
  | { type: "integer" }
  | { type: "array"; items: JsonShape }
  | { type: "object"; properties: Readonly<Record<string, JsonShape>> };

/**
 * Required form of the output. Engines enforce it where they can and say so in
 * `ChatEnd.constrained`; the caller parses and repairs either way.
 */
export type Constraint =
  | { kind: "choice"; options: readonly string[] }
  /** Consecutive words of one of `texts` (at most `maxWords`), or one of `alternatives`. */
  | { kind: "span"; texts: readonly string[]; alternatives: readonly string[]; maxWords: number }
  /** A context-free grammar in XGrammar's GBNF/EBNF; `root` is the start rule. */
  | { kind: "grammar"; grammar: string }
  /** JSON of this shape. `begin`: its first characters, for engines that cannot enforce a shape. */
  | { kind: "json"; name: string; shape: JsonShape; begin: string };

export interface ChatRequest {
  messages: readonly ChatMessage[];
  /**
   * Number of leading messages that are the same in every call of this purpose. Engines prefill
   * them once and reuse their KV cache. 0 means no fixed prefix.
   */
  fixedPrefixMessages: number;
  /** Text the answer must begin with; the engine continues it. Not part of the output. */
  assistantPrefix?: string;
  maxTokens: number;
  /** Generation ends before any of these; the stop text is not part of the output. */
  stop: readonly string[];
  constraint?: Constraint;
  /** Request the log-probability of every token; servers send them only on request. */
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
  /**
   * The server's own count, if it is less than was sent or received and `usage` is therefore
   * larger.
   */
  reported?: Usage;
  /**
   * Natural-log probability of each generated token *before* any constraint; null if not reported.
   */
  logprobs: readonly number[] | null;
  /** The text of each of those tokens, in the same order; absent if not reported. */
  tokens?: readonly string[];
  /**
   * Probability of each option of a `choice` constraint, from the tokens that distinguish the
   * options; sums to 1. Null if not reported.
   */
  choiceProbabilities: Readonly<Record<string, number>> | null;
  constrained: boolean;
  /**
   * Request body bytes that left the device for this call, retries included; 0 for on-device
   * models.
   */
  bytesSent: number;
  bytesReceived: number;
  /** Milliseconds in the model's queue, to the first token, and in total. */
  queueMs: number;
  firstTokenMs: number | null;
  totalMs: number;
  /** True if this is the recorded end of an identical earlier call; absent for a real call. */
  remembered?: boolean;
}

export type ChatPart = ChatDelta | ChatEnd;

/** Abilities inferred from the server's answers; null: not known yet. */
export interface ModelAbilities {
  /** Accepts a JSON schema and follows it. */
  jsonSchema: boolean | null;
  /** Returns token probabilities. */
  logprobs: boolean | null;
}

export interface ChatModel {
  readonly ref: ModelRef;
  /** Only for models behind a server; in-browser models enforce every constraint. */
  abilities?(): ModelAbilities;
  /**
   * Streams deltas, then exactly one end. Throws AppError. Stops within one token after an abort.
   */
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
  /** A person's own library is private until they declare it public. */
  visibility: Visibility;
  /** The question these paragraphs belong to; absent for every other library. */
  question?: string | undefined;
}

export interface Retriever {
  readonly library: LibraryRef;
  /** Words from its manifest, if it has any. */
  readonly words?: LibraryWords | undefined;
  retrieve(query: RetrievalQuery, signal: StopSignal): Promise<Retrieval>;
  passage(id: string): Promise<Passage | null>;
}

export interface ToolQuery {
  text: string;
  /** Maximum number of passages. */
  k: number;
  /** The unit vector of a text by the run's encoder; absent without an encoder. */
  embed?: (text: string) => Promise<Float32Array>;
}

export interface ToolResult {
  /** Best first; `score` decreases: the tool's own, or 1 / rank if it has none. */
  passages: ScoredPassage[];
  /** Billed requests; 0 if the answer came from the cache. */
  requests: number;
  bytesSent: number;
  bytesReceived: number;
  cached: boolean;
}

/**
 * A search service, as one of HomoRouter's tools beside the library. Throws AppError (`tool-*`
 * codes); stops on abort. Handles retries and rate limits itself.
 */
export interface SearchTool {
  readonly ref: ToolRef;
  /** Upper bound on billed requests per search, retries included; at least 1. */
  readonly mostRequests: number;
  search(query: ToolQuery, signal: StopSignal): Promise<ToolResult>;
}

/** HomoRouter at run time: the predicted score of each tool on a question. */
export interface SourceRouter {
  readonly toolIds: readonly string[];
  /** λ of its training batch: score per US dollar per 1,000 requests; 0 ignores prices. */
  readonly lambda: number;
  /** Number of training questions. */
  readonly trainedOn: number;
  /**
   * The model whose answers it was trained on; its scores hold for no other. Null or absent:
   * unknown.
   */
  readonly answerer?: Pick<ModelRef, "tier" | "model"> | null;
  /** Predicted score of each tool, in [0, 1]. */
  predict(question: string, signal: StopSignal): Promise<Readonly<Record<string, number>>>;
}

/** Learned estimates of what asking more is worth. */
export interface WorthJudge {
  /** The expected gain of each way of asking again, and which one is worth its price. */
  judge(
    asked: { trace: Trace; pointUsd: number },
    signal: StopSignal,
  ): Promise<Pick<RunEventOf<"worth">, "sure" | "ways" | "chosen" | "learnt">>;
  /** P(the answer is right); null if unknown. */
  sureOf(trace: Trace): number | null;
}

export interface Embedder {
  /** Unit vectors of equal length, one per text. */
  embed(texts: readonly string[], signal: StopSignal): Promise<readonly Float32Array[]>;
}

/** A candidate span, and P(it is the answer, if the answer is a span) in [0, 1]. */
export interface SpanGuess {
  text: string;
  probability: number;
}

/** A reader's result for one passage. */
export interface PassageReading {
  /** `none`: this passage does not answer the question. */
  kind: ReadingKind;
  /** Verbatim words of the passage, "yes", "no", or "" for `none`. */
  span: string;
  /** Start of the span in characters of the given text; null unless `kind` is span. */
  start: number | null;
  /** The likeliest distinct spans, best first, whatever `kind` is. */
  spans: readonly SpanGuess[];
  /** The reader's confidence in its result, in [0, 1]; calibrated except for `none`. */
  confidence: number;
  /** P(no answer here), in [0, 1]. */
  noAnswer: number;
  /** P(the passage helps with the question), in [0, 1]; calibrated. */
  relevance: number;
  /** Input tokens: question, passage and special tokens. */
  tokens: number;
}

/** An extractive reader and judge: heads on the encoder. Runs on the device; generates no text. */
export interface PassageReader {
  /** One reading per passage, in order. Throws AppError, `stopped` between batches. */
  read(
    question: string,
    passages: readonly string[],
    signal: StopSignal,
  ): Promise<readonly PassageReading[]>;
  /** P(relevant) per passage, in order. */
  relevance(
    question: string,
    passages: readonly string[],
    signal: StopSignal,
  ): Promise<readonly number[]>;
  /**
   * P(the proxy answer is known to be right, so that retrieval can be skipped). `logprob`: ln of
   * the probability the trained small model gave these words; null if not reported or from another
   * model.
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
  /** Null if no large model is configured; using it then throws `remote-not-configured`. */
  large: ChatModel | null;
  retriever: Retriever;
  embedder: Embedder;
  /** Null if the encoder has no heads; the small language model then reads. */
  reader: PassageReader | null;
  /** Configured search services; the library's own modes always exist and are not listed. */
  tools: readonly SearchTool[];
  /** Null until a predictor is trained on the person's own questions. */
  router: SourceRouter | null;
  /** Absent: nothing was learned, so the large model is asked as the settings say. */
  worth?: WorthJudge | null;
  /** The run's language, with the words of its library. */
  language: (words: LibraryWords) => Language;
  clock: Clock;
}
