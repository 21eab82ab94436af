/**
 * Text as BERT's uncased tokeniser splits it, with the way back: for every character of a
 * word, where in the original it came from. The library's tokenisers give no offsets.
 */

/** One word, lower case and without accents; the arrays have an entry for each code unit of `text`. */
export interface Word {
  text: string;
  /** Where in the original the unit's character begins, and where it ends with its accents. */
  starts: number[];
  ends: number[];
}

const punctuation = /[\p{P}\u0021-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u007E]/u;
const space = /\s/u;
/** Control characters but tab and line ends, formats, private use, halves of surrogate pairs. */
const dropped = /[\0\uFFFD\p{Cf}\p{Co}\p{Cs}]|(?![\t\n\r])\p{Cc}/u;
/** The ideographs that BERT takes for words of their own (of the basic plane, as the library does). */
const ideograph = /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF]/u;
const accents = /\p{Mn}/gu;

/**
 * The words of a text, in order. Each character is lowered by itself, so a final Σ comes
 * out as σ where whole words would have ς.
 */
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
    // An accent of its own belongs to the letter before it.
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
