/**
 * The features that there are. `app/features.ts` fills the list, so that views can read it without
 * importing one another. The order is that of links, buttons and commands.
 */
import { registryOf } from "../../runtime/registry.ts";
import type { Feature, PageWords } from "./feature.ts";

export const features = registryOf<Feature>([]);

export type PagedFeature = Feature & { page: PageWords };

function hasPage(feature: Feature): feature is PagedFeature {
  return feature.page !== undefined;
}

/** The feature whose page the address names; null is Ask. */
export function pageAt(fragment: string): PagedFeature | null {
  const [id] = fragment.replace(/^#/u, "").split(/[/:]/u);
  const feature = features.find(id ?? "");
  return feature !== null && hasPage(feature) ? feature : null;
}

export function runLinkAt(fragment: string): Feature | null {
  return features.all.find((feature) => feature.isRunLink?.(fragment)) ?? null;
}
