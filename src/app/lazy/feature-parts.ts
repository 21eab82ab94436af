/** Fetches the features' pages, dialogs and actions. */
import { lazyPart } from "../../ui-kit/lazy-part.tsx";
import type { Action } from "../runtime/action.ts";
import type { Feature, FeatureParts, LazyPart } from "../runtime/feature.ts";
import { features } from "../runtime/features.ts";

const loaded = new Map<Feature, FeatureParts>();

async function partsOf(feature: Feature): Promise<FeatureParts> {
  const parts = loaded.get(feature) ?? (await feature.load?.()) ?? {};
  loaded.set(feature, parts);
  return parts;
}

/** A feature that fails to load does not keep the others from working; it is fetched again later. */
export async function loadFeatures(): Promise<void> {
  await Promise.allSettled(features.all.map(partsOf));
}

/** Call after `loadFeatures`. */
export function featureActions(): Action[] {
  return features.all.flatMap((feature) => loaded.get(feature)?.actions ?? []);
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

const dialogs = new Map<string, LazyPart<object>>();

export function dialogOf(kind: string): LazyPart<object> {
  const dialog =
    dialogs.get(kind) ??
    lazyPart(async () => {
      await loadFeatures();
      const fetchDialog = features.all
        .map((feature) => loaded.get(feature)?.dialogs?.[kind])
        .find((found) => found !== undefined);
      if (fetchDialog === undefined) throw new RangeError(`there is no dialog "${kind}"`);
      return fetchDialog();
    });
  dialogs.set(kind, dialog);
  return dialog;
}

/** All pages and dialogs, one fetch each. */
export async function featureFetches(): Promise<(() => Promise<void>)[]> {
  await loadFeatures();
  return features.all.flatMap((feature) => {
    const { page, dialogs: own = {} } = loaded.get(feature) ?? {};
    const fetched = Object.keys(own).map((kind) => dialogOf(kind));
    return [...fetched, ...(page === undefined ? [] : [pageOf(feature)])].map(({ ahead }) => ahead);
  });
}
