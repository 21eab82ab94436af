/** The library keeps hub models in its own cache. */
import { type CachedFiles, cachedBytes, removeCached } from "../cached-files.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import type { EngineStorage } from "../engine.ts";

function placeOf({ hub }: CatalogueModel): CachedFiles | null {
  if (hub === null) return null;
  return { cache: "transformers-cache", isOne: (url) => url.includes(`/${hub}/resolve/`) };
}

export const hubStorage: EngineStorage = {
  async stored(models) {
    const storedBytes = new Map<string, number>();
    for (const model of models) {
      const place = placeOf(model);
      const bytes = place === null ? null : await cachedBytes(place);
      if (bytes !== null) storedBytes.set(model.id, bytes);
    }
    return storedBytes;
  },
  async remove(model) {
    const place = placeOf(model);
    if (place !== null) await removeCached(place);
  },
};
