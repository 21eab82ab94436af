import { AppError, type ErrorCode } from "../../log/errors.ts";

const KNOWN: readonly (readonly [RegExp, ErrorCode])[] = [
  [/device (was |is )?lost|device.*destroyed|DXGI_ERROR_DEVICE|GPUDevice.*lost/i, "device-lost"],
  [
    /out of memory|out-of-memory|Aborted\(OOM\)|bad_alloc|allocation fail|Array buffer allocation|memory access out of bounds|failed to allocate|could not allocate|cannot enlarge memory/i,
    "out-of-memory",
  ],
  [/QuotaExceeded|quota.*exceeded/i, "quota-exceeded"],
  [/no available adapters|requestAdapter|Failed to get GPU adapter/i, "webgpu-no-adapter"],
  [/does not support fp16|requires f16|shader-f16/i, "webgpu-f16-missing"],
  [/Failed to fetch|NetworkError|network error|Load failed|fetch failed/i, "download-failed"],
];

const RETRYABLE: ReadonlySet<ErrorCode> = new Set([
  "device-lost",
  "out-of-memory",
  "download-failed",
]);

export function transformersError(
  thrown: unknown,
  fallback: ErrorCode,
  params: AppError["params"] = {},
): AppError {
  if (thrown instanceof AppError) return thrown;
  const name = thrown instanceof Error ? thrown.name : "";
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const code = KNOWN.find(([pattern]) => pattern.test(`${name} ${message}`))?.[1] ?? fallback;
  return new AppError(
    code,
    { ...params, message: message.slice(0, 300) },
    { retryable: RETRYABLE.has(code), cause: thrown },
  );
}
