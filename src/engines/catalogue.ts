/** The validated list of models in `models/catalogue.json`. */
import * as z from "zod/mini";

const file = z.object({ path: z.string(), bytes: z.int(), sha256: z.string() });

export const catalogueModel = z.object({
  id: z.string(),
  title: z.string(),
  role: z.enum(["small-lm", "encoder", "test"]),
  engine: z.enum(["transformers", "web-llm"]),
  /** Embedded models: the folder under `models/`. Hub models: null. */
  path: z.nullable(z.string()),
  hub: z.nullable(z.string()),
  dtype: z.object({
    wasm: z.nullable(z.string()),
    webgpu: z.nullable(z.string()),
    cpu: z.nullable(z.string()),
  }),
  bytes: z.int(),
  memoryMB: z.int(),
  contextTokens: z.int(),
  parameters: z.int(),
  licence: z.string(),
  source: z.string(),
  needsF16: z.boolean(),
  /** Number of external-data files beside the ONNX graph, by dtype device; 0 for a single file. */
  externalDataChunks: z.int(),
  files: z.array(file),
});
export type CatalogueModel = z.infer<typeof catalogueModel>;

export const catalogue = z.object({ version: z.literal(1), models: z.array(catalogueModel) });
export type Catalogue = z.infer<typeof catalogue>;
