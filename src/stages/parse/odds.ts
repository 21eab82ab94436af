/** How likely a model found the words of its answer, apart from those of the form around it. */

/**
 * The log-probabilities of the tokens that `words` stand in, at their last place in the output; null
 * where they cannot be found.
 */
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
