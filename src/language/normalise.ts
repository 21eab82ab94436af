/**
 * Two forms of a text that leave out what does not matter: `scoringForm`, the one normaliser of
 * every score, is that of the official scripts, character for character; `normalise`, by which
 * the pipeline compares texts with each other, also sees through typographic punctuation.
 */

/** The 32 signs of ASCII, as Python's `string.punctuation` has them. */
const asciiPunctuation = /[!-/:-@[-`{-~]/gu;
const scriptArticle = /(?<![\p{L}\p{N}])(?:a|an|the)(?![\p{L}\p{N}])/gu;

/**
 * As the scripts of SQuAD and HotpotQA (and with them SearChain, SlimPLM and RA-ISF) normalise:
 * lower case, no ASCII punctuation, no a/an/the, single spaces. A dash or quote beyond ASCII stays.
 */
export function scoringForm(text: string): string {
  return text
    .toLowerCase()
    .replace(asciiPunctuation, "")
    .replace(scriptArticle, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

/** The words of the scoring form; [] for a text without any. */
export function scoringTokens(text: string): string[] {
  const form = scoringForm(text);
  return form === "" ? [] : form.split(" ");
}

/** `\b` takes ñ for the end of a word, so that "España" would lose its last letter. */
const article = /(?<![\p{L}\p{M}\p{N}])(?:a|an|the)(?![\p{L}\p{M}\p{N}])/gu;

/** Composed characters, lower case, no punctuation or signs of any script, no a/an/the, single spaces. */
export function normalise(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, "")
    .replace(article, " ")
    .replace(/\s+/gu, " ")
    .trim();
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

/**
 * SearChain's short-form test: norm(span) is a substring of norm(answer). The empty
 * span passes, as printed; `emptySpanGuard` keeps it from getting here.
 */
export function agreesShort(span: string, answer: string): boolean {
  return normalise(answer).includes(normalise(span));
}
