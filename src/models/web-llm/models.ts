import * as z from "zod/mini";
import { AppError, type ErrorData, toAppError } from "../../log/errors.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import { type GpuProbe, type Resources, requireGpu } from "../device.ts";

export const webLlmRecord = z.object({
  model: z.string(),
  model_id: z.string(),
  model_lib: z.string(),
  vram_required_MB: z.optional(z.number()),
  low_resource_required: z.optional(z.boolean()),
  buffer_size_required_bytes: z.optional(z.number()),
  required_features: z.optional(z.array(z.string())),
  model_type: z.optional(z.number()),
  overrides: z.optional(z.record(z.string(), z.unknown())),
});
export type WebLlmRecord = z.infer<typeof webLlmRecord>;

/** `ModelType.LLM`; others are embedding or vision models. */
const LANGUAGE_MODEL = 0;
const MEGABYTE = 1024 * 1024;
/** Assumed if an entry has none. */
const USUAL_BUFFER_BYTES = 128 * MEGABYTE;
const DEFAULT_CONTEXT = 4096;

/** Several entries show it only in their ids. */
export function needsF16(record: WebLlmRecord): boolean {
  return (record.required_features?.includes("shader-f16") ?? false)
    ? true
    : /q\df16|q0f16/.test(record.model_id);
}

function isLanguageModel(record: WebLlmRecord): boolean {
  return (record.model_type ?? LANGUAGE_MODEL) === LANGUAGE_MODEL;
}

/** Null if the device can run it, as far as browsers reveal. */
export function reasonAgainst(
  record: WebLlmRecord,
  gpu: GpuProbe,
  resources: Resources,
): ErrorData | null {
  try {
    requireGpu(gpu, {
      f16: needsF16(record),
      bufferBytes: record.buffer_size_required_bytes ?? USUAL_BUFFER_BYTES,
    });
    requireMemory(record, resources);
    return null;
  } catch (thrown) {
    return toAppError(thrown).toData();
  }
}

/** Browsers hide graphics memory; main memory bounds it on most integrated GPUs. */
function requireMemory({ vram_required_MB: needsMB }: WebLlmRecord, resources: Resources): void {
  const { memoryGB } = resources;
  if (needsMB === undefined || memoryGB === null) return;
  const hasMB = memoryGB * 1024;
  if (needsMB > hasMB) throw new AppError("out-of-memory", { needsMB, hasMB });
}

export function usableRecords(
  records: readonly WebLlmRecord[],
  gpu: GpuProbe,
  resources: Resources,
): WebLlmRecord[] {
  return records
    .filter(isLanguageModel)
    .filter((record) => reasonAgainst(record, gpu, resources) === null)
    .toSorted((a, b) => (a.vram_required_MB ?? Infinity) - (b.vram_required_MB ?? Infinity));
}

/** Bytes and parameters are unknown: 0. */
export function catalogueModelOf(record: WebLlmRecord): CatalogueModel {
  const context = record.overrides?.["context_window_size"];
  return {
    id: record.model_id,
    title: record.model_id.replace(/-MLC.*$/, "").replaceAll("-", " "),
    role: "small-lm",
    engine: "web-llm",
    path: null,
    hub: record.model_id,
    dtype: { wasm: null, webgpu: /q\df\d+(_\d)?/.exec(record.model_id)?.[0] ?? "mlc", cpu: null },
    bytes: 0,
    memoryMB: Math.ceil(record.vram_required_MB ?? 0),
    contextTokens: typeof context === "number" ? context : DEFAULT_CONTEXT,
    parameters: 0,
    licence: "see source",
    source: record.model,
    needsF16: needsF16(record),
    externalDataChunks: 0,
    files: [],
  };
}

export function recordFor(model: CatalogueModel, records: readonly WebLlmRecord[]): WebLlmRecord {
  const name = (model.hub ?? model.id).split("/").at(-1);
  const found = records.find(({ model_id }) => model_id === model.id || model_id === name);
  if (found === undefined) throw new AppError("model-unknown", { model: model.id });
  return found;
}
