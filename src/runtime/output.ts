/** In characters; models are asked for a few thousand tokens. */
export const maxOutputCharacters = 100_000;
/** Longer than any paragraph asked for. */
export const maxLineCharacters = 20_000;

/** Collapses runaway white space and cuts the excess. */
export function readableOutput(output: string): string {
  return output
    .slice(0, maxOutputCharacters)
    .replace(/\s{33,}/gu, (space) => (space.includes("\n") ? "\n\n" : " "))
    .split("\n")
    .map((line) => line.slice(0, maxLineCharacters))
    .join("\n");
}
