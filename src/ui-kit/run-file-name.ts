/** Uses the question, which is clearer than an id. No extension. */
export function runFileName(question: string): string {
  const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
  let name = "hopwise";
  for (const word of words) {
    if (name.length + word.length >= longest) break;
    name += `-${word.toLowerCase()}`;
  }
  return name;
}

const longest = 72;
