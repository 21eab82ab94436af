/**
 * Two forms of a text that leave out what does not matter: `scoringForm`, the one normaliser of
 * every score, is that of the official scripts, character for character; `normalise`, by which
 * the pipeline compares texts with each other, also sees through typographic punctuation.
 */
import { hasEnglishRules, unitForm } from "./scoring-units.ts";

/** The 32 signs of ASCII, as Python's `string.punctuation` has them. */
const asciiPunctuation = /[!-/:-@[-`{-~]/gu;
const scriptArticle = /(?<![\p{L}\p{N}])(?:a|an|the)(?![\p{L}\p{N}])/gu;

/**
 * As the scripts of SQuAD and HotpotQA (and with them SearChain, SlimPLM and RA-ISF) normalise:
 * lower case, no ASCII punctuation, no a/an/the, single spaces. A dash or quote beyond ASCII stays.
 * `language`: a BCP-47 tag; what is not English has units instead of words.
 */
export function scoringForm(text: string, language?: string): string {
  if (!hasEnglishRules(language)) return unitForm(text);
  return text
    .toLowerCase()
    .replace(asciiPunctuation, "")
    .replace(scriptArticle, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

/** The words or units of the scoring form; [] for a text without any. */
export function scoringTokens(text: string, language?: string): string[] {
  const form = scoringForm(text, language);
  return form === "" ? [] : form.split(" ");
}

/** Letters with strokes that decomposition leaves alone, as people type them without. */
const strokes: ReadonlyMap<string, string> = new Map([
  ["ø", "o"],
  ["ł", "l"],
  ["đ", "d"],
  ["ð", "d"],
  ["þ", "th"],
  ["ß", "ss"],
  ["æ", "ae"],
  ["œ", "oe"],
  ["ı", "i"],
]);

/** "Tromsø" → "Tromso": the same name in lower case, typed without accents. */
export function withoutStrokes(text: string): string {
  return text.replace(/[øłđðþßæœı]/gu, (letter) => strokes.get(letter) ?? letter);
}

/**
 * Lower case without the accents of Latin and Greek: "François" and "Francois" are one name. Marks of
 * other scripts are letters of their own.
 */
export function withoutAccents(text: string): string {
  const bare = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/(?<=[\p{sc=Latin}\p{sc=Greek}])\p{M}+/gu, "")
    .normalize("NFC");
  return withoutStrokes(bare);
}

/** `\b` takes ñ for the end of a word, so that "España" would lose its last letter. */
const article = /(?<![\p{L}\p{M}\p{N}])(?:a|an|the)(?![\p{L}\p{M}\p{N}])/gu;

/** Lower case, no accents, no punctuation or signs of any script, no a/an/the, single spaces. */
export function normalise(text: string): string {
  return withoutAccents(text)
    .replace(/[\p{P}\p{S}]/gu, "")
    .replace(article, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

/** A name as it is compared where signs count: −12 is another than 12. No accents, case or articles. */
export function plainName(text: string): string {
  return withoutAccents(text).replace(article, " ").replace(/\s+/gu, " ").trim();
}

/** The normalised words of a text; [] for a text without any. */
export function tokens(text: string): string[] {
  const clean = normalise(text);
  return clean === "" ? [] : clean.split(" ");
}

/** Nothing left to compare: "", but also "the" or a dash. */
export function isEmpty(text: string): boolean {
  return normalise(text) === "";
}
