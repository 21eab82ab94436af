const letter = /\p{L}/gu;
const han = /\p{sc=Han}/gu;
const kana = /[\p{sc=Hiragana}\p{sc=Katakana}]/gu;

/** A BCP-47 tag for scripts with other scoring rules, else undefined. */
export function languageOf(question: string): string | undefined {
  const count = (of: RegExp) => question.match(of)?.length ?? 0;
  const kanas = count(kana);
  if ((count(han) + kanas) * 2 <= count(letter)) return undefined;
  return kanas > 0 ? "ja" : "zh";
}
