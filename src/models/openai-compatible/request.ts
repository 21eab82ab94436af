/** One ChatRequest as a request body, in the dialect the server was found to speak. */

import type { ChatMessage } from "../../log/types.ts";
import type { ChatRequest, Constraint } from "../../runtime/ports.ts";
import type { HttpFailure } from "./errors.ts";
import { readServerError } from "./errors.ts";
import { presetOf } from "./presets.ts";
import type { RemoteSettings } from "./settings.ts";

/** What this endpoint takes for this model. Begins by preset, changes by what it refuses. */
export interface Dialect {
  maxTokensField: "max_tokens" | "max_completion_tokens";
  temperature: boolean;
  stop: boolean;
  streamOptions: boolean;
  logprobs: boolean;
  reasoningEffort: boolean;
  constraints: "none" | "json-schema" | "gbnf";
  /** `continue`: a trailing assistant message is continued; else the beginning is asked for in words. */
  prefix: "instruction" | "continue";
}

export function firstDialect(settings: RemoteSettings): Dialect {
  const preset = presetOf(settings);
  return {
    maxTokensField: settings.maxTokensField ?? preset?.maxTokensField ?? "max_tokens",
    temperature: true,
    stop: true,
    streamOptions: true,
    logprobs: true,
    reasoningEffort: true,
    constraints: settings.constraints ?? preset?.constraints ?? "none",
    prefix: settings.prefix ?? preset?.prefix ?? "instruction",
  };
}

/** Most stop sequences OpenAI's API takes; the rest is cut on this side. */
const maxStops = 4;
/** Alternatives asked for at each token, enough to see a choice's options. */
const topLogprobs = 5;

export type RequestBody = Record<string, unknown>;

export function requestBody(
  request: ChatRequest,
  settings: RemoteSettings,
  dialect: Dialect,
): RequestBody {
  return {
    model: settings.model,
    messages: messagesOf(request, dialect),
    stream: true,
    [dialect.maxTokensField]: request.maxTokens + settings.reasoningTokens,
    ...(dialect.streamOptions && { stream_options: { include_usage: true } }),
    ...(dialect.temperature && { temperature: request.temperature }),
    ...(dialect.stop && request.stop.length > 0 && { stop: request.stop.slice(0, maxStops) }),
    ...(dialect.logprobs &&
      wantsLogprobs(request) && { logprobs: true, top_logprobs: topLogprobs }),
    ...(dialect.reasoningEffort &&
      settings.reasoningEffort !== null && { reasoning_effort: settings.reasoningEffort }),
    ...constraintFields(request.constraint, dialect),
  };
}

/** Only where a confidence is read off them: some servers refuse them, and all send more bytes. */
export function wantsLogprobs(request: ChatRequest): boolean {
  const kind = request.constraint?.kind;
  return (
    request.logprobs === true ||
    kind === "choice" ||
    kind === "span" ||
    request.purpose === "decide" ||
    request.purpose === "read"
  );
}

function messagesOf(request: ChatRequest, dialect: Dialect): ChatMessage[] {
  const messages = request.messages.map(({ role, content }) => ({ role, content }));
  const prefix = request.assistantPrefix ?? "";
  if (prefix === "") return messages;
  if (dialect.prefix === "continue") return [...messages, { role: "assistant", content: prefix }];
  const wish = `Begin your answer with exactly this text and continue from it: ${prefix}`;
  const last = messages.at(-1);
  // Two user messages in a row are refused by some chat templates.
  if (last?.role !== "user") return [...messages, { role: "user", content: wish }];
  return [...messages.slice(0, -1), { role: "user", content: `${last.content}\n\n${wish}` }];
}

/** The field a choice is wrapped in where a server can only be held to JSON. */
export const choiceField = "answer";

function constraintFields(constraint: Constraint | undefined, dialect: Dialect): RequestBody {
  if (constraint === undefined) return {};
  if (dialect.constraints === "gbnf") {
    const grammar = gbnfOf(constraint);
    return grammar === null ? {} : { grammar };
  }
  if (dialect.constraints === "json-schema" && constraint.kind === "choice") {
    const schema = {
      type: "object",
      properties: { [choiceField]: { type: "string", enum: [...constraint.options] } },
      required: [choiceField],
      additionalProperties: false,
    };
    return {
      response_format: {
        type: "json_schema",
        json_schema: { name: "choice", strict: true, schema },
      },
    };
  }
  return {};
}

/** llama.cpp's own grammars; spans would need a rule per word of every passage and go unconstrained. */
function gbnfOf(constraint: Constraint): string | null {
  if (constraint.kind === "grammar") return constraint.grammar;
  if (constraint.kind === "span") return null;
  return `root ::= ${constraint.options.map(gbnfLiteral).join(" | ")}`;
}

function gbnfLiteral(text: string): string {
  const escaped = text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r");
  return `"${escaped}"`;
}

/** True when the server is held to the constraint, so that the output needs no repair. */
export function isConstrained(body: RequestBody): boolean {
  return "grammar" in body || "response_format" in body;
}

