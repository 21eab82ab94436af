import * as z from "zod/mini";
import { type Profile, profile } from "../log/types.ts";
import { packedEnding } from "../shared/integrity/packed.ts";

const file = z.object({
  path: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** Bytes of the deflated file that a build has in its place (`withPacked`). */
  packed: z.optional(z.int()),
});
type CatalogueFile = z.infer<typeof file>;

/** A graph that shares weight files with another. */
const graph = z.object({
  /** In `onnx/`, without the suffix of the dtype. */
  name: z.string(),
  data: z.array(z.string()),
});

export const catalogueModel = z.object({
  id: z.string(),
  title: z.string(),
  role: z.enum(["small-lm", "encoder", "test"]),
  /** Trained on the prompts of `methods/skills.ts`. */
  skills: z.optional(z.boolean()),
  /** Off a GPU, a token's logits do not depend on how many tokens are read in the same pass. */
  passInvariant: z.optional(z.boolean()),
  /** Absent: the profile of its skills, else of a chat model. */
  profile: z.optional(profile),
  /** Unknown engines are dropped (`engines.ts`). */
  engine: z.string(),
  /** The folder under `models/`; null for hub models. */
  path: z._default(z.nullable(z.string()), null),
  /** Null for embedded models. */
  hub: z._default(z.nullable(z.string()), null),
  /** Null where the model is not offered. */
  dtype: z.object({
    wasm: z.nullable(z.string()),
    webgpu: z.nullable(z.string()),
    cpu: z.nullable(z.string()),
  }),
  /** Only for devices whose graph differs from that of `dtype`. */
  graphs: z.optional(z.partialRecord(z.enum(["wasm", "webgpu", "cpu"]), graph)),
  /** To download. */
  bytes: z.int(),
  memoryMB: z.int(),
  contextTokens: z.int(),
  parameters: z.int(),
  licence: z.string(),
  source: z.string(),
  needsF16: z.boolean(),
  /** The number of files per ONNX graph. */
  externalDataChunks: z.nullable(z.union([z.int(), z.record(z.string(), z.int())])),
  /** Each is verified when read. */
  files: z._default(z.array(file), []),
});
export type CatalogueModel = z.infer<typeof catalogueModel>;

export function fetchedBytes({ bytes, packed }: CatalogueFile): number {
  return packed ?? bytes;
}

export function fetchedPath({ path, packed }: CatalogueFile): string {
  return packed === undefined ? path : path + packedEnding;
}

export function catalogueProfile({ skills, profile }: CatalogueModel): Profile {
  return profile ?? (skills === true ? "trained" : "instruct");
}

/** `id@sha256`, to which stored vectors belong. Null if the weights are not listed. */
export function weightsId({ id, files }: CatalogueModel): string | null {
  // The weights are beside the graph or in it.
  const ending = (end: string) => files.find(({ path }) => path.endsWith(end));
  const weights = ending(".onnx_data") ?? ending(".onnx");
  return weights === undefined ? null : `${id}@${weights.sha256}`;
}
