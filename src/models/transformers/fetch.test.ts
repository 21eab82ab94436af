import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AppError } from "../../log/errors.ts";
import { whole as oneFile } from "../../shared/integrity/parts.ts";
import { stubBrowserCache } from "../../testing/browser-cache.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import { transformersError } from "./errors.ts";
import { type VerifiedFilesOptions, verifiedFiles } from "./fetch.ts";

const content = new TextEncoder().encode("weights");
const listed = {
  path: "onnx/model.onnx",
  bytes: content.length,
  sha256: createHash("sha256").update(content).digest("hex"),
};

function setUp(
  response: (address: string) => Promise<Response>,
  file: Partial<CatalogueModel["files"][number]> = {},
  { folder = "/models/m/", layout = oneFile }: Partial<VerifiedFilesOptions> = {},
) {
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
    folder,
    fetch: (input) => response(String(input)),
    layout,
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

  describe("a file that is shipped deflated", () => {
    const deflated = new Uint8Array(deflateSync(content));
    const packed = { packed: deflated.length };

    it("is fetched as such, counted as such and returned inflated", async () => {
      const asked: string[] = [];
      const answer = (address: string) => {
        asked.push(address);
        return Promise.resolve(new Response(deflated));
      };
      const { read, counted } = setUp(answer, packed);
      expect(await read("onnx/model.onnx")).toEqual(content);
      expect(asked).toEqual(["/models/m/onnx/model.onnx.zlib"]);
      expect(counted()).toBe(deflated.length);
    });

    it("is fetched again once if damaged, then refused", async () => {
      const damaged = deflated.map((byte, at) => (at === 4 ? byte ^ 1 : byte));
      const copies = [damaged, deflated];
      const { read } = setUp(() => Promise.resolve(new Response(copies.shift())), packed);
      expect(await read("onnx/model.onnx")).toEqual(content);
      const refused = setUp(() => Promise.resolve(new Response(damaged)), packed);
      void refused.read("onnx/model.onnx");
      await vi.waitFor(() => expect(refused.failures).toHaveLength(1));
      expect(refused.failures[0]?.toData()).toMatchObject({ code: "integrity-failed" });
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

describe("a file that lies in parts", () => {
  const folder = "https://page.example/models/m/";
  const ask = `${folder}onnx/model.onnx`;
  const [first, second, half] = [`${ask}.1-of-2`, `${ask}.2-of-2`, 4];
  const layout = (_address: string, bytes: number) => [
    { address: first, from: 0, to: half },
    { address: second, from: half, to: bytes },
  ];
  const inParts = { folder, layout };
  const parts: Record<string, Uint8Array<ArrayBuffer>> = {
    [first]: content.subarray(0, half),
    [second]: content.subarray(half),
  };
  const host = (held: typeof parts) => async (address: string) => {
    const bytes = held[address];
    return bytes === undefined ? new Response(null, { status: 404 }) : new Response(bytes);
  };

  afterEach(() => vi.unstubAllGlobals());

  it("is put together, and each byte is counted once", async () => {
    const { fetchFile, counted } = setUp(host(parts), {}, inParts);
    const response = await fetchFile(ask);
    expect(response.headers.get("content-length")).toBe(String(content.length));
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(content);
    expect(counted()).toBe(content.length);
  });

  it("is refused with a part that is missing, short, or another's", async () => {
    for (const [code, held] of [
      ["download-failed", { [first]: content.subarray(0, half) }],
      ["integrity-failed", { ...parts, [second]: content.subarray(half + 1) }],
      ["integrity-failed", { ...parts, [second]: content.subarray(0, content.length - half) }],
    ] as const) {
      const { fetchFile, failures } = setUp(host(held), {}, inParts);
      void fetchFile(ask);
      await expect.poll(() => failures.map((failure) => failure.code)).toEqual([code]);
    }
  });

  it("that was kept badly is fetched anew and kept part by part", async () => {
    const bad = Uint8Array.from(content.subarray(half));
    bad[1] = (bad[1] ?? 0) ^ 1;
    const key = (address: string) => `${address}?revision=1`;
    const kept = new Map([
      [key(first), new Response(content.subarray(0, half))],
      [key(second), new Response(bad)],
    ]);
    stubBrowserCache("kept", kept);
    const fresh = host(parts);
    const { fetchFile } = setUp(
      async (address) => kept.get(key(address))?.clone() ?? fresh(address),
      {},
      inParts,
    );
    const response = await fetchFile(ask);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(content);
    for (const [address, bytes] of Object.entries(parts)) {
      const copy = kept.get(key(address));
      expect(copy?.headers.get("content-length")).toBe(String(bytes.length));
      expect(new Uint8Array((await copy?.arrayBuffer()) ?? [])).toEqual(bytes);
    }
  });
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
