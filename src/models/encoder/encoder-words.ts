/** BERT's uncased pre-tokenisation with offsets, which the library's tokenisers lack. */

/** Lower case without accents; arrays have one entry per code unit of `text`. */
export interface Word {
  text: string;
  /** The start of the unit's character in the original, and its end with accents. */
  starts: number[];
  ends: number[];
}

const punctuation = /[\p{P}\u0021-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u007E]/u;
const space = /\s/u;
/** Drops controls except tab and line ends, format characters, private use and lone surrogates. */
const dropped = /[\0\uFFFD\p{Cf}\p{Co}\p{Cs}]|(?![\t\n\r])\p{Cc}/u;
/** BERT treats each as a word (only in the basic plane, as in the library). */
const ideograph = /[\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF]/u;
const accents = /\p{Mn}/gu;

/** Lower-cases each character on its own, so a final Σ becomes σ. */
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
    // An accent belongs to the letter before it.
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
