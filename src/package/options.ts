/** The options of `open` and `ask`, checked before anything is loaded. */
import * as z from "zod/mini";
import { bounded, capBounds, threadBounds } from "../log/setting-bounds.ts";
import { modelRef, planChoice, privacyLevel, tier, tierChoice, visibility } from "../log/types.ts";
import type { ControlValue } from "../runtime/controls.ts";
import type { MethodInfo } from "../runtime/method.ts";
import type {
  ChatModel,
  Embedder,
  PassageReader,
  Retriever,
  SearchTool,
} from "../runtime/ports.ts";
import { readOptions } from "./invalid.ts";
import { ModelServer } from "./server.ts";

/** A question and what was answered to it. */
export interface Turn {
  question: string;
  /** Marks such as [1] are left out; default: none. */
  answer?: string | undefined;
}

export interface AskOptions {
  /**
   * Earlier turns, oldest first: “its” and “What about Chile?” are read with them. The log has the
   * question that was asked.
   */
  after?: readonly Turn[] | undefined;
  /** Stops the run; what was found until then is in its result. */
  signal?: AbortSignal | undefined;
  /** A setup of the method, by its id; default: the page's, which uses a large model if it can. */
  preset?: string | undefined;
  /** The model of each stage, over the preset's; without a preset, the others are small. */
  stages?:
    | {
        plan?: "off" | "small" | "large" | "decide" | undefined;
        read?: "small" | "large" | undefined;
        conclude?: "small" | "large" | "decide" | undefined;
      }
    | undefined;
  /** Other settings by their path, as `--set` of the command line: `{ "retrieval.k": 8 }`. */
  settings?: Readonly<Record<string, ControlValue>> | undefined;
  /** The cap of one question, in US dollars, 0 to 10,000; default: no cap. */
  budget?: { usd: number } | undefined;
  /** Limits what may leave this machine; default: everything that a stage needs. */
  privacy?: "everything" | "no-passages" | "no-findings" | "nothing" | undefined;
}

/** Heads are optional: without them the small model reads. */
export type OwnEncoder = Embedder & { readonly reader?: PassageReader | null };

export interface OpenOptions extends Omit<AskOptions, "after"> {
  /**
   * A JSONL file with {id, title, text} a line, a folder of documents, an embedded library by its
   * id, or a retriever; default: the embedded library.
   */
  library?: string | Retriever | undefined;
  /**
   * A folder laid out like `hopwise-models`, or the address of a hosted page of this version, whose
   * files are then kept on disk; default: HOPWISE_MODELS, then that package.
   */
  models?: string | undefined;
  /** An id of the catalogue, the folder of a built model (with a slash), a server, or a model. */
  small?: string | ModelServer | ChatModel | undefined;
  large?: ModelServer | ChatModel | undefined;
  /** An id or folder as for `small`; beside a retriever of one's own, an encoder. */
  encoder?: string | OwnEncoder | undefined;
  /** An id, or an object of `defineMethod`. */
  method?: string | MethodInfo | undefined;
  /** Search services of one's own; a preset or setting chooses one by its id. */
  tools?: readonly SearchTool[] | undefined;
  /** Computes the vectors of a large library before the first answer; they are kept on disk. */
  vectors?: boolean | undefined;
  /** For the small models, 1 to 32; default 2. */
  threads?: number | undefined;
  /** Here it stops the loading. */
  signal?: AbortSignal | undefined;
}

const has = (value: unknown, ...names: readonly string[]) =>
  typeof value === "object" &&
  value !== null &&
  names.every((name) => name in value && typeof Reflect.get(value, name) === "function");
const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

const text = z.string().check(z.minLength(1));
const chatModel = z.custom<ChatModel>(
  (value) => has(value, "generate") && modelRef.safeParse(field(value, "ref")).success,
);
const server = z.custom<ModelServer>((value) => value instanceof ModelServer);
const libraryRef = z.object({
  id: z.string(),
  title: z.string(),
  edition: z.string(),
  passages: z.int(),
  visibility,
});
const retriever = z.custom<Retriever>(
  (value) =>
    has(value, "retrieve", "passage") && libraryRef.safeParse(field(value, "library")).success,
);
const encoder = z.custom<OwnEncoder>((value) => has(value, "embed"));
const searchTool = z.custom<SearchTool>((value) => has(value, "search"));
const method = z.custom<MethodInfo>(
  (value) => has(value, "shape", "uses", "load") && typeof field(value, "id") === "string",
);
const signal = z.custom<AbortSignal>((value) => has(value, "addEventListener"));

const askShape = {
  signal: z.optional(signal),
  preset: z.optional(text),
  stages: z.optional(
    z.strictObject({
      plan: z.optional(planChoice),
      read: z.optional(tier),
      conclude: z.optional(tierChoice),
    }),
  ),
  settings: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  budget: z.optional(z.strictObject({ usd: bounded(capBounds) })),
  privacy: z.optional(privacyLevel),
};

const askOptions = z.strictObject({
  ...askShape,
  after: z.optional(
    z.array(z.strictObject({ question: z.string(), answer: z.optional(z.string()) })),
  ),
});

const openOptions = z.strictObject({
  ...askShape,
  library: z.optional(z.union([text, retriever])),
  models: z.optional(text),
  small: z.optional(z.union([text, server, chatModel])),
  large: z.optional(z.union([server, chatModel])),
  encoder: z.optional(z.union([text, encoder])),
  method: z.optional(z.union([text, method])),
  tools: z.optional(z.array(searchTool)),
  vectors: z.optional(z.boolean()),
  threads: z.optional(z.int().check(z.gte(1), z.lte(threadBounds.max))),
});

const model = "an object of openAICompatible, or a model with `ref` and `generate`";

/** The form of each option, in words. */
export const wanted: Readonly<Record<string, string>> = {
  library:
    "a JSONL file, a folder of documents, the id of an embedded library, or a retriever with `library`, `retrieve` and `passage`",
  models: "a folder with models/catalogue.json, or the address of a page",
  small: `an id of the catalogue, a folder with a slash, ${model}`,
  large: model,
  encoder:
    "an id of the catalogue, a folder with a slash, or, beside a retriever of one's own, an object with `embed`",
  method: "the id of a method, or an object of defineMethod",
  preset: "the id of one of the method's presets",
  stages:
    "{ plan?, read?, conclude? } with stages whose model the method lets one choose, each “small” or “large”; plan and conclude also “decide”, plan also “off”",
  settings: "paths of settings with values that they allow",
  budget: "{ usd } from 0 to 10,000",
  privacy: privacyLevel.options.map((level) => `“${level}”`).join(", "),
  tools: "a list of search services with `ref` and `search`",
  vectors: "true or false",
  threads: `a whole number from 1 to ${threadBounds.max}`,
  after: "a list of { question, answer? }, oldest first",
  signal: "an AbortSignal",
  question: "a text",
  query: "a text",
  k: "a whole number from 1 to 50",
};

/** Throws `option-invalid`. */
export function readOpenOptions(options: unknown) {
  return readOptions(openOptions, options, wanted);
}

/** Throws `option-invalid`. */
export function readAskOptions(options: unknown) {
  return readOptions(askOptions, options, wanted);
}

export type Chosen = Omit<z.output<typeof askOptions>, "after" | "signal">;
