/** The one normaliser: SearChain, SlimPLM, RA-ISF and the SQuAD script share it. */

/** Lower case, no punctuation, no a/an/the, single spaces. */
export function normalise(text: string): string {
  return text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, "")
    .replace(/\b(a|an|the)\b/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

/** The normalised words of a text; [] for a text without any. */
export function tokens(text: string): string[] {
  const clean = normalise(text);
  return clean === "" ? [] : clean.split(" ");
}

/**
 * SearChain's short-form test: norm(span) is a substring of norm(answer). The empty
 * span passes, as printed; `emptySpanGuard` keeps it from getting here.
 */
export function agreesShort(span: string, answer: string): boolean {
  return normalise(answer).includes(normalise(span));
}
