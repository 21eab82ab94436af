/** The page needs these facts without the library. */
import type { ModelRef } from "../../log/types.ts";
import { type CatalogueModel, catalogueProfile } from "../catalogue-model.ts";

/** Room for eight beginnings of 250 tokens at 46 KB each. */
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
