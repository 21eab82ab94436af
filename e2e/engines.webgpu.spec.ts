/** The engines on WebGPU. Here the adapter is SwiftShader: correct, and very slow. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { inPage, openHarness, question } from "./harness/open.ts";

/** The form for WebGPU, which is built by `models/training` and not kept in the repository. */
const q4 = "models/.build/smollm2-135m-instruct-q4";

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

test("calls leave no buffers behind on the GPU", async ({ page }) => {
  const [first, ...later] = await inPage(page, "gpuBytes", "tiny-decoder", [3, 3, 6]);
  expect(first).toBeGreaterThan(0);
  for (const bytes of later) expect(bytes).toBeLessThanOrEqual(first ?? 0);
});

test("the real encoder embeds a sentence", async ({ page }) => {
  const { lengths, dots } = await inPage(page, "embed", "webgpu", ["Where was Marie Curie born?"]);
  expect(lengths).toEqual([384]);
  expect(dots[0]).toBeCloseTo(1, 3);
});

test("the small model says a few tokens", async ({ page }) => {
  test.skip(!existsSync(join(q4, "onnx")), "the WebGPU form is not built");
  const paths = (await readdir(q4, { recursive: true, withFileTypes: true }))
    .filter((found) => found.isFile())
    .map((found) => join(found.parentPath, found.name).slice(q4.length + 1));
  const files = await Promise.all(
    paths.map(async (path) => {
      const content = await readFile(join(q4, path));
      const sha256 = createHash("sha256").update(content).digest("hex");
      return { path, bytes: content.length, sha256 };
    }),
  );
  await page.route("**/models/q4/**", (route) => {
    const path = new URL(route.request().url()).pathname.replace("/models/q4/", "");
    return route.fulfill({ path: join(q4, path), contentType: "application/octet-stream" });
  });
  const { ends } = await inPage(
    page,
    "generate",
    "smollm2-135m-instruct",
    "webgpu",
    [{ ...question, assistantPrefix: "The capital of France is", maxTokens: 2 }],
    {
      path: "q4",
      files,
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      dtype: { wasm: null, webgpu: "q4", cpu: null },
      // The question that proves a model's sense costs as much as the answer here.
      role: "test",
    },
  );
  expect(ends[0]?.text).toContain("Paris");
});
