/** SwiftShader is correct, but very slow. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { test } from "./guard.ts";
import { encoder, inPage, openHarness, question, small, sources } from "./harness/open.ts";

test.use({ model: "real" });

test.beforeEach(({ page }) => openHarness(page));

test("a software adapter is seen, and used only when asked for", async ({ page }) => {
  expect(await inPage(page, "probeGpu")).toMatchObject({
    usable: true,
    fallback: true,
    f16: false,
  });
  const { device } = await inPage(page, "generate", "tiny-decoder", "auto", []);
  expect(device).toBe("wasm");
});

test("the tiny decoder keeps the engine contract on WebGPU", async ({ page }) => {
  const outcomes = await inPage(page, "contract", "tiny-decoder", "webgpu", {
    constrains: true,
    reusesPrefix: true,
    exactPrefix: true,
    tooManyWords: 1100,
  });
  expect(Object.values(outcomes).filter((outcome) => outcome !== null)).toEqual([]);
});

test("calls leave no buffers behind on the GPU, and its loss is told", async ({ page }) => {
  const [first, ...later] = await inPage(page, "gpuBytes", "tiny-decoder", [3, 3, 6]);
  expect(first).toBeGreaterThan(0);
  for (const bytes of later) expect(bytes).toBeLessThanOrEqual(first ?? 0);
  expect(await inPage(page, "loseDevice")).toBe("device-lost");
});

test("the real encoder embeds a sentence as on WebAssembly, without 16-bit floats", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  expect(await inPage(page, "probeGpu")).toMatchObject({ usable: true, f16: false });
  const text = "Where was Marie Curie born?";
  const { cosine, lengths } = await inPage(page, "embedOnBoth", ["webgpu", "wasm"], text);
  expect(lengths).toEqual([384, 384]);
  expect(cosine).toBeGreaterThan(0.99);
  expect(cosine).toBeLessThan(1.0001);
  const graphs = asked
    .filter((path) => path.includes("/onnx/"))
    .map((path) => path.split("/").at(-1));
  const weights = "model_quantized.onnx_data";
  // Graph and weights are fetched in parallel.
  expect(graphs.slice(0, 2).sort()).toEqual([weights, "model_webgpu.onnx"]);
  expect(graphs.slice(2).sort()).toEqual(["model_quantized.onnx", weights]);
});

/** A fact stated and not stated, at different lengths. */
const passages = [
  "Marie Curie: Maria Salomea Skłodowska was born in Warsaw, in what was then Congress Poland.",
  "Pierre Curie: Pierre Curie was born in Paris on 15 May 1859.",
  "Curie: The curie is a unit of radioactivity.",
  "Warsaw: Warsaw is the capital of Poland. It stands on the Vistula, and 1.86 million people live there; its area is 517 square kilometres.",
];

test("the encoder reads passages on WebGPU as on WebAssembly, in one batch", async ({ page }) => {
  const asked = ["Where was Marie Curie born?", passages] as const;
  const gpu = await inPage(page, "readOn", "webgpu", ...asked);
  const cpu = await inPage(page, "readOn", "wasm", ...asked);
  expect([gpu.refused, cpu.refused]).toEqual([null, null]);
  expect(cpu.readings[0]?.span).toBe("Warsaw");
  const words = ({ kind, span }: { kind: string; span: string }) => `${kind}: ${span}`;
  expect(gpu.readings.map(words)).toEqual(cpu.readings.map(words));
  for (const [index, { relevance, noAnswer }] of cpu.readings.entries()) {
    const beside = gpu.readings[index];
    expect(Math.abs(relevance - (beside?.relevance ?? Number.NaN))).toBeLessThan(0.1);
    expect(Math.abs(noAnswer - (beside?.noAnswer ?? Number.NaN))).toBeLessThan(0.1);
  }
  expect(Math.abs(gpu.known - cpu.known)).toBeLessThan(0.1);
});

test("an encoder that gives other values than the known ones on WebGPU is refused", async ({
  page,
}) => {
  const config = readFileSync("models/hopwise-encoder/config.json", "utf8");
  const body = config.replace('"answer": "Warsaw"', '"answer": "Cracow"');
  await page.route("**/hopwise-encoder/config.json*", (route) => route.fulfill({ body }));
  // Otherwise the file would count as damaged.
  const listed = {
    bytes: Buffer.byteLength(body),
    sha256: createHash("sha256").update(body).digest("hex"),
  };
  const files = encoder.files.map((file) =>
    file.path === "config.json" ? { ...file, ...listed } : file,
  );
  const asked = ["Where was Marie Curie born?", passages, { files }] as const;
  expect((await inPage(page, "readOn", "webgpu", ...asked)).refused).toBe("model-nonsense");
  expect((await inPage(page, "readOn", "wasm", ...asked)).refused).toBeNull();
});

test("the loss of the encoder's device is told", async ({ page }) => {
  expect(await inPage(page, "loseEncoder")).toBe("device-lost");
});

test("the small model says a few tokens over the weight files of WebAssembly", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const { ends, progress } = await inPage(
    page,
    "generate",
    small.id,
    "webgpu",
    [{ ...question, assistantPrefix: "The capital of France is", maxTokens: 2 }],
    // The sanity question would cost as much as the answer.
    { role: "test" },
  );
  expect(ends[0]?.text).toContain("Paris");
  const graphs = asked
    .filter((path) => path.includes("/onnx/"))
    .map((path) => path.split("/").at(-1));
  const { webgpu } = small.graphs ?? {};
  expect(graphs.sort()).toEqual([`${webgpu?.name}.onnx`, ...(webgpu?.data ?? [])].sort());
  const last = progress.at(-1);
  expect(last?.loadedBytes).toBe(last?.totalBytes);
});

test("web-llm offers what the adapter can run, and tells why a load fails", async ({ page }) => {
  const models = await inPage(page, "webLlmModels");
  expect(models.length).toBeGreaterThan(10);
  expect(models.filter(({ needsF16 }) => needsF16)).toEqual([]);
  const nowhere = `${sources}/models/nowhere/`;
  const record = { model: nowhere, model_id: "own-q4f32", model_lib: `${nowhere}lib.wasm` };
  await page.route("**/models/nowhere/**", (route) => route.fulfill({ status: 404 }));
  const missing = await inPage(page, "failingWebLlm", record);
  expect(missing).toMatchObject({ code: "download-failed" });
  const unknown = await inPage(page, "failingWebLlm", { ...record, model: "" });
  expect(unknown).toMatchObject({ code: "model-unknown" });
  const f16 = await inPage(page, "failingWebLlm", { ...record, model_id: "own-q4f16" });
  expect(f16).toMatchObject({ code: "webgpu-f16-missing" });
});
