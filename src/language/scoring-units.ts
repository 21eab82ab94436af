/** `language` is a BCP-47 tag; English by default. */
export function hasEnglishRules(language: string | undefined): boolean {
  return language === undefined || /^en(?:-|$)/iu.test(language);
}

const unspacedLetter =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*/gu;

/**
 * As in CMRC 2018, each letter of an unspaced script and each word of any other is a unit. NFKC; no
 * punctuation; articles stay.
 */
export function unitForm(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, "")
    .replace(unspacedLetter, " $& ")
    .replace(/\s+/gu, " ")
    .trim();
}
