import { AppError, type ErrorData } from "../log/errors.ts";
import type { CatalogueModel } from "./catalogue-model.ts";

export interface GpuLimits {
  maxBufferBytes: number;
  maxStorageBufferBytes: number;
}

export type GpuProbe =
  | { usable: true; fallback: boolean; f16: boolean; limits: GpuLimits; description: string }
  | { usable: false; error: ErrorData };

export interface DeviceEnvironment {
  isSecureContext: boolean;
  gpu: Pick<GPU, "requestAdapter"> | undefined;
  /** Rounded by the browser; undefined where unsupported. */
  deviceMemoryGB: number | undefined;
  estimateStorage: (() => Promise<StorageEstimate>) | undefined;
  processors: number | undefined;
}

/** No model offered runs with less. */
const SMALLEST_BUFFER_BYTES = 128 * 1024 * 1024;

function browserEnvironment(): DeviceEnvironment {
  const memory: unknown = Reflect.get(navigator, "deviceMemory");
  const storage: StorageManager | undefined = navigator.storage;
  return {
    isSecureContext: globalThis.isSecureContext,
    gpu: navigator.gpu,
    deviceMemoryGB: typeof memory === "number" ? memory : undefined,
    estimateStorage: storage === undefined ? undefined : () => storage.estimate(),
    processors: navigator.hardwareConcurrency,
  };
}

function unusable(...error: ConstructorParameters<typeof AppError>): GpuProbe {
  return { usable: false, error: new AppError(...error).toData() };
}

/** Each cause has its own fix. Support for 16-bit floats depends on the model, see `requireGpu`. */
export async function probeGpu(
  environment: DeviceEnvironment = browserEnvironment(),
): Promise<GpuProbe> {
  const { gpu, isSecureContext } = environment;
  if (gpu === undefined) {
    return unusable(isSecureContext ? "webgpu-missing" : "webgpu-insecure-context");
  }
  const adapter = await gpu
    .requestAdapter({ powerPreference: "high-performance" })
    .catch(() => null);
  if (adapter === null) return unusable("webgpu-no-adapter");
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  if (maxBufferSize < SMALLEST_BUFFER_BYTES) {
    const params = { limit: "maxBufferSize", has: maxBufferSize, needs: SMALLEST_BUFFER_BYTES };
    return unusable("webgpu-limits-too-small", params);
  }
  const { vendor, architecture, isFallbackAdapter } = adapter.info;
  return {
    usable: true,
    fallback: isFallbackAdapter,
    f16: adapter.features.has("shader-f16"),
    limits: { maxBufferBytes: maxBufferSize, maxStorageBufferBytes: maxStorageBufferBindingSize },
    description: [vendor, architecture].filter((part) => part.length > 0).join("/"),
  };
}

export interface GpuNeeds {
  f16: boolean;
  bufferBytes: number;
}

export function requireGpu(probe: GpuProbe, needs: GpuNeeds): void {
  if (!probe.usable) {
    const { code, params, retryable } = probe.error;
    throw new AppError(code, params, { retryable });
  }
  if (needs.f16 && !probe.f16) throw new AppError("webgpu-f16-missing");
  const has = Math.min(probe.limits.maxBufferBytes, probe.limits.maxStorageBufferBytes);
  if (has < needs.bufferBytes) {
    const params = { limit: "maxStorageBufferBindingSize", has, needs: needs.bufferBytes };
    throw new AppError("webgpu-limits-too-small", params);
  }
}

export async function bestDevice(
  { dtype, needsF16 }: Pick<CatalogueModel, "dtype" | "needsF16">,
  probe: () => Promise<GpuProbe> = probeGpu,
): Promise<"webgpu" | "wasm"> {
  if (dtype.webgpu === null) return "wasm";
  const gpu = await probe();
  if (!gpu.usable || gpu.fallback) return "wasm";
  return needsF16 && !gpu.f16 ? "wasm" : "webgpu";
}

/** Null where the browser does not report it. */
export interface Resources {
  memoryGB: number | null;
  freeStorageBytes: number | null;
  processors: number | null;
}

export async function probeResources(
  environment: DeviceEnvironment = browserEnvironment(),
): Promise<Resources> {
  const estimate = await environment.estimateStorage?.().catch(() => undefined);
  const { quota, usage } = estimate ?? {};
  return {
    memoryGB: environment.deviceMemoryGB ?? null,
    freeStorageBytes: quota === undefined ? null : Math.max(0, quota - (usage ?? 0)),
    processors: environment.processors ?? null,
  };
}

/**
 * With the models the page holds 1.1 GB. On a device with little memory they may be slow, and the
 * browser may close the page. `memoryGB` is null if the browser does not report it.
 */
export function hasLittleMemory(memoryGB: number | null, isPhone: boolean): boolean {
  return memoryGB === null ? isPhone : memoryGB <= 4;
}

/** One processor is left to the page; more than four threads rarely help. */
export function defaultThreads(processors: number | null): number {
  return Math.max(1, Math.min(4, (processors ?? 2) - 1));
}
