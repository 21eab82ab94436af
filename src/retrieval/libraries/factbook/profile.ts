/** What the templates ask of a profile: the text of a field or of a part of it, with its year. */
import type { Fact, Profile } from "./facts.ts";

/** The facts of one field. */
export type FieldNode = readonly Fact[];

/** One named part of a field. The field's own text has an empty label. */
export interface Part {
  label: string;
  text: string;
}

/** The field's facts, or null when this profile has no such field. */
export function field(profile: Profile, section: string, name: string): FieldNode | null {
  return profile.sections[section]?.[name] ?? null;
}

/** The text of a named part (by default the field's own), with its year; "" when there is none. */
export function textOf(node: FieldNode, part = ""): string {
  const fact = node.find((each) => each.part === part);
  return fact ? withYear(sayValues(fact), fact) : "";
}

/** Every part, in file order. Of parts that are all of one year the last says it. */
export function partsOf(node: FieldNode): Part[] {
  const figures = node.filter(({ part }) => part !== "note");
  const [first] = figures;
  const alike = figures.every(
    ({ year, estimate }) => year === first?.year && estimate === first?.estimate,
  );
  const last = figures.at(-1);
  return node.map((fact) => ({
    label: fact.part,
    text: alike && fact !== last ? sayValues(fact) : withYear(sayValues(fact), fact),
  }));
}

/** Without its year. */
export function sayValues({ values, holders }: Fact): string {
  if (holders) {
    return holders.map(({ name, since }) => (since ? `${name} (since ${since})` : name)).join("; ");
  }
  return joined(values);
}

/** Commas between short items; semicolons where an item has commas of its own. */
export function joined(values: readonly string[]): string {
  const hasCommas = values.some((value) =>
    /, |; |: /.test(value.replace(/\([^)]*\)|\[[^\]]*\]/g, "")),
  );
  return values.join(hasCommas ? "; " : ", ");
}

function withYear(text: string, { year, estimate }: Fact): string {
  if (!year) return text;
  return `${text} (${year}${estimate ? " est." : ""})`;
}
