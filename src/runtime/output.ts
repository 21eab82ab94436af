/** What of a model's output is parsed at all: whatever it writes, what follows has a bounded text to read. */

/** Of a whole output, in characters; models are asked for a few thousand tokens at most. */
export const maxOutputCharacters = 100_000;
/** Per line, in characters; no paragraph that a model is asked for is as long. */
export const maxLineCharacters = 20_000;

/**
 * Collapses runaway white space and cuts overlong lines and everything after
 * `maxOutputCharacters`; other output is unchanged.
 */
export function readableOutput(output: string): string {
  return output
    .slice(0, maxOutputCharacters)
    .replace(/\s{33,}/gu, (space) => (space.includes("\n") ? "\n\n" : " "))
    .split("\n")
    .map((line) => line.slice(0, maxLineCharacters))
    .join("\n");
}