const refusal =
  /unsupported|not supported|not permitted|forbidden|unrecogni[sz]ed|unknown|unexpected|not allowed|does not support|not compatible|incompatible|no longer|instead|extra/i;
/** A limit that is too high in either form; the other name for it would not help. */
const tooMuch = /too (large|high|long|many|big)|maximum|at most|context/i;

/** A way out of a refusal: the fields it names, and the dialect without them. */
interface Way {
  fields: readonly string[];
  /** Words of refusal that only this field meets, beside the usual ones. */
  words?: RegExp;
  unless?: RegExp;
  /** When this matches, the trouble is in this one request: nothing to remember. */
  onlyNow?: RegExp;
  change: (dialect: Dialect) => Dialect;
}

const ways: readonly Way[] = [
  {
    fields: ["max_tokens", "max_completion_tokens"],
    unless: tooMuch,
    change: (dialect) => ({
      ...dialect,
      maxTokensField:
        dialect.maxTokensField === "max_tokens" ? "max_completion_tokens" : "max_tokens",
    }),
  },
  { fields: ["temperature"], change: (dialect) => ({ ...dialect, temperature: false }) },
  { fields: ["stop"], change: (dialect) => ({ ...dialect, stop: false }) },
  { fields: ["stream_options"], change: (dialect) => ({ ...dialect, streamOptions: false }) },
  {
    fields: ["logprobs", "top_logprobs"],
    change: (dialect) => ({ ...dialect, logprobs: false }),
  },
  {
    fields: ["reasoning_effort"],
    change: (dialect) => ({ ...dialect, reasoningEffort: false }),
  },
  {
    fields: ["response_format", "json_schema", "grammar"],
    words: /pars|invalid|schema/i,
    onlyNow: /pars|invalid/i,
    change: (dialect) => ({ ...dialect, constraints: "none" }),
  },
  {
    fields: ["prefill", "last message", "trailing assistant", "end with a user message"],
    words: /must|cannot|expected/i,
    change: (dialect) => ({ ...dialect, prefix: "instruction" }),
  },
];

/** What to try after a refusal, and whether to remember it for later calls. */
export interface Adaptation {
  change: (dialect: Dialect) => Dialect;
  lasting: boolean;
}

/**
 * The way out of this refusal, or null when it is about something else. `tried` keeps
 * a server that refuses both forms from looping.
 */
export function adapt(
  dialect: Dialect,
  body: RequestBody,
  failure: HttpFailure,
  tried: readonly Dialect[],
): Adaptation | null {
  // 500 because llama-cpp-python answers so when asked for log-probabilities it does not keep.
  if (![400, 422, 500, 501].includes(failure.status)) return null;
  const error = readServerError(failure.body);
  const isNew = (next: Dialect) => !tried.some((one) => sameDialect(one, next));
  for (const way of ways) {
    if (!way.fields.some((field) => names(field, error.field, failure.body))) continue;
    if (way.unless?.test(error.message)) continue;
    const refused = refusal.test(failure.body) || way.words?.test(failure.body) === true;
    if (error.field === "" && !refused) continue;
    if (!isNew(way.change(dialect))) continue;
    return { change: way.change, lasting: way.onlyNow?.test(error.message) !== true };
  }
  if (failure.status >= 500 || !hasExtras(body) || !mayBeExtras(error.message)) return null;
  return isNew(bare(dialect)) ? { change: bare, lasting: true } : null;
}

/** After a plain "bad request": once more without everything that is not essential. */
function bare(dialect: Dialect): Dialect {
  return { ...dialect, logprobs: false, constraints: "none" };
}

function hasExtras(body: RequestBody): boolean {
  return "logprobs" in body || isConstrained(body);
}

/** Not when the server said plainly that the trouble is elsewhere. */
function mayBeExtras(message: string): boolean {
  return !/context|token|model|quota|balance|credit|key|content|messages/i.test(message);
}

function names(field: string, told: string, body: string): boolean {
  if (told !== "") return told.split(/[.[\]]/).includes(field);
  // "stop" is also an English word: as a field it is quoted, in JSON or in prose.
  if (field === "stop") return /['"`]stop\\?['"`]/.test(body);
  return body.includes(field);
}

export function sameDialect(one: Dialect, other: Dialect): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Remembers what each endpoint takes for each model, for as long as the page lives. */
export class DialectMemory {
  readonly #known = new Map<string, Dialect>();

  recall(settings: RemoteSettings): Dialect {
    return this.#known.get(keyOf(settings)) ?? firstDialect(settings);
  }

  /** Call only after a request in this dialect was accepted. */
  remember(settings: RemoteSettings, dialect: Dialect): void {
    this.#known.set(keyOf(settings), dialect);
  }
}

function keyOf(settings: RemoteSettings): string {
  const { baseUrl, model, maxTokensField, constraints, prefix } = settings;
  return JSON.stringify([baseUrl, model, maxTokensField, constraints, prefix]);
}
