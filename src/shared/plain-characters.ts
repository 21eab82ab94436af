/**
 * Characters that are not read but obeyed: controls, by terminals; overrides of the reading
 * direction, by whoever shows the text. Models, servers, libraries and files may send any.
 */

/** C0 and C1 controls, and what embeds, overrides or isolates a reading direction. */
const controlCharacters = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const allowedControls = new Set(["\n", "\t"]);

/** Strips control and bidi characters; keeps tabs and line feeds. */
export function withoutControls(text: string): string {
  return text.replace(controlCharacters, (character) =>
    allowedControls.has(character) ? character : "",
  );
}

/** JSON says the same with escapes, so nothing is lost. Line feeds and tabs between values stay. */
export function escapedControls(json: string): string {
  return json.replace(controlCharacters, (character) =>
    allowedControls.has(character)
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
