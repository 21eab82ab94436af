/** `So the final answer is: …`, `Therefore, the answer is …`, anywhere. */
const inWords =
  /(?:\b(?:so|thus|hence|therefore)[, ]{1,2})?\bthe (?:final )?answer(?: to the question)? is\b[\s:*]*(\S[^\n]*)?/iu;

/** Where a text begins to say in words what its answer is, and the rest of that line; or null. */
export function finalAnswer(text: string): { start: number; answer: string } | null {
  const match = inWords.exec(text);
  return match === null ? null : { start: match.index, answer: match[1] ?? "" };
}
