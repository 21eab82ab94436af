/** A relation of the Factbook: where its value is found and how people ask for it. */

export interface Compared {
  more: readonly string[];
  less?: readonly string[];
  yes?: readonly string[];
  yesLess?: readonly string[];
}

export interface Relation {
  name: string;
  slug: string;
  /**
   * The value is group `a`; `{c}` is the place as within a sentence. The first match in a text
   * counts.
   */
  pattern: string;
  /** Replaces the pattern if the value must be chosen among several. */
  choose?: (text: string) => { answer: string; start: number } | null;
  /** Questions for the value; `{c}` is the place's name or description. */
  ask: readonly string[];
  /** Questions for the place by its unique value `{v}`; `{k}` is country, territory, …. */
  reverse?: {
    ask: readonly string[];
    /** Follows "the country", as in "the country whose capital is Oslo". */
    phrases: readonly string[];
  };
  compared?: Compared;
  /** Sampling weight of its questions; default 1. */
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

/**
 * Numeric value of "1.568 million bbl/day", "-155 m", "$92,000", "6 August 1962" (as days); NaN if
 * none.
 */
export function quantity(text: string): number {
  if (/\b[A-Z][a-z]+ \d{4}$/.test(text)) return Date.parse(`${text} UTC`) / 86_400_000;
  const [, sign = "", digits = "", unit] =
    /^(-?)\$?([\d,]*\.?\d+)( million| billion| trillion)?/.exec(text) ?? [];
  if (!digits) return Number.NaN;
  const scale = { " million": 1e6, " billion": 1e9, " trillion": 1e12 }[unit ?? ""] ?? 1;
  return Number(`${sign}${digits.replaceAll(",", "")}`) * scale;
}
