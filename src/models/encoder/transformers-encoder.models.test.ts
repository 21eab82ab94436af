import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { describeReaderContract } from "../../testing/reader-contract.ts";
import { catalogue, embeddedModel } from "../catalogue.ts";
import { compareWithKnown, knownValues } from "./known-values.ts";
import { createEncoder, type Encoder } from "./transformers-encoder.ts";

const never = new AbortController().signal;
const folder = "models/hopwise-encoder";
let encoder: Encoder;

function load(modelUrlOrPath: string): Promise<Encoder> {
  return createEncoder({ modelUrlOrPath, device: "cpu", threads: 1 });
}

beforeAll(async () => {
  encoder = await load(folder);
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

describeReaderContract(folder, async () => {
  if (encoder.reader === null) throw new Error("an encoder with heads has a reader");
  return encoder.reader;
});

describe("an encoder without heads", () => {
  let copy = "";
  let headless: Encoder | undefined;
  beforeAll(async () => {
    copy = await mkdtemp(join(tmpdir(), "hopwise-encoder-"));
    await cp(folder, copy, { recursive: true });
    const config = join(copy, "config.json");
    const told = z.looseObject({ hopwise_heads: z.object({}) });
    const { hopwise_heads: _, ...rest } = told.parse(JSON.parse(await readFile(config, "utf8")));
    await writeFile(config, JSON.stringify(rest));
    headless = await load(copy);
  });
  afterAll(async () => {
    await headless?.dispose();
    await rm(copy, { recursive: true });
  });

  it("has no reader", () => {
    expect(headless?.reader).toBeNull();
  });

  it("embeds like any encoder", async () => {
    const texts = ["The Danube", "A river of Europe"];
    expect(await headless?.embed(texts, never)).toEqual(await encoder.embed(texts, never));
  });
});

describe("the WebGPU graph, on the processor", () => {
  let widened: Encoder | undefined;
  beforeAll(async () => {
    const list = catalogue.parse(JSON.parse(await readFile("models/catalogue.json", "utf8")));
    const model = embeddedModel(list, "encoder");
    const graph = model?.graphs?.webgpu;
    if (model === undefined || graph === undefined) throw new Error("the catalogue names none");
    const dtype = { ...model.dtype, cpu: model.dtype.webgpu };
    widened = await createEncoder({
      modelUrlOrPath: folder,
      device: "cpu",
      threads: 1,
      model: { ...model, dtype, graphs: { cpu: graph } },
    });
  });
  afterAll(() => widened?.dispose());

  it.each(["int8", "widened"])(
    "gives the known values that the page tests it with (%s)",
    async (graph) => {
      const one = graph === "int8" ? encoder : widened;
      const told = z.object({ hopwise_check: knownValues });
      const { hopwise_check } = told.parse(
        JSON.parse(await readFile(join(folder, "config.json"), "utf8")),
      );
      if (one?.reader == null) throw new Error("it has heads");
      const embed = (texts: string[]) => one.embed(texts, never);
      await compareWithKnown(hopwise_check, { embed, reader: one.reader });
    },
  );

  it("gives the vectors of the int8 graph but for its rounding, so either can search the other's", async () => {
    const texts = ["The Danube", "Where was Marie Curie born?", "Land boundaries: total: 0 km."];
    const int8 = await encoder.embed(texts, never);
    const others = (await widened?.embed(texts, never)) ?? [];
    const cosines = int8.map((vector, at) => dot(vector, others[at] ?? new Float32Array()));
    expect(Math.min(...cosines)).toBeGreaterThan(0.99);
    // Another graph did run.
    expect(Math.min(...cosines)).toBeLessThan(0.99999);
  });
});

it("says that a model is not there", async () => {
  await expect(load("models/nowhere")).rejects.toMatchObject({ code: "model-load-failed" });
});
