import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Catalogue } from "../models/catalogue.ts";
import type { CatalogueModel } from "../models/catalogue-model.ts";

const page = "https://example.org/app/";

function embedded(id: string, role: CatalogueModel["role"], files: [string, number][]) {
  const listed = files.map(([path, bytes]) => {
    const packed = path.endsWith("_data_1") ? { packed: bytes - 1 } : {};
    return { path, bytes, sha256: "", ...packed };
  });
  return { id, role, path: id, engine: "transformers", hub: null, files: listed };
}

const list = {
  version: 1,
  models: [
    embedded("lm", "small-lm", [
      ["onnx/a.onnx", 500_000],
      ["onnx/a.onnx_data", 45e6],
      ["onnx/a.onnx_data_1", 40e6],
    ]),
    embedded("encoder", "encoder", [["onnx/e.onnx", 18e6]]),
  ],
} as unknown as Catalogue;

/** Some of the cached files are one revision old. */
async function keptOf(files: readonly string[]) {
  const keys = files.map((file) => ({ url: `${page}${file}` }));
  vi.stubGlobal("caches", {
    has: async () => true,
    open: async () => ({ keys: async () => keys }),
  });
  const { keptWhole } = await import("./kept-models.ts");
  const { models, library } = await keptWhole(list);
  return { models: [...models], library };
}

const library = ["library/factbook/passages.jsonl?revision=1", "library/factbook/vectors.i8.bin"];
const lm = ["models/lm/onnx/a.onnx_data", "models/lm/onnx/a.onnx_data_1.zlib?revision=ab"];

beforeEach(() => {
  vi.stubGlobal("document", { baseURI: page });
  vi.stubGlobal("location", { href: page });
});
afterEach(() => vi.unstubAllGlobals());

it("counts a model as kept when all its large files are", async () => {
  expect(await keptOf(lm)).toEqual({ models: ["lm"], library: false });
  expect(await keptOf(lm.slice(1))).toEqual({ models: [], library: false });
});

it("counts the library as kept only with the encoder that searches it", async () => {
  expect(await keptOf(library)).toEqual({ models: [], library: false });
  const encoder = "models/encoder/onnx/e.onnx";
  expect(await keptOf([...library, encoder])).toEqual({ models: ["encoder"], library: true });
  expect(await keptOf([library[0] ?? "", encoder])).toEqual({
    models: ["encoder"],
    library: false,
  });
});

it("says that nothing is kept where the browser has no caches", async () => {
  const { keptWhole } = await import("./kept-models.ts");
  vi.stubGlobal("caches", undefined);
  expect(await keptWhole(list)).toEqual({ models: new Set(), library: false });
});
