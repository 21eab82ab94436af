import * as z from "zod/mini";
import { AppError, type ErrorCode } from "../../log/errors.ts";
import { type RemoteSettings, redact } from "./settings.ts";

export interface HttpFailure {
  url: string;
  status: number;
  headers: Headers;
  body: string;
}

export interface ServerError {
  message: string;
  labels: readonly string[];
  field: string;
  status: number | null;
}

const label = z.optional(z.nullable(z.union([z.string(), z.number()])));
const inner = z.looseObject({
  message: z.optional(z.nullable(z.unknown())),
  code: label,
  type: label,
  status: label,
  param: z.optional(z.nullable(z.string())),
});
const outer = z.looseObject({
  error: z.optional(z.union([inner, z.string()])),
  message: z.optional(z.unknown()),
  detail: z.optional(z.unknown()),
  type: label,
  code: label,
});

/** Reads OpenAI's errors, FastAPI's `detail`, Google's list, plain text and HTML. */
export function readServerError(body: string): ServerError {
  const parsed = outer.safeParse(firstOf(json(body)));
  if (!parsed.success) {
    return { message: plainText(body), labels: [], field: "", status: null };
  }
  const { error, message, detail } = parsed.data;
  const from = typeof error === "object" ? error : { ...parsed.data, param: null, status: null };
  const labels = [from.code, from.type, from.status].filter((one) => one != null);
  const text = typeof error === "string" ? error : (from.message ?? message ?? detail);
  const code = Number(from.code);
  return {
    message: typeof text === "string" ? text : JSON.stringify(text ?? ""),
    labels: labels.map((one) => String(one).toLowerCase()),
    field: from.param ?? "",
    status: code >= 400 && code < 600 ? code : null,
  };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : value;
}

function plainText(body: string): string {
  const title = /<title>([^<]*)<\/title>/i.exec(body)?.[1];
  return (title ?? (body.trimStart().startsWith("<") ? "" : body)).trim();
}

const unknownModel =
  /model.{0,120}(not.?found|does ?n[o']t exist|not exist)|(invalid|unknown|no such|not a valid) model|no models? (?:is |are )?loaded/is;
const noMoney =
  /insufficient.?(quota|balance|funds|credit)|credit balance|out of credits?|billing.?(hard)?.?limit|exceeded your current quota|payment required/i;
const tooLong =
  /context.?(length|window|size)|maximum context|too many tokens|prompt is too long|exceeds? the (available )?context/i;

function codeOf(status: number, error: ServerError, waitToldMs: number | null): ErrorCode {
  const text = `${error.labels.join(" ")} ${error.message}`;
  const hasLabel = (name: string) => error.labels.some((one) => one === name);
  if (hasLabel("model_not_found")) return "remote-model-unknown";
  if (status === 402 || hasLabel("insufficient_quota")) return "remote-quota-exhausted";
  // Google words its per-minute limit like an empty account, but says when to retry.
  if (status === 429) {
    return noMoney.test(text) && waitToldMs === null
      ? "remote-quota-exhausted"
      : "remote-rate-limited";
  }
  if (noMoney.test(text) && status < 500) return "remote-quota-exhausted";
  if (status === 401 || status === 403) return "remote-unauthorised";
  if (status === 404 || status === 405) {
    return unknownModel.test(text) ? "remote-model-unknown" : "remote-path-not-found";
  }
  if (status === 413 || (status < 500 && tooLong.test(text))) return "context-too-long";
  if (status === 408) return "remote-timeout";
  if (status >= 500) return "remote-server-error";
  return unknownModel.test(text) ? "remote-model-unknown" : "remote-bad-response";
}

const retryable: ReadonlySet<ErrorCode> = new Set([
  "remote-rate-limited",
  "remote-server-error",
  "remote-timeout",
  "remote-stream-cut",
  "remote-unreachable-or-cors",
]);

/** The answer may still be written, and charged. */
const gaveUpWaiting: ReadonlySet<number> = new Set([408, 504, 524]);

/** True if the refusal reports usage, which may be charged. */
export function tellsUsage({ body }: HttpFailure): boolean {
  return /"(?:prompt|completion|input|output|total)_tokens"\s*:\s*"?0*[1-9]/u.test(body);
}

/**
 * The server refused before generating, or was never reached: the call may be retried and costs
 * nothing under a cap.
 */
export function isUncharged(error: AppError): boolean {
  return error.params["charged"] === false;
}

/** Contains the URL, the status and the server's message, without secrets. */
export function httpError(
  failure: HttpFailure,
  settings: RemoteSettings,
  epochMs: number,
): AppError {
  const error = readServerError(failure.body);
  const status = failure.status === 200 ? (error.status ?? 500) : failure.status;
  const retryAfterMs = retryAfter(failure, epochMs);
  const code = codeOf(status, error, retryAfterMs);
  const refused = failure.status !== 200 && !gaveUpWaiting.has(status) && !tellsUsage(failure);
  return new AppError(
    code,
    {
      url: failure.url,
      status,
      model: settings.model,
      message: redact(error.message, settings).slice(0, 500),
      retryAfterMs,
      charged: refused ? false : null,
    },
    { retryable: retryable.has(code) && failure.headers.get("x-should-retry") !== "false" },
  );
}

/** In milliseconds, never negative; null if absent or malformed. */
export function retryAfter(failure: HttpFailure, epochMs: number): number | null {
  const milliseconds = amountOf(failure.headers.get("retry-after-ms"));
  if (milliseconds !== null) return milliseconds;
  const header = failure.headers.get("retry-after");
  const seconds = amountOf(header);
  if (seconds !== null) return seconds * 1000;
  // `Date.parse` would also accept "-5".
  const date = header !== null && /^\s*[a-z]{3}/iu.test(header) ? Date.parse(header) : Number.NaN;
  if (Number.isFinite(date)) return Math.max(0, date - epochMs);
  // Google sends "retryDelay": "31s", only in the body.
  const delay = amountOf(/"retryDelay"\s*:\s*"([\d.]{1,20})s"/.exec(failure.body)?.[1] ?? null);
  return delay === null ? null : delay * 1000;
}

/** `Number` reads "" as 0; very long digits are no duration. */
function amountOf(text: string | null): number | null {
  return text !== null && /^\s*\d{1,15}(?:\.\d{1,15})?\s*$/u.test(text) ? Number(text) : null;
}

/** Node's causes that prove that nothing was sent; browsers hide them. */
const neverSent: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const withCode = z.looseObject({ code: z.string() });
const withCause = z.looseObject({ cause: z.unknown() });

export function networkError(url: string, thrown: unknown): AppError {
  const cause = withCause.safeParse(thrown);
  const code = withCode.safeParse(cause.success ? cause.data.cause : null);
  const reason = code.success ? code.data.code : null;
  const charged = reason !== null && neverSent.has(reason) ? false : null;
  return new AppError(
    "remote-unreachable-or-cors",
    { url, reason, charged },
    { retryable: true, cause: thrown },
  );
}

/** Nothing was sent to the new address, whose origin a browser hides, so nothing is charged. */
export function movedElsewhere(url: string, location: string | null): AppError {
  const known = location !== null && URL.canParse(location, url);
  const movedTo = known ? new URL(location, url).origin : null;
  return new AppError("remote-address-moved", { url, movedTo, charged: false });
}

export function badResponse(url: string, reason: string, contentType = ""): AppError {
  return new AppError("remote-bad-response", { url, reason, contentType });
}
