/**
 * `scoringForm`, for every score, matches the official scripts exactly; `normalise`, for the
 * pipeline, also ignores typographic punctuation.
 */
import { hasEnglishRules, unitForm } from "./scoring-units.ts";

const asciiPunctuation = /[!-/:-@[-`{-~]/gu;
const scriptArticle = /(?<![\p{L}\p{N}])(?:a|an|the)(?![\p{L}\p{N}])/gu;

/**
 * Normalises as the scripts of SQuAD and HotpotQA (also SearChain, SlimPLM, RA-ISF). Dashes and
 * quotes beyond ASCII stay. Languages other than English (BCP-47) use units, not words.
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

/** "Tromsø" → "Tromso"; lower case only. */
export function withoutStrokes(text: string): string {
  return text.replace(/[øłđðþßæœı]/gu, (letter) => strokes.get(letter) ?? letter);
}

/** Changes Latin and Greek only: marks of other scripts are letters of their own. */
export function withoutAccents(text: string): string {
  const bare = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/(?<=[\p{sc=Latin}\p{sc=Greek}])\p{M}+/gu, "")
    .normalize("NFC");
  return withoutStrokes(bare);
}

/** `\b` treats ñ as the end of a word: "España" would lose its last letter. */
const article = /(?<![\p{L}\p{M}\p{N}])(?:a|an|the)(?![\p{L}\p{M}\p{N}])/gu;

/** Also drops punctuation of any script, and articles. */
export function normalise(text: string): string {
  return withoutAccents(text)
    .replace(/[\p{P}\p{S}]/gu, "")
    .replace(article, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Keeps signs: −12 differs from 12. */
export function plainName(text: string): string {
  return withoutAccents(text).replace(article, " ").replace(/\s+/gu, " ").trim();
}

export function tokens(text: string): string[] {
  const clean = normalise(text);
  return clean === "" ? [] : clean.split(" ");
}

/** True also for "the" or a dash. */
export function isEmpty(text: string): boolean {
  return normalise(text) === "";
}
