/** What of a model's output is parsed at all: whatever it writes, what follows has a bounded text to read. */

/** Of a whole output, in characters; models are asked for a few thousand tokens at most. */
export const maxOutputCharacters = 100_000;
/** Of one line of it, in characters; the longest paragraph that a model is asked for has fewer. */
export const maxLineCharacters = 20_000;

/**
 * Trims runaway white space, overlong lines and everything after `maxOutputCharacters`. Other
 * output is returned unchanged.
 */
export function readableOutput(output: string): string {
  return output
    .slice(0, maxOutputCharacters)
    .replace(/\s{33,}/gu, (space) => (space.includes("\n") ? "\n\n" : " "))
    .split("\n")
    .map((line) => line.slice(0, maxLineCharacters))
    .join("\n");
}
