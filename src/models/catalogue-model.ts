/** The catalogue's schema for one model. */
import * as z from "zod/mini";
import { type Profile, profile } from "../log/types.ts";

const file = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() });

/** A device-specific graph over weight files it shares with another graph. */
const graph = z.object({
  /** File name in `onnx/`, without the suffix that the dtype adds. */
  name: z.string(),
  data: z.array(z.string()),
});

export const catalogueModel = z.object({
  id: z.string(),
  title: z.string(),
  role: z.enum(["small-lm", "encoder", "test"]),
  /** Trained on the prompts of `methods/skills.ts`. */
  skills: z.optional(z.boolean()),
  /** Prompt profile; absent: the profile of its skills, else of a chat model. */
  profile: z.optional(profile),
  /** Engine id; the catalogue keeps only known engines (`engines.ts`). */
  engine: z.string(),
  /** Folder under `models/`; null for hub models. */
  path: z._default(z.nullable(z.string()), null),
  /** Hub repository; null for embedded models. */
  hub: z._default(z.nullable(z.string()), null),
  /** Weight format per device; null where the model is not offered. */
  dtype: z.object({
    wasm: z.nullable(z.string()),
    webgpu: z.nullable(z.string()),
    cpu: z.nullable(z.string()),
  }),
  /** Devices whose graph differs from the one that `dtype` names. */
  graphs: z.optional(z.partialRecord(z.enum(["wasm", "webgpu", "cpu"]), graph)),
  bytes: z.int(),
  memoryMB: z.int(),
  contextTokens: z.int(),
  parameters: z.int(),
  licence: z.string(),
  source: z.string(),
  needsF16: z.boolean(),
  /** Number of external-data files of each ONNX graph, as in the models' own configurations. */
  externalDataChunks: z.nullable(z.union([z.int(), z.record(z.string(), z.int())])),
  /** All files of an embedded model, each verified when read. */
  files: z._default(z.array(file), []),
});
export type CatalogueModel = z.infer<typeof catalogueModel>;

export function catalogueProfile({ skills, profile }: CatalogueModel): Profile {
  return profile ?? (skills === true ? "trained" : "instruct");
}

/**
 * `id@sha256` of an embedded model's weights, to which stored vectors belong. Null if the catalogue
 * does not list the weights.
 */
export function weightsId({ id, files }: CatalogueModel): string | null {
  // The weights are beside the graph or in it.
  const ending = (end: string) => files.find(({ path }) => path.endsWith(end));
  const weights = ending(".onnx_data") ?? ending(".onnx");
  return weights === undefined ? null : `${id}@${weights.sha256}`;
}
