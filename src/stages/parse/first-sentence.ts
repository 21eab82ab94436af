/** Finds where the first sentence of a text ends. */

/**
 * Text before a full stop that does not end a sentence: initials ("O."), and abbreviations before a
 * name or a number.
 */
const shortened =
  /(?:^|[\s("“'’.-])(?:\p{Lu}|Mrs?|Ms|Dr|St|Mt|Ft|Jr|Sr|Prof|Gen|Col|Lt|Sgt|Capt|Rev|Hon|Gov|Sen|Rep|Pres|Inc|Ltd|Co|Corp|Bros|No|Nos|vs|v|etc|ca|c|approx|e\.g|i\.e)\.$/u;

/**
 * The first sentence with its mark, never cut at an initial; the first line if no sentence ends in
 * it.
 */
export function firstSentence(text: string): string {
  const line = text.trimStart().split(/\r?\n/u)[0] ?? "";
  for (const { index } of line.matchAll(/[.!?](?=["”’')]?\s)/gu)) {
    const sentence = line.slice(0, index + 1);
    if (!shortened.test(sentence.slice(-12))) return sentence;
  }
  return line;
}

/** Whether the final stop belongs to the last word: "Martin Luther King Jr." */
export function endsShortened(text: string): boolean {
  return shortened.test(text.slice(-12));
}
