import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { AppError } from "../../log/errors.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import { transformersError } from "./errors.ts";
import { verifiedFiles } from "./fetch.ts";

const content = new TextEncoder().encode("weights");
const listed = {
  path: "onnx/model.onnx",
  bytes: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
};

function setUp(response: () => Promise<Response>, file: Partial<typeof listed> = {}) {
  const failures: AppError[] = [];
  let bytes = 0;
  const model: CatalogueModel = {
    id: "m",
    title: "",
    role: "test",
    engine: "transformers",
    path: "m",
    hub: null,
    dtype: { wasm: null, webgpu: null, cpu: null },
    bytes: 1,
    memoryMB: 1,
    contextTokens: 1,
    parameters: 1,
    licence: "",
    source: "",
    needsF16: false,
    externalDataChunks: 0,
    files: [{ ...listed, ...file }],
  };
  const { fetch: fetchFile, read } = verifiedFiles({
    model,
    folder: "/models/m/",
    fetch: response,
    onBytes: (count) => {
      bytes += count;
    },
    onFailure: (error) => failures.push(error),
  });
  return { fetchFile, read, failures, counted: () => bytes };
}

const whole = () => Promise.resolve(new Response(content));

describe("verifiedFiles", () => {
  it("hands on a listed file that is whole, counting its bytes once", async () => {
    const { fetchFile, counted } = setUp(whole);
    for (const _ of [1, 2]) {
      const response = await fetchFile("/models/m/onnx/model.onnx");
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(content);
    }
    expect(counted()).toBe(content.length);
  });

  it("hands on the bytes themselves, past the library", async () => {
    const { read, counted } = setUp(whole);
    expect(await read("onnx/model.onnx")).toEqual(content);
    expect(counted()).toBe(content.length);
    await expect(read("onnx/model.onnx_data")).rejects.toMatchObject({
      code: "model-load-failed",
      params: { file: "onnx/model.onnx_data" },
    });
  });

  it("knows no other files", async () => {
    const { fetchFile, failures } = setUp(whole);
    expect((await fetchFile("/models/m/chat_template.jinja")).status).toBe(404);
    expect(failures).toEqual([]);
  });

  it.each([
    ["integrity-failed", whole, { sha256: "0".repeat(64) }],
    ["integrity-failed", whole, { bytes: 3 }],
    ["download-failed", () => Promise.resolve(new Response(null, { status: 503 })), {}],
    ["download-failed", () => Promise.reject(new TypeError("Failed to fetch")), {}],
  ] as const)(
    "tells the loader of %s, and leaves the library waiting",
    async (code, response, file) => {
      const { fetchFile, failures } = setUp(response, file);
      let settled = false;
      const settle = () => {
        settled = true;
      };
      fetchFile("/models/m/onnx/model.onnx").then(settle, settle);
      await expect.poll(() => failures.map((failure) => failure.code)).toEqual([code]);
      await new Promise((resolve) => setTimeout(resolve));
      expect(settled).toBe(false);
    },
  );
});

describe("transformersError", () => {
  it.each([
    ["RangeError: Array buffer allocation failed", "out-of-memory"],
    ["Error: std::bad_alloc", "out-of-memory"],
    ["RuntimeError: Aborted(OOM). Build with -sASSERTIONS for more info.", "out-of-memory"],
    ["RangeError: WebAssembly.Memory(): could not allocate memory", "out-of-memory"],
    ["A valid external Instance: device was lost", "device-lost"],
    ["QuotaExceededError: quota exceeded", "quota-exceeded"],
    ["The device (webgpu) does not support fp16.", "webgpu-f16-missing"],
    ["Program Gather requires f16 but the device does not support it.", "webgpu-f16-missing"],
    ["TypeError: Failed to fetch", "download-failed"],
    ["something else", "model-load-failed"],
  ])("%s is %s", (message, code) => {
    expect(transformersError(new Error(message), "model-load-failed").code).toBe(code);
  });
});
