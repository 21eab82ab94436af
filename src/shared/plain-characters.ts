/**
 * Characters that are not read but obeyed: controls, by terminals; overrides of the reading
 * direction, by whoever shows the text; tags, which are never shown, by models. Models, servers, libraries and files may send any.
 */

/** C0 and C1 controls, what embeds, overrides or isolates a reading direction, and tags. */
const controlCharacters =
  /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;
const allowedControls = new Set(["\n", "\t"]);

/** Strips control, bidi and tag characters; keeps tabs and line feeds. */
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
      : character
          .split("")
          .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
          .join(""),
  );
}
