/**
 * BERT's uncased pre-tokenisation with offsets: maps every character of a word to its place in the
 * original. The library's tokenisers return no offsets.
 */

/** Lower case, without accents; the arrays have one entry per code unit of `text`. */
export interface Word {
  text: string;
  /** Start of the unit's character in the original, and its end including accents. */
  starts: number[];
  ends: number[];
}

const punctuation = /[\p{P}\u0021-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u007E]/u;
const space = /\s/u;
/**
 * Control characters except tab and line ends, format and private-use characters, lone surrogates.
 */
const dropped = /[\0\uFFFD\p{Cf}\p{Co}\p{Cs}]|(?![\t\n\r])\p{Cc}/u;
/** Ideographs that BERT treats as single words (basic plane only, as in the library). */
const ideograph = /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF]/u;
const accents = /\p{Mn}/gu;

/** Words in text order. Lower-cases each character on its own, so a final Σ becomes σ, not ς. */
export function bertWords(text: string): Word[] {
  const words = new WordList();
  let at = 0;
  for (const character of text) {
    words.add(character, at, at + character.length);
    at += character.length;
  }
  return words.finished();
}

class WordList {
  readonly #words: Word[] = [];
  #open: Word | null = null;

  add(character: string, start: number, end: number): void {
    if (dropped.test(character)) return;
    if (ideograph.test(character)) this.#alone(folded(character), start, end);
    else if (space.test(character)) this.#close();
    else this.#letters(folded(character), start, end);
  }

  finished(): Word[] {
    this.#close();
    return this.#words;
  }

  #letters(letters: string, start: number, end: number): void {
    // A standalone accent belongs to the letter before it.
    if (letters === "") this.#open?.ends.splice(-1, 1, end);
    for (const letter of letters) {
      if (punctuation.test(letter)) this.#alone(letter, start, end);
      else this.#append(letter, start, end);
    }
  }

  #alone(letters: string, start: number, end: number): void {
    this.#close();
    this.#append(letters, start, end);
    this.#close();
  }

  #append(letters: string, start: number, end: number): void {
    this.#open ??= { text: "", starts: [], ends: [] };
    this.#open.text += letters;
    for (let unit = 0; unit < letters.length; unit += 1) {
      this.#open.starts.push(start);
      this.#open.ends.push(end);
    }
  }

  #close(): void {
    if (this.#open !== null) this.#words.push(this.#open);
    this.#open = null;
  }
}

function folded(character: string): string {
  return character.toLowerCase().normalize("NFD").replace(accents, "");
}
