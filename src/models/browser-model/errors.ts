/** The API throws DOMExceptions with the names of its draft. */
import { AppError, type ErrorCode } from "../../log/errors.ts";

const byName: Readonly<Record<string, ErrorCode>> = {
  AbortError: "stopped",
  NetworkError: "download-failed",
  InvalidStateError: "model-not-loaded",
};

export function browserModelError(thrown: unknown, fallback: ErrorCode): AppError {
  if (thrown instanceof AppError) return thrown;
  const { name = "", message = String(thrown) } = thrown instanceof Error ? thrown : {};
  if (name === "QuotaExceededError") return contextTooLong(thrown);
  const code = byName[name] ?? fallback;
  const params = { name, message: message.slice(0, 300) };
  return new AppError(code, params, { retryable: code === "download-failed", cause: thrown });
}

/** The quota is that of the context, not of the disk. */
function contextTooLong(thrown: unknown): AppError {
  const count = (name: string) => {
    const value: unknown =
      typeof thrown === "object" && thrown !== null ? Reflect.get(thrown, name) : null;
    return typeof value === "number" && Number.isFinite(value) ? Math.ceil(value) : null;
  };
  const params = { promptTokens: count("requested"), contextTokens: count("quota") };
  return new AppError("context-too-long", params, { cause: thrown });
}
