/** What a run's files are called, without the ending: by its question, which says more than an id. */
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
