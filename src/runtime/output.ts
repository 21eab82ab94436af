/** Bounds the length of model output before it is parsed. */

/** In characters; models are asked for a few thousand tokens at most. */
export const maxOutputCharacters = 100_000;
/** In characters; longer than any paragraph a model is asked for. */
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
