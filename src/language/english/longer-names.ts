import { holdsName, splitHyphens } from "../names.ts";
import { isForm } from "./forms.ts";

const written: Readonly<Record<string, readonly string[]>> = {
  Cyprus: ["Northern Cyprus"],
  Dominica: ["Dominican Republic"],
  Georgia: ["South Georgia"],
  Guinea: ["Equatorial Guinea", "Guinea-Bissau", "New Guinea"],
  Hampshire: ["New Hampshire"],
  India: ["Indian Ocean"],
  "Indian Ocean": ["British Indian Ocean Territory"],
  Ireland: ["Northern Ireland"],
  Jersey: ["New Jersey"],
  Mexico: ["New Mexico"],
  "Republic of Congo": ["Democratic Republic of Congo"],
  "Republic of the Congo": ["Democratic Republic of the Congo"],
  Samoa: ["American Samoa"],
  Sudan: ["South Sudan"],
  "United States": [
    "United States Pacific Island Wildlife Refuges",
    "United States Virgin Islands",
  ],
  Virginia: ["West Virginia"],
  York: ["New York"],
};

const normalised: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(written).map(([name, longer]) => [splitHyphens(name), longer.map(splitHyphens)]),
);

export function longerNames(name: string): readonly string[] {
  return normalised.get(name) ?? [];
}

/** Normalised names that contain a name in the text but are not in it. */
export function otherPlacesIn(text: string): string[] {
  const rules = { isForm, longerThan: longerNames, aliases: [] };
  const whole = splitHyphens(text);
  return [...normalised]
    .filter(([name]) => holdsName(text, name, rules))
    .flatMap(([, longer]) => longer.filter((other) => !whole.includes(other)));
}
