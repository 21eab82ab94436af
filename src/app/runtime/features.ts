/**
 * The features that there are. `app/features.ts` fills the list, so that views can read it without
 * importing one another. The order is that of links, buttons and commands.
 */
import { registryOf } from "../../runtime/registry.ts";
import type { ButtonPlace, DialogButtons, Feature, PageWords } from "./feature.ts";

export const features = registryOf<Feature>([]);

export type PagedFeature = Feature & { page: PageWords };

function hasPage(feature: Feature): feature is PagedFeature {
  return feature.page !== undefined;
}

/** The feature whose page the address names; null is Ask. */
export function pageAt(fragment: string): PagedFeature | null {
  const [id] = fragment.replace(/^#/u, "").split(/[/:]/u);
  return features.all.filter(hasPage).find((feature) => feature.id === id) ?? null;
}

export function headerPages(): { id: string; name: string }[] {
  return features.all.flatMap(({ id, page }) =>
    page === undefined || page.name === null ? [] : [{ id, name: page.name }],
  );
}

export function buttonsAt(place: ButtonPlace): (DialogButtons & { label: string })[] {
  return features.all.flatMap(({ buttons }) => {
    const label = buttons?.labels[place];
    return buttons === undefined || label === undefined ? [] : [{ ...buttons, label }];
  });
}

export function linkAt(fragment: string): Feature["link"] | null {
  return features.all.find(({ link }) => link?.fits(fragment))?.link ?? null;
}
