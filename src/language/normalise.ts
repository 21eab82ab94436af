/**
 * Two normalisations: `scoringForm`, used by every score, matches the official scripts character
 * for character; `normalise`, used to compare texts in the pipeline, also ignores typographic
 * punctuation.
 */
import { hasEnglishRules, unitForm } from "./scoring-units.ts";

/** The 32 ASCII signs of Python's `string.punctuation`. */
const asciiPunctuation = /[!-/:-@[-`{-~]/gu;
const scriptArticle = /(?<![\p{L}\p{N}])(?:a|an|the)(?![\p{L}\p{N}])/gu;

/**
 * Normalises as the scripts of SQuAD and HotpotQA (also used by SearChain, SlimPLM and RA-ISF):
 * lower case, no ASCII punctuation, no a/an/the, single spaces. Dashes and quotes beyond ASCII
 * stay. `language`: a BCP-47 tag; languages other than English use units instead of words.
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

export function scoringTokens(text: string, language?: string): string[] {
  const form = scoringForm(text, language);
  return form === "" ? [] : form.split(" ");
}

/** Letters that Unicode decomposition leaves alone, with their plain typed form. */
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

/** "Tromsø" → "Tromso"; lower-case letters only. */
export function withoutStrokes(text: string): string {
  return text.replace(/[øłđðþßæœı]/gu, (letter) => strokes.get(letter) ?? letter);
}

/**
 * Lower case without Latin and Greek accents: "François" equals "Francois". Marks of other scripts
 * are letters of their own.
 */
export function withoutAccents(text: string): string {
  const bare = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/(?<=[\p{sc=Latin}\p{sc=Greek}])\p{M}+/gu, "")
    .normalize("NFC");
  return withoutStrokes(bare);
}

/** `\b` treats ñ as the end of a word, so "España" would lose its last letter. */
const article = /(?<![\p{L}\p{M}\p{N}])(?:a|an|the)(?![\p{L}\p{M}\p{N}])/gu;

/** Lower case, no accents, no punctuation or signs of any script, no a/an/the, single spaces. */
export function normalise(text: string): string {
  return withoutAccents(text)
    .replace(/[\p{P}\p{S}]/gu, "")
    .replace(article, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Ignores accents, case and articles but keeps signs: −12 differs from 12. */
export function plainName(text: string): string {
  return withoutAccents(text).replace(article, " ").replace(/\s+/gu, " ").trim();
}

export function tokens(text: string): string[] {
  const clean = normalise(text);
  return clean === "" ? [] : clean.split(" ");
}

/** True if normalising leaves nothing: "", but also "the" or a dash. */
export function isEmpty(text: string): boolean {
  return normalise(text) === "";
}
