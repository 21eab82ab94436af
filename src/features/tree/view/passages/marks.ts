export interface Piece {
  text: string;
  marked: boolean;
}

/** Ignores case and spacing. */
export function markWords(text: string, span: string): Piece[] {
  const words = span
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== "");
  if (words.length === 0) return [{ text, marked: false }];
  const pattern = new RegExp(wholeWords(words.map(escaped).join("\\s+"), span.trim()), "giu");
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), marked: false });
    pieces.push({ text: match[0], marked: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), marked: false });
  return pieces;
}

/** "Estonia" is not found in "Estonian". Unspaced scripts have no word boundaries. */
function wholeWords(pattern: string, span: string): string {
  const before = spacedLetter.test(span) ? `(?<!${letter})` : "";
  const after = spacedLetterAtEnd.test(span) ? `(?!${letter})` : "";
  return before + pattern + after;
}

const letter = "[\\p{L}\\p{M}\\p{N}]";
const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const spaced = `(?![${unspaced}])${letter}`;
const spacedLetter = new RegExp(`^${spaced}`, "u");
const spacedLetterAtEnd = new RegExp(`${spaced}$`, "u");

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/gu, "\\$&");
}
