import * as z from "zod/mini";
import { type CatalogueModel, catalogueModel } from "./catalogue-model.ts";
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

export function embeddedModel(
  { models }: Catalogue,
  role: CatalogueModel["role"],
): CatalogueModel | undefined {
  return models.find((model) => model.role === role && model.path !== null);
}
