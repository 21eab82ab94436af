/** What the catalogue says of one model. */
import * as z from "zod/mini";
import { type Profile, profile } from "../log/types.ts";

const file = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() });

/** A device's own graph over weight files that another graph has too. */
const graph = z.object({
  /** The graph's file in `onnx/`, without the ending that the form of the weights gives it. */
  name: z.string(),
  /** The files of its weights in `onnx/`. */
  data: z.array(z.string()),
});

export const catalogueModel = z.object({
  id: z.string(),
  title: z.string(),
  role: z.enum(["small-lm", "encoder", "test"]),
  /** Trained on the prompts of `methods/skills.ts`. */
  skills: z.optional(z.boolean()),
  /** Whose prompts it is asked by; absent: those of its skills, or of a chat model. */
  profile: z.optional(profile),
  /** The id of what runs it; the catalogue takes those that there are (`engines.ts`). */
  engine: z.string(),
  /** Embedded models: the folder under `models/`. Hub models: null. */
  path: z._default(z.nullable(z.string()), null),
  /** Hub models: their repository. Embedded models: null. */
  hub: z._default(z.nullable(z.string()), null),
  /** The form of the weights for each device; null where the model is not offered. */
  dtype: z.object({
    wasm: z.nullable(z.string()),
    webgpu: z.nullable(z.string()),
    cpu: z.nullable(z.string()),
  }),
  /** Where a device's graph is not the one that `dtype` alone names. */
  graphs: z.optional(z.partialRecord(z.enum(["wasm", "webgpu", "cpu"]), graph)),
  bytes: z.int(),
  memoryMB: z.int(),
  /** Longest prompt and answer together. */
  contextTokens: z.int(),
  parameters: z.int(),
  licence: z.string(),
  source: z.string(),
  needsF16: z.boolean(),
  /** Number of external-data files of each ONNX graph; the models' own configurations say it too. */
  externalDataChunks: z.nullable(z.union([z.int(), z.record(z.string(), z.int())])),
  /** Embedded models: every file, each checked when it is read. */
  files: z._default(z.array(file), []),
});
export type CatalogueModel = z.infer<typeof catalogueModel>;

/** A model of the hub is a chat model, unless the catalogue says otherwise. */
export function catalogueProfile({ skills, profile }: CatalogueModel): Profile {
  return profile ?? (skills === true ? "trained" : "instruct");
}

/**
 * `id@sha256` of an embedded model's weights: vectors belong to exactly these. Null where the
 * catalogue does not list them.
 */
export function weightsId({ id, files }: CatalogueModel): string | null {
  // The weights stand beside the graph, or in it.
  const ending = (end: string) => files.find(({ path }) => path.endsWith(end));
  const weights = ending(".onnx_data") ?? ending(".onnx");
  return weights === undefined ? null : `${id}@${weights.sha256}`;
}
