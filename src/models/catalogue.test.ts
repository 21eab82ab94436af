import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { vectorsManifest } from "../retrieval/libraries/manifest.ts";
import { catalogue, embeddedModel, withPacked } from "./catalogue.ts";
import { weightsId } from "./catalogue-model.ts";

const list = catalogue.parse(JSON.parse(await readFile("models/catalogue.json", "utf8")));

it("reads the project's catalogue", () => {
  expect(list.models.length).toBeGreaterThan(2);
  for (const model of list.models) {
    expect([model.id, model.path === null]).toEqual([model.id, model.hub !== null]);
    expect([model.id, model.files.length > 0]).toEqual([model.id, model.path !== null]);
  }
});

it("offers one embedded model of each role that the page needs", () => {
  for (const role of ["small-lm", "encoder"] as const) {
    const embedded = list.models.filter((model) => model.role === role && model.path !== null);
    expect(embedded).toHaveLength(1);
    expect(embeddedModel(list, role)).toBe(embedded[0]);
  }
});

it("lists files that are there, among them all that a device's graph reads", async () => {
  for (const { path, files, graphs = {} } of list.models) {
    if (path === null) continue;
    for (const file of files) {
      expect((await stat(join("models", path, file.path))).size).toBe(file.bytes);
    }
    const listed = new Set(files.map((file) => file.path));
    for (const graph of Object.values(graphs)) {
      for (const name of [`${graph.name}.onnx`, ...graph.data])
        expect(listed).toContain(`onnx/${name}`);
    }
  }
});

it("has the sizes of a build's deflated files", () => {
  const [model] = list.models.filter(({ path }) => path !== null);
  const [file] = model?.files ?? [];
  if (model === undefined || file === undefined) throw new Error("no embedded model is listed");
  const packed = { bytes: file.bytes, sha256: file.sha256, packed: file.bytes - 7 };
  const { models } = withPacked(list, { [`models/${model.path}/${file.path}`]: packed });
  const shipped = models.find(({ id }) => id === model.id);
  expect(shipped?.bytes).toBe(model.bytes - 7);
  expect(shipped?.files[0]).toEqual({ ...file, packed: file.bytes - 7 });
  expect(models.filter(({ id }) => id !== model.id)).toEqual(
    list.models.filter(({ id }) => id !== model.id),
  );
});

it("names the encoder as the library's vectors do", async () => {
  const text = await readFile("public/library/factbook/vectors.json", "utf8");
  const { id, sha256 } = vectorsManifest.parse(JSON.parse(text)).encoder;
  const encoder = embeddedModel(list, "encoder");
  if (encoder === undefined) throw new Error("no encoder is listed");
  expect(weightsId(encoder)).toBe(`${id}@${sha256}`);
  expect(weightsId({ ...encoder, files: [] })).toBeNull();
});
