/** Observed with 0.2.86, whose worker throws strings. */
import { AppError, type ErrorCode } from "../../log/errors.ts";

/** Keyed by the error class name, with which a worker's string begins. */
const BY_NAME: Readonly<Record<string, ErrorCode>> = {
  ModelNotFoundError: "model-unknown",
  SpecifiedModelNotFoundError: "model-unknown",
  UnsupportedModelIdError: "model-unknown",
  ModelNotLoadedError: "model-not-loaded",
  EngineNotLoadedError: "model-not-loaded",
  WorkerEngineModelNotLoadedError: "model-not-loaded",
  WebGPUNotAvailableError: "webgpu-missing",
  WebGPUNotFoundError: "webgpu-no-adapter",
  ShaderF16SupportError: "webgpu-f16-missing",
  FeatureSupportError: "webgpu-limits-too-small",
  DeviceLostError: "device-lost",
  ContextWindowSizeExceededError: "context-too-long",
  IntegrityError: "integrity-failed",
  MissingModelWasmError: "model-load-failed",
  // The library is truncated, or an HTML page came instead.
  CompileError: "model-load-failed",
  LinkError: "model-load-failed",
  ArtifactManifestError: "model-load-failed",
  // The runtime exits on a truncated shard.
  ExitStatus: "integrity-failed",
  QuotaExceededError: "quota-exceeded",
  GrammarMatcherInitError: "generation-failed",
  InvalidResponseFormatGrammarError: "generation-failed",
};

const BY_MESSAGE: readonly (readonly [RegExp, ErrorCode])[] = [
  [/device was lost|device is lost|external Instance reference/i, "device-lost"],
  [/out of memory|OutOfMemory|Failed to allocate|bad_alloc/i, "out-of-memory"],
  [/quota/i, "quota-exceeded"],
  [/shader-f16|ShaderF16/i, "webgpu-f16-missing"],
  [/Cannot find adapter|Unable to find a compatible GPU|compatibility chart/i, "webgpu-no-adapter"],
  [/maxBufferSize|maxStorageBufferBindingSize|maxComputeWorkgroup/i, "webgpu-limits-too-small"],
  [/exit(ed)? with|program has.*exited|Program terminated/i, "integrity-failed"],
  // `Cache.add` rejects with a bare TypeError.
  [/Cache|fetch|network|Request failed|Cannot fetch|HTTP/i, "download-failed"],
];

const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  "device-lost",
  "out-of-memory",
  "download-failed",
  "integrity-failed",
]);

function nameAndMessage(thrown: unknown): [string, string] {
  if (thrown instanceof Error) return [thrown.name, thrown.message];
  if (typeof thrown === "object" && thrown !== null && "name" in thrown) {
    return [String(thrown.name), "message" in thrown ? String(thrown.message) : ""];
  }
  const text = String(thrown);
  return [/^([A-Za-z]+)(?::|$)/.exec(text)?.[1] ?? "", text];
}

export function webLlmError(
  thrown: unknown,
  fallback: ErrorCode,
  params: AppError["params"] = {},
): AppError {
  if (thrown instanceof AppError) return thrown;
  const [name, message] = nameAndMessage(thrown);
  const byMessage = BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1];
  const code = BY_NAME[name] ?? byMessage ?? fallback;
  return new AppError(
    code,
    { ...params, name, message: message.slice(0, 300) },
    { retryable: RETRYABLE.has(code), cause: thrown },
  );
}
