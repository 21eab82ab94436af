import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Encoder } from "../../../models/encoder/transformers-encoder.ts";
import { searchDense } from "../../dense.ts";
import { embeddedText } from "../embedded-text.ts";
import { vectorsManifest } from "../manifest.ts";
import { encoderSha256, openEncoder } from "./encoder.ts";
import { readFacts } from "./facts.ts";
import { passagesOf } from "./passages.ts";
import { repositoryRoot } from "./repository.ts";

const folder = join(repositoryRoot, "public/library/factbook");
const { signal } = new AbortController();
let encoder: Encoder;

beforeAll(async () => {
  encoder = await openEncoder(repositoryRoot, 1);
});
afterAll(() => encoder.dispose());

it("has vectors of the passages, made by the embedded encoder", async () => {
  const header = vectorsManifest.parse(
    JSON.parse(await readFile(join(folder, "vectors.json"), "utf8")),
  );
  expect(header.encoder.sha256).toBe(await encoderSha256(repositoryRoot));
  const values = new Int8Array(await readFile(join(folder, "vectors.i8.bin")));
  const vectors = { dimensions: header.dimensions, scale: header.scale, values };
  const passages = passagesOf(await readFacts());
  const sample = passages.flatMap((passage, index) =>
    index % 331 === 7 ? [{ passage, index }] : [],
  );
  expect(sample.length).toBeGreaterThanOrEqual(20);
  for (const { passage, index } of sample) {
    const [vector = new Float32Array()] = await encoder.embed([embeddedText(passage)], signal);
    const [nearest] = searchDense(vectors, vector, 1);
    expect(nearest?.index, passage.id).toBe(index);
    // int8 is scaled per batch, so a vector depends slightly on its batch.
    expect(nearest?.score, passage.id).toBeGreaterThan(0.97);
  }
});
