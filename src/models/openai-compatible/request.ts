import * as z from "zod/mini";
import type { ChatMessage } from "../../log/types.ts";
import type { ChatRequest, Constraint, ModelAbilities } from "../../runtime/ports.ts";
import { type JsonSchema, objectSchema, schemaOf } from "../constraint/json-schema.ts";
import type { HttpFailure } from "./errors.ts";
import { readServerError } from "./errors.ts";
import { presetOf } from "./presets.ts";
import type { RemoteSettings } from "./settings.ts";

/** Begins with the preset's options and loses those that are refused. */
export interface Dialect {
  maxTokensField: "max_tokens" | "max_completion_tokens";
  temperature: boolean;
  stop: boolean;
  streamOptions: boolean;
  logprobs: boolean;
  reasoningEffort: boolean;
  /** A server is first asked for JSON by schema, then for any JSON, then for none. */
  constraints: "none" | "json-object" | "json-schema" | "gbnf";
  /** `instruction`: the prompt asks for the beginning in words. */
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
    constraints: settings.constraints ?? preset?.constraints ?? "json-schema",
    prefix: settings.prefix ?? preset?.prefix ?? "instruction",
  };
}

/** Room for `{"answer": ""}` around a choice. */
const wrappingTokens = 16;
/** OpenAI's maximum; further stops are cut here. */
const maxStops = 4;
const topLogprobs = 5;

export type RequestBody = Record<string, unknown>;

export function requestBody(
  request: ChatRequest,
  settings: RemoteSettings,
  dialect: Dialect,
): RequestBody {
  const held = constraintFields(request.constraint, dialect);
  const isJson = "response_format" in held;
  const wrapping = isJson && request.constraint?.kind === "choice" ? wrappingTokens : 0;
  return {
    model: settings.model,
    messages: messagesOf(request, dialect, isJson),
    stream: true,
    [dialect.maxTokensField]: request.maxTokens + settings.reasoningTokens + wrapping,
    ...(dialect.streamOptions && { stream_options: { include_usage: true } }),
    ...(dialect.temperature && { temperature: request.temperature }),
    // Some servers write JSON over several lines: a line break must not end it.
    ...(dialect.stop &&
      !isJson &&
      request.stop.length > 0 && { stop: request.stop.slice(0, maxStops) }),
    ...(dialect.logprobs &&
      wantsLogprobs(request) && { logprobs: true, top_logprobs: topLogprobs }),
    ...(dialect.reasoningEffort &&
      settings.reasoningEffort !== null && { reasoning_effort: settings.reasoningEffort }),
    ...held,
  };
}

/** Some servers refuse them, and they enlarge the response. */
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

function messagesOf(request: ChatRequest, dialect: Dialect, isJson: boolean): ChatMessage[] {
  const messages = request.messages.map(({ role, content }) => ({ role, content }));
  const begun = isJson ? "" : begunJson(request, dialect);
  const prefix = (request.assistantPrefix ?? "") || begun;
  if (prefix === "") return messages;
  if (dialect.prefix === "continue") return [...messages, { role: "assistant", content: prefix }];
  const wish = `Begin your answer with exactly this text and continue from it: ${prefix}`;
  const last = messages.at(-1);
  // Some chat templates refuse two user messages in a row.
  if (last?.role !== "user") return [...messages, { role: "user", content: wish }];
  return [...messages.slice(0, -1), { role: "user", content: `${last.content}\n\n${wish}` }];
}

/** Empty unless the server continues a beginning; then the examples must do. */
function begunJson({ constraint }: ChatRequest, { prefix }: Dialect): string {
  return constraint?.kind === "json" && prefix === "continue" ? constraint.begin : "";
}

export function sentBeginning(request: ChatRequest, body: RequestBody, dialect: Dialect): string {
  return isConstrained(body) ? "" : begunJson(request, dialect);
}

export const choiceField = "answer";

function constraintFields(constraint: Constraint | undefined, dialect: Dialect): RequestBody {
  const { constraints } = dialect;
  if (constraint === undefined || constraints === "none") return {};
  if (constraint.kind === "json") {
    if (constraints === "json-object") return { response_format: { type: "json_object" } };
    return responseFormat(constraint.name, schemaOf(constraint.shape));
  }
  if (constraints === "gbnf") {
    const grammar = gbnfOf(constraint);
    return grammar === null ? {} : { grammar };
  }
  if (constraints !== "json-schema" || constraint.kind !== "choice") return {};
  const choice = { type: "string", enum: [...constraint.options] };
  return responseFormat("choice", objectSchema({ [choiceField]: choice }));
}

function responseFormat(name: string, schema: JsonSchema): RequestBody {
  return {
    response_format: { type: "json_schema", json_schema: { name, strict: true, schema } },
  };
}

/** llama.cpp's grammar. Spans stay free, since they need a rule per word of every passage. */
function gbnfOf(constraint: Exclude<Constraint, { kind: "json" }>): string | null {
  if (constraint.kind === "grammar") return constraint.grammar;
  if (constraint.kind === "span") return null;
  return `root ::= ${constraint.options.map(gbnfLiteral).join(" | ")}`;
}

