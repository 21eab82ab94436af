import * as z from "zod/mini";
import type { PackedList } from "../shared/integrity/packed.ts";
import { type CatalogueModel, catalogueModel, fetchedBytes } from "./catalogue-model.ts";
import { engines } from "./engines.ts";

const listed = z.pipe(
  z.transform((entry: unknown) => {
    if (typeof entry !== "object" || entry === null || !("repository" in entry)) return entry;
    const { repository, ...rest } = entry;
    return { hub: repository, ...rest };
  }),
  catalogueModel.check(
    z.refine(({ engine }) => engines.find(engine) !== null, { error: "no such engine" }),
  ),
);

export const catalogue = z.object({ version: z.literal(1), models: z.array(listed) });
export type Catalogue = z.infer<typeof catalogue>;

/** With the sizes of what a build's page fetches. */
export function withPacked({ version, models }: Catalogue, list: PackedList): Catalogue {
  const shipped = models.map((model) => {
    if (model.path === null) return model;
    const files = model.files.map((file) => {
      const packed = list[`models/${model.path}/${file.path}`]?.packed;
      return packed === undefined ? file : { ...file, packed };
    });
    return { ...model, files, bytes: files.reduce((sum, file) => sum + fetchedBytes(file), 0) };
  });
  return { version, models: shipped };
}

export function embeddedModel(
  { models }: Catalogue,
  role: CatalogueModel["role"],
): CatalogueModel | undefined {
  return models.find((model) => model.role === role && model.path !== null);
}
