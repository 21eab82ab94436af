/** The one normaliser: SearChain, SlimPLM, RA-ISF and the SQuAD script share it. */

/** `\b` takes ñ for the end of a word, so that "España" would lose its last letter. */
const article = /(?<![\p{L}\p{M}\p{N}])(?:a|an|the)(?![\p{L}\p{M}\p{N}])/gu;

/** Lower case, no punctuation, no a/an/the, single spaces. */
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
