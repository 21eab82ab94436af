import { afterAll, beforeAll, expect, it } from "vitest";
import { createEncoder, type Encoder } from "./transformers-encoder.ts";

const never = new AbortController().signal;
let encoder: Encoder;

beforeAll(async () => {
  encoder = await createEncoder({
    modelUrlOrPath: "models/all-minilm-l6-v2",
    device: "cpu",
    threads: 1,
  });
});
afterAll(() => encoder.dispose());

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, one, i) => sum + one * (b[i] ?? 0), 0);
}

it("gives unit vectors of one length, whatever the batch", async () => {
  const texts = Array.from({ length: 11 }, (_, i) => `passage ${"word ".repeat(i)}`);
  const vectors = await encoder.embed(texts, never);
  expect(vectors).toHaveLength(11);
  for (const vector of vectors) {
    expect(vector).toHaveLength(384);
    expect(dot(vector, vector)).toBeCloseTo(1, 4);
  }
  expect(await encoder.embed([], never)).toEqual([]);
});

it("puts sentences of one meaning closer than others", async () => {
  const [asked, same, other] = await encoder.embed(
    ["Where was Marie Curie born?", "The birthplace of Marie Curie", "How deep is the ocean?"],
    never,
  );
  if (!asked || !same || !other) throw new Error("three vectors");
  expect(dot(asked, same)).toBeGreaterThan(0.7);
  expect(dot(asked, other)).toBeLessThan(0.3);
});

it("stops when asked", async () => {
  await expect(encoder.embed(["a"], AbortSignal.abort())).rejects.toMatchObject({
    code: "stopped",
  });
});

it("says that a model is not there", async () => {
  await expect(
    createEncoder({ modelUrlOrPath: "models/nowhere", device: "cpu", threads: 1 }),
  ).rejects.toMatchObject({ code: "model-load-failed" });
});
