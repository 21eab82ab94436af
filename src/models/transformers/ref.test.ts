import { expect, it } from "vitest";
import { catalogue } from "../catalogue.ts";
import { transformersRef } from "./ref.ts";

const entry = {
  id: "m",
  title: "M",
  role: "small-lm",
  engine: "transformers",
  dtype: { wasm: "q8", webgpu: null, cpu: "q8" },
  bytes: 1,
  memoryMB: 1,
  contextTokens: 1,
  parameters: 1,
  licence: "none",
  source: "none",
  needsF16: false,
  externalDataChunks: null,
};

it("tells runs whether the catalogue says that the model has the skills", () => {
  const models = [entry, { ...entry, skills: true }];
  const refs = catalogue.parse({ version: 1, models }).models.map(transformersRef);
  expect(refs.map(({ skills }) => skills)).toEqual([false, true]);
});
