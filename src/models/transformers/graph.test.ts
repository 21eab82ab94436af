import { expect, it } from "vitest";
import type { CatalogueModel } from "../catalogue-model.ts";
import { bytesOnDevice, filesOnDevice, graphSettings } from "./graph.ts";

const sizes = {
  "config.json": 1,
  "onnx/model.onnx": 2,
  "onnx/model_quantized.onnx": 4,
  "onnx/model_quantized.onnx_data": 8,
  "onnx/model_quantized.onnx_data_1": 16,
  "onnx/model_webgpu.onnx": 32,
};

const model: CatalogueModel = {
  id: "m",
  title: "",
  role: "test",
  engine: "transformers",
  path: "m",
  hub: null,
  dtype: { wasm: "q8", webgpu: "fp32", cpu: null },
  graphs: {
    webgpu: {
      name: "model_webgpu",
      data: ["model_quantized.onnx_data", "model_quantized.onnx_data_1"],
    },
  },
  bytes: 63,
  memoryMB: 1,
  contextTokens: 1,
  parameters: 1,
  licence: "",
  source: "",
  needsF16: false,
  externalDataChunks: { "model_quantized.onnx": 2 },
  files: Object.entries(sizes).map(([path, bytes]) => ({ path, bytes, sha256: "" })),
};

const read = (device: "wasm" | "webgpu") => filesOnDevice(model, device).map(({ path }) => path);

it("reads the graph that the form of the weights names, with its weights", () => {
  expect(read("wasm")).toEqual([
    "config.json",
    "onnx/model_quantized.onnx",
    "onnx/model_quantized.onnx_data",
    "onnx/model_quantized.onnx_data_1",
  ]);
  expect(bytesOnDevice(model, "wasm")).toBe(1 + 4 + 8 + 16);
  expect(graphSettings(model, "wasm")).toEqual({ dtype: "q8", session_options: {} });
});

it("reads a device's own graph over the same weights", () => {
  expect(read("webgpu")).toEqual([
    "config.json",
    "onnx/model_quantized.onnx_data",
    "onnx/model_quantized.onnx_data_1",
    "onnx/model_webgpu.onnx",
  ]);
  const { dtype, model_file_name, session_options } = graphSettings(model, "webgpu");
  expect([dtype, model_file_name]).toEqual(["fp32", "model_webgpu"]);
  expect(session_options.externalData?.[1]).toEqual({
    path: "model_quantized.onnx_data_1",
    data: "onnx/model_quantized.onnx_data_1",
  });
});

it("takes the size of a model from the hub as it is told", () => {
  expect(bytesOnDevice({ ...model, path: null, hub: "a/m", files: [] }, "wasm")).toBe(63);
});

it("has no graph for a device without weights", () => {
  expect(() => graphSettings(model, "cpu")).toThrow(
    expect.objectContaining({ code: "model-load-failed" }),
  );
});
