const letter = /\p{L}/gu;
const han = /\p{sc=Han}/gu;
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu;

/** BCP-47, for scripts with other scoring rules; undefined otherwise. */
export function languageOf(question: string): string | undefined {
  const count = (of: RegExp) => question.match(of)?.length ?? 0;
  const kanas = count(kana);
  if ((count(han) + kanas) * 2 <= count(letter)) return undefined;
  return kanas > 0 ? "ja" : "zh";
}
