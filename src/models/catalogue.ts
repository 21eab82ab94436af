/** The validated list of models in `models/catalogue.json`. */
import * as z from "zod/mini";
import { type CatalogueModel, catalogueModel } from "./catalogue-model.ts";
import { engines } from "./engines.ts";

/** In the file, hub models name their `repository`. */
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

/** The first embedded model of a role: what is used unless another is asked for. */
export function embeddedModel(
  { models }: Catalogue,
  role: CatalogueModel["role"],
): CatalogueModel | undefined {
  return models.find((model) => model.role === role && model.path !== null);
}
