import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import { type CatalogueModel, fetchedBytes } from "../catalogue-model.ts";
import type { Device } from "../engine.ts";

const dtype = z.enum(["fp32", "fp16", "q8", "int8", "uint8", "q4", "bnb4", "q4f16"]);
type Dtype = z.infer<typeof dtype>;

function dtypeFor(model: CatalogueModel, device: Device): Dtype {
  const named = dtype.safeParse(model.dtype[device]);
  if (named.success) return named.data;
  throw new AppError("model-load-failed", {
    model: model.id,
    device,
    cause: "no-weights-for-device",
  });
}

function endingOf(form: Dtype): string {
  if (form === "fp32") return "";
  return form === "q8" ? "_quantized" : `_${form}`;
}

export interface GraphSettings {
  dtype: Dtype;
  model_file_name?: string;
  session_options: { externalData?: { path: string; data: string }[] };
}

/**
 * The library looks for weights under the graph's name; a graph that shares weights names the files
 * itself.
 */
export function graphSettings(model: CatalogueModel, device: Device): GraphSettings {
  const form = dtypeFor(model, device);
  const graph = model.graphs?.[device];
  if (graph === undefined) return { dtype: form, session_options: {} };
  return {
    dtype: form,
    model_file_name: graph.name,
    session_options: {
      externalData: graph.data.map((file) => ({ path: file, data: `onnx/${file}` })),
    },
  };
}

export function filesOnDevice(model: CatalogueModel, device: Device): CatalogueModel["files"] {
  const { name = "model", data } = model.graphs?.[device] ?? {};
  const graph = `onnx/${name}${endingOf(dtypeFor(model, device))}.onnx`;
  const weights = data?.map((file) => `onnx/${file}`);
  return model.files.filter(
    ({ path }) =>
      !path.startsWith("onnx/") ||
      path === graph ||
      (weights?.includes(path) ?? path.startsWith(`${graph}_data`)),
  );
}

export function bytesOnDevice(model: CatalogueModel, device: Device): number {
  if (model.files.length === 0) return model.bytes;
  return filesOnDevice(model, device).reduce((sum, file) => sum + fetchedBytes(file), 0);
}
