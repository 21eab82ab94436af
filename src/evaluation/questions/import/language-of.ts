/** Detects a question's language by its script if the file does not name it. */

const letter = /\p{L}/gu;
const han = /\p{sc=Han}/gu;
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu;

/** A BCP-47 tag if most letters are Chinese or Japanese, which have other scoring rules. */
export function languageOf(question: string): string | undefined {
  const count = (of: RegExp) => question.match(of)?.length ?? 0;
  const kanas = count(kana);
  if ((count(han) + kanas) * 2 <= count(letter)) return undefined;
  return kanas > 0 ? "ja" : "zh";
}
