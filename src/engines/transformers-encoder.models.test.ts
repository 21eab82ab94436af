import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeReaderContract } from "./reader-contract.ts";
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

it("has no reader when its model has no heads", () => {
  expect(encoder.reader).toBeNull();
});

// The dummy has the final interface and untrained heads; `models/training` makes it.
for (const folder of ["models/hopwise-encoder", "models/.build/hopwise-encoder-dummy"]) {
  describe.skipIf(!existsSync(folder))(`an encoder with heads: ${folder}`, () => {
    let withHeads: Encoder | null = null;
    const load = async (): Promise<Encoder> => {
      withHeads ??= await createEncoder({ modelUrlOrPath: folder, device: "cpu", threads: 1 });
      return withHeads;
    };
    afterAll(async () => withHeads?.dispose());

    describeReaderContract(folder, async () => {
      const { reader } = await load();
      if (reader === null) throw new Error("an encoder with heads has a reader");
      return reader;
    });

    it("embeds like any encoder", async () => {
      const [one, two] = await (await load()).embed(["The Danube", "A river of Europe"], never);
      if (!one || !two) throw new Error("two vectors");
      expect(one).toHaveLength(384);
      expect(dot(one, one)).toBeCloseTo(1, 4);
      expect(Math.abs(dot(one, two))).toBeLessThan(1);
    });
  });
}

it("says that a model is not there", async () => {
  await expect(
    createEncoder({ modelUrlOrPath: "models/nowhere", device: "cpu", threads: 1 }),
  ).rejects.toMatchObject({ code: "model-load-failed" });
});
