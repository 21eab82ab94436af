import { describe, expect, it } from "vitest";
import { AppError } from "../log/errors.ts";
import {
  type DeviceEnvironment,
  defaultThreads,
  type GpuProbe,
  hasLittleMemory,
  probeGpu,
  probeResources,
  requireGpu,
} from "./device.ts";

const GIGABYTE = 1024 ** 3;

function adapter(changes: { features?: string[]; buffer?: number; fallback?: boolean } = {}) {
  const { features = ["shader-f16"], buffer = GIGABYTE, fallback = false } = changes;
  return {
    features: new Set(features),
    limits: { maxBufferSize: buffer, maxStorageBufferBindingSize: buffer / 2 },
    info: { vendor: "acme", architecture: "one", isFallbackAdapter: fallback },
  } as unknown as GPUAdapter;
}

function environment(gpuAdapter: GPUAdapter | null | undefined, secure = true): DeviceEnvironment {
  return {
    isSecureContext: secure,
    gpu:
      gpuAdapter === undefined ? undefined : { requestAdapter: () => Promise.resolve(gpuAdapter) },
    deviceMemoryGB: 8,
    estimateStorage: () => Promise.resolve({ quota: 100, usage: 30 }),
    processors: 4,
  };
}

async function codeOf(probe: Promise<GpuProbe>): Promise<string> {
  const result = await probe;
  return result.usable ? "usable" : result.error.code;
}

describe("probeGpu", () => {
  it("tells the causes apart", async () => {
    expect(await codeOf(probeGpu(environment(undefined)))).toBe("webgpu-missing");
    expect(await codeOf(probeGpu(environment(undefined, false)))).toBe("webgpu-insecure-context");
    expect(await codeOf(probeGpu(environment(null)))).toBe("webgpu-no-adapter");
    const small = adapter({ buffer: 1024 });
    expect(await codeOf(probeGpu(environment(small)))).toBe("webgpu-limits-too-small");
    const broken: DeviceEnvironment = {
      ...environment(null),
      gpu: { requestAdapter: () => Promise.reject(new Error("gone")) },
    };
    expect(await codeOf(probeGpu(broken))).toBe("webgpu-no-adapter");
  });

  it("describes an adapter", async () => {
    expect(await probeGpu(environment(adapter({ fallback: true, features: [] })))).toEqual({
      usable: true,
      fallback: true,
      f16: false,
      limits: { maxBufferBytes: GIGABYTE, maxStorageBufferBytes: GIGABYTE / 2 },
      description: "acme/one",
    });
  });

  it("says what a model asks for and the adapter lacks", async () => {
    const probe = await probeGpu(environment(adapter({ features: [] })));
    const codeFor = (needs: Parameters<typeof requireGpu>[1], from = probe) => {
      try {
        requireGpu(from, needs);
        return "fine";
      } catch (error) {
        return error instanceof AppError ? error.code : "other";
      }
    };
    expect(codeFor({ f16: false, bufferBytes: 0 })).toBe("fine");
    expect(codeFor({ f16: true, bufferBytes: 0 })).toBe("webgpu-f16-missing");
    expect(codeFor({ f16: false, bufferBytes: GIGABYTE })).toBe("webgpu-limits-too-small");
    const none = await probeGpu(environment(null));
    expect(codeFor({ f16: false, bufferBytes: 0 }, none)).toBe("webgpu-no-adapter");
  });
});

describe("probeResources", () => {
  it("tells memory, free storage and processors, and null where the browser does not", async () => {
    expect(await probeResources(environment(null))).toEqual({
      memoryGB: 8,
      freeStorageBytes: 70,
      processors: 4,
    });
    const silent: DeviceEnvironment = {
      ...environment(null),
      deviceMemoryGB: undefined,
      processors: undefined,
      estimateStorage: () => Promise.reject(new Error("private window")),
    };
    expect(await probeResources(silent)).toEqual({
      memoryGB: null,
      freeStorageBytes: null,
      processors: null,
    });
  });

  it.each([
    [4, false, true],
    [8, true, false],
    [null, true, true],
    [null, false, false],
  ])("with %s GB, a phone %s: little memory %s", (memoryGB, isPhone, littleMemory) => {
    expect(hasLittleMemory(memoryGB, isPhone)).toBe(littleMemory);
  });

  it("leaves one processor to the page, and takes at most four threads", () => {
    expect([null, 1, 2, 4, 8, 32].map(defaultThreads)).toEqual([1, 1, 1, 3, 4, 4]);
  });
});
