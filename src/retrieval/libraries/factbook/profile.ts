import type { Fact, Profile } from "./facts.ts";

export type FieldNode = readonly Fact[];

/** The field's own text has an empty label. */
export interface Part {
  label: string;
  text: string;
}

export function field(profile: Profile, section: string, name: string): FieldNode | null {
  return profile.sections[section]?.[name] ?? null;
}

/** "" if the part is missing. */
export function textOf(node: FieldNode, part = ""): string {
  const fact = node.find((each) => each.part === part);
  return fact ? withYear(sayValues(fact), fact) : "";
}

/** Parts in file order. A year that all share is shown once, after the last. */
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

export function sayValues({ values, holders }: Fact): string {
  if (holders) {
    return holders.map(({ name, since }) => (since ? `${name} (since ${since})` : name)).join("; ");
  }
  return joined(values);
}

/** Separates by semicolons if an item contains commas. */
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
