/** Errors are data. The sentence for each code is in `ui-kit/text/errors.ts`, total by type. */
import * as z from "zod/mini";

export const errorCodes = [
  "question-empty",
  "question-too-long",
  "corpus-line-invalid",
  "corpus-empty",
  "corpus-too-large",
  "document-unsupported",
  "document-damaged",
  "document-encrypted",
  "document-empty",
  "document-too-large",
  "library-full",
  "run-file-invalid",
  "run-file-too-new",
  "run-link-broken",
  "run-link-edition",
  "question-file-too-large",
  "question-file-unreadable",
  /** `codec` if that is what cannot be read. */
  "parquet-unreadable",
  "webgpu-missing",
  "webgpu-no-adapter",
  "webgpu-insecure-context",
  "webgpu-f16-missing",
  "webgpu-limits-too-small",
  "device-lost",
  "out-of-memory",
  "quota-exceeded",
  /**
   * `cause`: "blocked", "failed", "newer-version", "no-answer" or "closed". Retryable except for a
   * newer version.
   */
  "storage-unavailable",
  "download-failed",
  "integrity-failed",
  /** `folder` is the one that was given, or null. */
  "models-not-found",
  "model-unknown",
  "model-load-failed",
  "model-not-loaded",
  "model-nonsense",
  "worker-killed",
  "context-too-long",
  "generation-failed",
  "remote-not-configured",
  "remote-unreachable-or-cors",
  "remote-unauthorised",
  "remote-path-not-found",
  "remote-address-moved",
  "remote-model-unknown",
  "remote-quota-exhausted",
  "remote-rate-limited",
  "remote-timeout",
  "remote-server-error",
  "remote-bad-response",
  "remote-answer-too-large",
  "remote-stream-cut",
  "spending-cap-reached",
  "price-unknown-under-cap",
  /** Has `day`, an ISO date, or `batch`. */
  "spending-record-damaged",
  "library-not-found",
  "retrieval-failed",
  "tool-not-configured",
  "tool-unreachable-or-cors",
  "tool-unauthorised",
  "tool-rate-limited",
  "tool-timeout",
  "tool-server-error",
  "tool-bad-response",
  "router-data-invalid",
  "policy-data-invalid",
  "lab-batch-missing",
  "lab-report-invalid",
  "lab-report-too-new",
  "lab-models-changed",
  "lab-library-changed",
  "settings-illegal",
  "prompt-edit-invalid",
  /** Outside the page: `option` is its name, `reason` a sentence; never a value. */
  "option-invalid",
  "privacy-withheld",
  "run-not-repeatable",
  "stopped",
  "internal",
] as const;

export const errorCode = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCode>;

const errorParams = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Safe in logs, exports and across workers: it never holds a key. */
export interface ErrorData {
  code: ErrorCode;
  retryable: boolean;
  params: z.infer<typeof errorParams>;
}
/** Without the annotation, each event's declaration in the package would list all codes. */
export const errorData: z.ZodMiniType<ErrorData> = z.object({
  code: errorCode,
  retryable: z.boolean(),
  params: errorParams,
});

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryable: boolean;
  readonly params: ErrorData["params"];

  constructor(
    code: ErrorCode,
    params: ErrorData["params"] = {},
    options: { retryable?: boolean; cause?: unknown } = {},
  ) {
    super(code, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.params = params;
  }

  toData(): ErrorData {
    return { code: this.code, retryable: this.retryable, params: this.params };
  }
}

/** Also revives errors that crossed a worker as data. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const data = errorData.safeParse(thrown);
  if (data.success) {
    return new AppError(data.data.code, data.data.params, { retryable: data.data.retryable });
  }
  if (isAbort(thrown)) return new AppError("stopped", {}, { cause: thrown });
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const part = missingPart.exec(message);
  if (part !== null) {
    const { url = null } = part.groups ?? {};
    return new AppError("download-failed", { url }, { retryable: true, cause: thrown });
  }
  return new AppError("internal", { message: message.slice(0, 500) }, { cause: thrown });
}

/** These are the messages of Chromium, Firefox and Safari if a chunk could not be fetched. */
const missingPart =
  /^(?:failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed)(?:: (?<url>\S{1,300}))?/i;

function isAbort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === "AbortError";
}
