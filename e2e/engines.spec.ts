import { expect } from "@playwright/test";
import { test } from "./guard.ts";
import { inPage, openHarness, question, small } from "./harness/open.ts";
import { firstExample, holdFiles } from "./journey.ts";

const otherExample = "Which river flows through the capital of the country where Goethe was born?";

test.use({ model: "real" });

test.beforeEach(({ page }) => openHarness(page));

for (const [id, tooManyWords] of [
  ["tiny-decoder", 1100],
  [small.id, small.contextTokens + 100],
] as const) {
  test(`${id} keeps the engine contract on WebAssembly`, async ({ page }) => {
    const outcomes = await inPage(page, "contract", id, "wasm", {
      constrains: true,
      reusesPrefix: true,
      exactPrefix: true,
      tooManyWords,
    });
    expect(Object.values(outcomes).filter((outcome) => outcome !== null)).toEqual([]);
    expect(Object.keys(outcomes).length).toBeGreaterThan(15);
  });
}

test("loads with progress in bytes, on the device that is there, and answers", async ({ page }) => {
  const { device, ends, progress } = await inPage(page, "generate", small.id, "auto", [
    question,
    question,
  ]);
  expect(device).toBe("wasm");
  expect(ends[0]?.text).toContain("Paris");
  expect(ends[1]?.text).toBe(ends[0]?.text);
  expect(ends[1]?.usage.cachedTokens).toBeGreaterThan(0);
  const phases = progress.map(({ phase }) => phase);
  expect([...new Set(phases)]).toEqual(["downloading", "compiling", "warming-up", "ready"]);
  const last = progress.at(-1);
  expect(last?.loadedBytes).toBe(last?.totalBytes);
});

test("guessed tokens change no bit of an output on WebAssembly", async ({ page }) => {
  const plan = (content: string) => ({
    ...question,
    messages: [
      {
        role: "system" as const,
        content: "Break the question into search queries, one at a time.",
      },
      { role: "user" as const, content },
    ],
    maxTokens: 24,
    stop: ["\n"],
  });
  // With the second one's tokens known, all guesses of the third are right.
  const requests = [question, plan(firstExample), plan(firstExample), plan(otherExample)];
  const guessed = await inPage(page, "generate", small.id, "wasm", requests);
  const plain = await inPage(page, "generate", small.id, "wasm", requests, {
    passInvariant: false,
  });
  const outputs = ({ ends }: typeof plain) =>
    ends.map(({ text, logprobs }) => ({ text, logprobs }));
  expect(outputs(guessed)).toEqual(outputs(plain));
  expect(guessed.ends[2]?.text).toContain("Tallinn");
});

test("cancels a load within a second", async ({ page }) => {
  // A fast machine would finish loading too soon.
  const release = await holdFiles(page, /hopwise-lm\/.*\.onnx_data/u);
  const outcome = await inPage(page, "failingLoad", small.id, "wasm", {
    abortAfterMs: 500,
  });
  release();
  expect(outcome.code).toBe("stopped");
  expect(outcome.ms).toBeLessThan(1000);
});

test("refuses a damaged file and tells a missing one", async ({ page }) => {
  await page.route("**/tiny-decoder/onnx/model.onnx", async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    body[1000] = (body[1000] ?? 0) ^ 1;
    await route.fulfill({ response, body });
  });
  const damaged = await inPage(page, "failingLoad", "tiny-decoder", "wasm", {});
  expect(damaged.code).toBe("integrity-failed");
  await page.unrouteAll();
  await page.route("**/tiny-decoder/onnx/model.onnx", (route) => route.fulfill({ status: 503 }));
  const missing = await inPage(page, "failingLoad", "tiny-decoder", "wasm", {});
  expect(missing.code).toBe("download-failed");
});

test("says that there is no adapter", async ({ page }) => {
  const probe = await inPage(page, "probeGpu");
  expect(probe).toMatchObject({ usable: false, error: { code: "webgpu-no-adapter" } });
  const record = { model: "https://own/", model_id: "own-q4f32", model_lib: "https://own/x" };
  const webLlm = await inPage(page, "failingWebLlm", record);
  expect(webLlm.code).toBe("webgpu-no-adapter");
  const resources = await inPage(page, "probeResources");
  expect(resources.freeStorageBytes).toBeGreaterThan(0);
});

test("embeds sentences", async ({ page }) => {
  const { lengths, dots } = await inPage(page, "embed", "wasm", [
    "Where was Marie Curie born?",
    "The birthplace of Marie Curie",
    "How deep is the ocean?",
  ]);
  expect(lengths).toEqual([384, 384, 384]);
  expect(dots[1]).toBeGreaterThan(0.7);
  expect(dots[2]).toBeLessThan(0.3);
});
