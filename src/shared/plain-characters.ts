/**
 * These characters act instead of being read: controls (terminals), bidi overrides (displays),
 * invisible tags (models).
 */

const controlCharacters =
  /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;
const allowedControls = new Set(["\n", "\t"]);

/** Keeps tabs and line feeds. */
export function withoutControls(text: string): string {
  return text.replace(controlCharacters, (character) =>
    allowedControls.has(character) ? character : "",
  );
}

/** Escaping loses nothing. Line feeds and tabs between values stay. */
export function escapedControls(json: string): string {
  return json.replace(controlCharacters, (character) =>
    allowedControls.has(character)
      ? character
      : character
          .split("")
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
          .join(""),
  );
}
