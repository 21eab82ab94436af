/** Fetches what the features' light objects leave out. */
import { lazyPart } from "../../ui-kit/lazy-part.tsx";
import type { Feature, FeatureParts, LazyPart } from "../runtime/feature.ts";
import { features } from "../runtime/features.ts";

const loaded = new Map<Feature, FeatureParts>();

export async function partsOf(feature: Feature): Promise<FeatureParts> {
  const parts = loaded.get(feature) ?? (await feature.load());
  loaded.set(feature, parts);
  return parts;
}

/** A feature that fails to load does not keep the others from working; it is fetched again later. */
export async function loadFeatures(): Promise<void> {
  await Promise.allSettled(features.all.map(partsOf));
}

/** In the order of the features. */
export function loadedParts(): (FeatureParts & { id: string })[] {
  return features.all.flatMap((feature) => {
    const parts = loaded.get(feature);
    return parts === undefined ? [] : [{ id: feature.id, ...parts }];
  });
}

const pages = new Map<Feature, LazyPart<{ at: string }>>();

export function pageOf(feature: Feature): LazyPart<{ at: string }> {
  const page =
    pages.get(feature) ??
    lazyPart(async () => {
      const { page: fetchPage } = await partsOf(feature);
      if (fetchPage === undefined) throw new RangeError(`"${feature.id}" has no page`);
      return fetchPage();
    });
  pages.set(feature, page);
  return page;
}
