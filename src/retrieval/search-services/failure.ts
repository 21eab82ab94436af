import * as z from "zod/mini";
import { AppError, type ErrorCode, type ErrorData } from "../../log/errors.ts";
import { retryAfter } from "../../models/openai-compatible/errors.ts";

/** An error by status, or inside an answer of status 200. */
export interface Refusal {
  code: ErrorCode;
  /** Defaults to "status". */
  reason?: BadAnswer;
  /** Null if the status was 200. */
  status: number | null;
  message: string;
  hint?: Hint | null;
}

export type Hint =
  | "searxng-json"
  | "opensearch-cors"
  | "elasticsearch-cors"
  | "cluster-red"
  | "no-knn"
  | "no-vectors";

/** If null, the status decides. */
export type ReadRefusal = (status: number, message: string) => Partial<Refusal> | null;

export interface ToolFacts {
  title: string;
  origin: string;
  /** Removed from every message. */
  secrets: readonly string[];
}

export interface AnswerHead {
  status: number;
  headers: Headers;
}

/** After these the same request may succeed. */
const passing: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

export function statusRefusal(status: number, body: string, read: ReadRefusal): Refusal {
  const message = serverWords(body);
  return { code: codeOf(status), status, message, ...read(status, message) };
}

function codeOf(status: number): ErrorCode {
  if (status === 401 || status === 403) return "tool-unauthorised";
  if (status === 402 || status === 429) return "tool-rate-limited";
  if (status === 408) return "tool-timeout";
  return status >= 500 ? "tool-server-error" : "tool-bad-response";
}

export function refusalError(
  tool: ToolFacts,
  refusal: Refusal,
  head: AnswerHead,
  epochMs: number,
): AppError {
  const { code, status, reason = "status", message, hint = null } = refusal;
  const { headers } = head;
  const retryAfterMs = retryAfter({ url: "", body: "", status: head.status, headers }, epochMs);
  const retryable = status === null ? code === "tool-rate-limited" : passing.has(status);
  return toolError(tool, code, { status, reason, message, hint, retryAfterMs }, retryable);
}

/**
 * `sources`: the service's own sources did not answer; `no-text-field`: no text in the configured
 * field.
 */
export type BadAnswer =
  | "cut"
  | "empty"
  | "html"
  | "no-index"
  | "no-text-field"
  | "not-json"
  | "redirect"
  | "shape"
  | "sources"
  | "status"
  | "too-large";

/** Only a broken connection is worth a retry. */
export function badAnswer(tool: ToolFacts, reason: BadAnswer): AppError {
  return toolError(tool, "tool-bad-response", { reason }, reason === "cut");
}

const withCause = z.looseObject({ cause: z.looseObject({ code: z.string() }) });

/** `fetch` failed: no such host, refused, offline, or blocked by the browser (CORS). */
export function unreachable(
  tool: ToolFacts,
  thrown: unknown,
  { refusesPages, corsHint }: { refusesPages: boolean; corsHint: Hint | null },
): AppError {
  const known = withCause.safeParse(thrown);
  const reason = known.success ? known.data.cause.code : null;
  // Browsers hide the cause on purpose.
  const inPage = reason === null;
  const params = {
    reason,
    refusesPages: refusesPages && inPage,
    ...(inPage && corsHint !== null ? { hint: corsHint } : {}),
  };
  return toolError(tool, "tool-unreachable-or-cors", params, true);
}

export function toolError(
  tool: ToolFacts,
  code: ErrorCode,
  params: ErrorData["params"],
  retryable: boolean,
): AppError {
  const { message } = { message: null, ...params };
  const shown = typeof message === "string" ? withoutSecrets(message, tool.secrets) : null;
  const all = { tool: tool.title, url: tool.origin, ...params, message: shown };
  return new AppError(code, all, { retryable });
}

function withoutSecrets(message: string, secrets: readonly string[]): string {
  let clean = message;
  for (const one of secrets.filter((secret) => secret !== "")) {
    clean = clean.replaceAll(one, "[hidden]").replaceAll(encodeURIComponent(one), "[hidden]");
  }
  return clean.slice(0, 300);
}

const words = z.optional(z.nullable(z.unknown()));
const inner = z.looseObject({
  message: words,
  detail: words,
  info: words,
  reason: words,
  caused_by: z.optional(z.looseObject({ reason: words })),
  /** Elasticsearch: the real reason behind "all shards failed". */
  root_cause: z.optional(z.array(z.looseObject({ reason: words }))),
});
const outer = z.looseObject({ error: z.optional(z.unknown()), message: words, detail: words });

/** "" for a web page. */
export function serverWords(body: string): string {
  const parsed = outer.safeParse(json(body));
  if (!parsed.success) return body.trimStart().startsWith("<") ? "" : body.trim();
  const { error, message, detail } = parsed.data;
  const within = inner.safeParse(error);
  const found = within.success
    ? [
        within.data.message,
        within.data.detail,
        within.data.info,
        within.data.root_cause?.[0]?.reason,
        within.data.reason,
        within.data.caused_by?.reason,
      ]
    : [error, message, detail];
  return found.find((one): one is string => typeof one === "string" && one !== "") ?? "";
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
