/** The language of a question whose file does not name it, by its script. */

const letter = /\p{L}/gu;
const han = /\p{sc=Han}/gu;
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu;

/** A BCP-47 tag where most letters are Chinese or Japanese ones, which are scored by other rules; else none. */
export function languageOf(question: string): string | undefined {
  const count = (of: RegExp) => question.match(of)?.length ?? 0;
  const kanas = count(kana);
  if ((count(han) + kanas) * 2 <= count(letter)) return undefined;
  return kanas > 0 ? "ja" : "zh";
}
