/** Initials ("O."), and abbreviations before a name or number, end no sentence. */
const shortened =
  /(?:^|[\s("“'’.-])(?:\p{Lu}|Mrs?|Ms|Dr|St|Mt|Ft|Jr|Sr|Prof|Gen|Col|Lt|Sgt|Capt|Rev|Hon|Gov|Sen|Rep|Pres|Inc|Ltd|Co|Corp|Bros|No|Nos|vs|v|etc|ca|c|approx|e\.g|i\.e)\.$/u;

/** Never cuts at an initial; takes the first line if no sentence ends in it. */
export function firstSentence(text: string): string {
  const line = text.trimStart().split(/\r?\n/u)[0] ?? "";
  for (const { index } of line.matchAll(/[.!?](?=["”’')]?\s)/gu)) {
    const sentence = line.slice(0, index + 1);
    if (!shortened.test(sentence.slice(-12))) return sentence;
  }
  return line;
}

/** Here the stop belongs to the word: "Martin Luther King Jr." */
export function endsShortened(text: string): boolean {
  return shortened.test(text.slice(-12));
}
