/** onnxruntime in a browser, from this build's files instead of a CDN. */
import { env, LogLevel } from "@huggingface/transformers";
import asyncifyFactory from "onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url";
import asyncifyBinary from "onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url";
import plainFactory from "onnxruntime-web/ort-wasm-simd-threaded.mjs?url";
import plainBinary from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
import { InferenceSession } from "onnxruntime-web/webgpu";
import { AppError } from "../../log/errors.ts";
import { readVerified } from "../../shared/integrity/healed.ts";
import { packedEnding, packedFiles } from "../../shared/integrity/packed.ts";
import { whole } from "../../shared/integrity/parts.ts";
import { release } from "../../shared/release.ts";
import type { Device } from "../engine.ts";
import { readParts } from "./fetch.ts";

export type WebDevice = Exclude<Device, "cpu">;

/** The plain build loads twice as fast and takes 150 MB less, but lacks WebGPU. */
function runtimeFor(device: WebDevice) {
  return device === "webgpu"
    ? {
        name: "ort-wasm-simd-threaded.asyncify.wasm",
        mjs: asyncifyFactory,
        wasm: asyncifyBinary,
      }
    : { name: "ort-wasm-simd-threaded.wasm", mjs: plainFactory, wasm: plainBinary };
}

function wasmSettings() {
  const { wasm } = env.backends.onnx;
  if (wasm === undefined) throw new AppError("internal", { message: "no WebAssembly runtime" });
  return wasm;
}

export function configureRuntime(device: WebDevice, threads: number): void {
  const settings = wasmSettings();
  const { mjs, wasm } = runtimeFor(device);
  settings.wasmPaths = { mjs, wasm };
  // Shared memory requires cross-origin isolation.
  settings.numThreads = globalThis.crossOriginIsolated ? threads : 1;
  env.useWasmCache = false;
  env.logLevel = LogLevel.ERROR;
}

/** ONNX `Identity` of one float, the smallest file whose session starts the runtime. */
const identity = Uint8Array.from(
  atob("CAo6NwoQCgF4EgF5IghJZGVudGl0eRIBZ1oPCgF4EgoKCAgBEgQKAggBYg8KAXkSCgoICAESBAoCCAFCBAoAEBU="),
  (char) => char.charCodeAt(0),
);

/**
 * Call after `configureRuntime` and before the first session. Starting while a model is read saves
 * up to a second. Throws `download-failed` and `integrity-failed`; other failures are left to the
 * model's own load.
 */
export async function startRuntime(device: WebDevice): Promise<void> {
  const binary = await readBinary(device);
  if (binary !== null) wasmSettings().wasmBinary = binary;
  await InferenceSession.create(identity, { executionProviders: ["wasm"] })
    .then((session) => session.release())
    .then(() => binary !== null && release(binary))
    .catch(() => undefined);
}

/** Null in development, where the library fetches it as it is. */
async function readBinary(device: WebDevice): Promise<Uint8Array<ArrayBuffer> | null> {
  const { name, wasm } = runtimeFor(device);
  const listed = packedFiles[name];
  if (listed === undefined) return null;
  const file = wasm.slice(wasm.lastIndexOf("/") + 1);
  const parts = whole(wasm + packedEnding, listed.packed);
  const read = (init: RequestInit) =>
    readParts(parts, file, { fetch: (address) => globalThis.fetch(address, init) });
  const expected = { sha256: listed.sha256, inflated: listed.bytes };
  const binary = await readVerified(parts, read, expected);
  if (binary === null) throw new AppError("integrity-failed", { file }, { retryable: true });
  return binary;
}
