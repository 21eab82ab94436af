/** Takes the last place of the words in the output; null if not found. */
export function oddsOfWords(
  words: string,
  tokens: readonly string[],
  logprobs: readonly number[],
): number[] | null {
  const start = words === "" ? -1 : tokens.join("").lastIndexOf(words);
  if (start < 0 || tokens.length !== logprobs.length) return null;
  const end = start + words.length;
  let from = 0;
  return tokens.flatMap((token, index) => {
    const begins = from;
    from += token.length;
    return begins < end && from > start ? [logprobs[index] ?? 0] : [];
  });
}
