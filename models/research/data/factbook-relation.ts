/** What a relation of the Factbook is: where its value stands, and how people ask for it. */

/** Questions that put two values side by side. `{a}` and `{b}` are places. */
export interface Compared {
  more: readonly string[];
  less?: readonly string[];
  /** Yes if `{a}` has the greater value. */
  yes?: readonly string[];
  /** Yes if `{a}` has the lesser value. */
  yesLess?: readonly string[];
}

export interface Relation {
  name: string;
  /** The slug of the passages that say it. */
  slug: string;
  /**
   * The value is group `a`; `{c}` is the place as it stands in a sentence. Where several
   * places of a text match, the first is taken.
   */
  pattern: string;
  /** In place of the pattern where the value must be chosen among several. */
  choose?: (text: string) => { answer: string; start: number } | null;
  /** Questions for the value; `{c}` is a name or a description of the place. */
  ask: readonly string[];
  /** How the place is asked for by a value `{v}` which only it has; `{k}` is country, territory, …. */
  reverse?: {
    ask: readonly string[];
    /** Follows "the country", as in "the country whose capital is Oslo". */
    phrases: readonly string[];
  };
  compared?: Compared;
  /** Weight among the questions that are drawn; 1 unless told. */
  weight?: number;
}

/** An amount as the Factbook writes it: 45,228 or $27,000 or 1.2 million. */
export const amount = "-?\\$?\\d[\\d,]*(?:\\.\\d+)?(?: (?:million|billion|trillion))?";
export const percent = "-?\\d[\\d,]*(?:\\.\\d+)?%";
export const date =
  "\\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)(?: \\d{4})?";
/** A person's name, with particles inside. */
export const person =
  '\\p{Lu}[\\p{L}.\'-]*(?: (?:\\p{Lu}[\\p{L}.\'-]*|[Aa]l-[\\p{L}-]+|"[^"]+"|bin|bint|ibn|al|de|da|do|dos|del|la|van|von|der|ben|ould|el|y|e))*';

/** The value of "1.568 million bbl/day", "-155 m", "$92,000", "6 August 1962" (days); NaN if there is none. */
export function quantity(text: string): number {
  if (/\b[A-Z][a-z]+ \d{4}$/.test(text)) return Date.parse(`${text} UTC`) / 86_400_000;
  const [, sign = "", digits = "", unit] =
    /^(-?)\$?([\d,]*\.?\d+)( million| billion| trillion)?/.exec(text) ?? [];
  if (!digits) return Number.NaN;
  const scale = { " million": 1e6, " billion": 1e9, " trillion": 1e12 }[unit ?? ""] ?? 1;
  return Number(`${sign}${digits.replaceAll(",", "")}`) * scale;
}