function gbnfLiteral(text: string): string {
  const escaped = text.replace(/["\\]/g, "\\$&").replace(/\n/g, "\\n").replace(/\r/g, "\\r");
  return `"${escaped}"`;
}

/** The output then needs no repair. */
export function isConstrained(body: RequestBody): boolean {
  return "grammar" in body || "response_format" in body;
}

const refusal =
  /unsupported|not supported|not permitted|forbidden|unrecogni[sz]ed|unknown|unexpected|not allowed|do(?:es)?(?: not|n't) support|not compatible|incompatible|no longer|instead|extra/i;
/** The limit itself is too high: the other field name would not help. */
const tooMuch = /too (large|high|long|many|big)|maximum|at most|context/i;

interface Way {
  fields: readonly string[];
  words?: RegExp;
  unless?: RegExp;
  /** If it matches, only this request is affected. */
  onlyNow?: RegExp;
  change: (dialect: Dialect) => Dialect;
}

const nextBest = {
  gbnf: "json-schema",
  "json-schema": "json-object",
  "json-object": "none",
  none: "none",
} as const satisfies Record<Dialect["constraints"], Dialect["constraints"]>;

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
    fields: ["response_format", "json_schema", "JSON schema", "grammar"],
    words: /pars|invalid|schema|must|unavailable|support/i,
    // The server refuses only this schema or grammar, or wants JSON named in the prompt.
    onlyNow: /pars|conversion|invalid (?:json )?(?:schema|grammar)|the word '?json/i,
    change: (dialect) => ({ ...dialect, constraints: nextBest[dialect.constraints] }),
  },
  {
    fields: ["prefill", "last message", "trailing assistant", "end with a user message"],
    words: /must|cannot|expected/i,
    change: (dialect) => ({ ...dialect, prefix: "instruction" }),
  },
];

/**
 * Infers abilities from an answer's first character; empty if they were not asked for or nothing
 * came.
 */
export function shownBy(
  body: RequestBody,
  answer: { first: string; logprobs: boolean },
): Partial<ModelAbilities> {
  const { first, logprobs } = answer;
  if (first === "") return {};
  const bySchema = responseType.safeParse(body["response_format"]).success;
  return {
    // A model that thinks aloud begins with a tag.
    ...(bySchema && first !== "<" && { jsonSchema: first === "{" }),
    ...("logprobs" in body && { logprobs }),
  };
}

const responseType = z.looseObject({ type: z.literal("json_schema") });

export interface Adaptation {
  change: (dialect: Dialect) => Dialect;
  lasting: boolean;
}

/** Null without a fallback. `tried` prevents loops with servers that refuse both forms. */
export function adapt(
  dialect: Dialect,
  body: RequestBody,
  failure: HttpFailure,
  tried: readonly Dialect[],
): Adaptation | null {
  // llama-cpp-python answers 500 to requests for log-probabilities.
  if (![400, 422, 500, 501].includes(failure.status)) return null;
  const error = readServerError(failure.body);
  const isNew = (next: Dialect) => !tried.some((one) => sameDialect(one, next));
  for (const way of ways) {
    if (!way.fields.some((field) => names(field, error.field, failure.body))) continue;
    if (way.unless?.test(error.message)) continue;
    const refused = refusal.test(failure.body) || way.words?.test(failure.body) === true;
    if (error.field === "" && !refused) continue;
    const change = changeFor(way, body);
    if (!isNew(change(dialect))) continue;
    return { change, lasting: way.onlyNow?.test(error.message) !== true };
  }
  if (failure.status >= 500 || !hasExtras(body) || !mayBeExtras(error.message)) return null;
  return isNew(bare(dialect)) ? { change: bare, lasting: true } : null;
}

/** With GBNF, JSON is requested by schema anyway. */
function changeFor({ change }: Way, body: RequestBody): Way["change"] {
  return (dialect) => {
    const next = change(dialect);
    const same = dialect.constraints === "gbnf" && next.constraints === "json-schema";
    return same && "response_format" in body ? change(next) : next;
  };
}

/** Drops everything optional after an unspecific "bad request". */
function bare(dialect: Dialect): Dialect {
  return { ...dialect, logprobs: false, constraints: "none" };
}

function hasExtras(body: RequestBody): boolean {
  return "logprobs" in body || isConstrained(body);
}

function mayBeExtras(message: string): boolean {
  return !/context|token|model|quota|balance|credit|key|content|messages/i.test(message);
}

function names(field: string, told: string, body: string): boolean {
  if (told !== "") return told.split(/[.[\]]/).includes(field);
  // "stop" is also an English word: as a field it is quoted.
  if (field === "stop") return /['"`]stop\\?['"`]/.test(body);
  return body.includes(field);
}

export function sameDialect(one: Dialect, other: Dialect): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Known per endpoint and model; lives as long as the page. */
export class DialectMemory {
  readonly #known = new Map<string, Dialect>();
  readonly #seen = new Map<string, Partial<ModelAbilities>>();

  recall(settings: RemoteSettings): Dialect {
    return this.#known.get(keyOf(settings)) ?? firstDialect(settings);
  }

  /** Call only after a request in this dialect was accepted. */
  remember(settings: RemoteSettings, dialect: Dialect): void {
    this.#known.set(keyOf(settings), dialect);
  }

  /** The newest observation counts: a server may have been updated. */
  saw(settings: RemoteSettings, shown: Partial<ModelAbilities>): void {
    const key = keyOf(settings);
    this.#seen.set(key, { ...this.#seen.get(key), ...shown });
  }

  /** Refused abilities are false; accepted ones are null until an answer shows them. */
  abilities(settings: RemoteSettings): ModelAbilities {
    const { constraints, logprobs } = this.recall(settings);
    const seen = this.#seen.get(keyOf(settings)) ?? {};
    const takesSchema = constraints === "json-schema" || constraints === "gbnf";
    return {
      jsonSchema: takesSchema ? (seen.jsonSchema ?? null) : false,
      logprobs: logprobs ? (seen.logprobs ?? null) : false,
    };
  }
}

function keyOf(settings: RemoteSettings): string {
  const { baseUrl, model, maxTokensField, constraints, prefix } = settings;
  return JSON.stringify([baseUrl, model, maxTokensField, constraints, prefix]);
}
