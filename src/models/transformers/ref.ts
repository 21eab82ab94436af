/** Engine facts the page needs without loading the library. */
import type { ModelRef } from "../../log/types.ts";
import { type CatalogueModel, catalogueProfile } from "../catalogue-model.ts";

/** Eight fixed beginnings of a pipeline's prompts, 250 tokens each at 46 KB a token. */
export const DEFAULT_PREFIX_CACHE_BYTES = 96 * 1024 * 1024;

export function transformersRef(model: CatalogueModel): ModelRef {
  return {
    engine: "transformers",
    model: model.id,
    tier: "small",
    destination: "device",
    price: null,
    skills: model.skills ?? false,
    profile: catalogueProfile(model),
  };
}
