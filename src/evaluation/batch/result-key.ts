/** One for each result of a batch. */
export function resultKey(question: string, configuration: string): string {
  return JSON.stringify([question, configuration]);
}
