/** The part of the Prompt API that is used, after the IDL of its draft (November 2026). */

export type Availability = "unavailable" | "downloadable" | "downloading" | "available";

export interface PromptMessage {
  role: "system" | "user" | "assistant";
  content: string;
  /** The answer goes on from it; only in the last message, of the assistant. */
  prefix?: boolean;
}

export interface CoreOptions {
  samplingMode?: "most-predictable" | "balanced";
  expectedInputs?: readonly { type: "text"; languages: readonly string[] }[];
  expectedOutputs?: readonly { type: "text"; languages: readonly string[] }[];
}

export interface CreateOptions extends CoreOptions {
  signal?: AbortSignal;
  monitor?: (monitor: EventTarget) => void;
  initialPrompts?: readonly PromptMessage[];
}

export interface PromptOptions {
  /** A JSON schema, or a regular expression. */
  responseConstraint?: object;
  /** Leaves the constraint out of the prompt. */
  omitResponseConstraintInput?: boolean;
  signal?: AbortSignal;
}

export interface Session {
  promptStreaming(input: readonly PromptMessage[], options?: PromptOptions): ReadableStream<string>;
  measureContextUsage(input: readonly PromptMessage[]): Promise<number>;
  readonly contextUsage: number;
  /** May be infinite. */
  readonly contextWindow: number;
  clone(options?: { signal?: AbortSignal }): Promise<Session>;
  destroy(): void;
}

export interface PromptApi {
  availability(options?: CoreOptions): Promise<Availability>;
  create(options?: CreateOptions): Promise<Session>;
}

/** Null in browsers that have none, in workers, and in pages that are not secure. */
export function promptApi(): PromptApi | null {
  const found: unknown = Reflect.get(globalThis, "LanguageModel");
  return isPromptApi(found) ? found : null;
}

function isPromptApi(value: unknown): value is PromptApi {
  if (typeof value !== "function") return false;
  return ["availability", "create"].every((name) => typeof Reflect.get(value, name) === "function");
}
