/** What the page knows of the transformers engine without loading the library. */
import type { ModelRef } from "../../log/types.ts";
import { type CatalogueModel, catalogueProfile } from "../catalogue-model.ts";

/** Room for the fixed beginnings of a pipeline's prompts: eight of 250 tokens at 46 KB each. */
export const DEFAULT_PREFIX_CACHE_BYTES = 96 * 1024 * 1024;

/** How runs name a model of this engine. */
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
