/** The engines on WebGPU. Here the adapter is SwiftShader: correct, and very slow. */
import { expect } from "@playwright/test";
import { test } from "./guard.ts";
import { inPage, openHarness, question, small } from "./harness/open.ts";

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
  expect(await inPage(page, "probeGpu")).toMatchObject({ usable: true, f16: false });
  const text = "Where was Marie Curie born?";
  const { cosine, lengths } = await inPage(page, "embedOnBoth", ["webgpu", "wasm"], text);
  expect(lengths).toEqual([384, 384]);
  expect(cosine).toBeGreaterThan(0.99);
  expect(cosine).toBeLessThan(1.0001);
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
    // The question that proves a model's sense costs as much as the answer here.
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
  const nowhere = "http://localhost:4174/models/nowhere/";
  const record = { model: nowhere, model_id: "own-q4f32", model_lib: `${nowhere}lib.wasm` };
  await page.route("**/models/nowhere/**", (route) => route.fulfill({ status: 404 }));
  const missing = await inPage(page, "failingWebLlm", record);
  expect(missing).toMatchObject({ code: "download-failed" });
  const unknown = await inPage(page, "failingWebLlm", { ...record, model: "" });
  expect(unknown).toMatchObject({ code: "model-unknown" });
  const f16 = await inPage(page, "failingWebLlm", { ...record, model_id: "own-q4f16" });
  expect(f16).toMatchObject({ code: "webgpu-f16-missing" });
});
