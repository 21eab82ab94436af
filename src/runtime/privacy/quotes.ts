/**
 * Finds quotes in prompts and searches (`privacy.ts`), links and shared files (`share/redact.ts`).
 * Compares normalised letters (`letters.ts`), so spacing, case, accents and hidden characters do
 * not matter.
 */
import { codeSize, codesIn, mailIn } from "./codes.ts";
import { digitsOf, hiddenIn, type Letters, normaliseLetters, withoutTags } from "./letters.ts";

/** Answers, names and chance overlaps have fewer words. */
export const quoteWords = 8;
/** Applies to scripts without spaces, where a word has about one and a half letters. */
export const quoteSigns = 12;
/** Fewer than eight words with this many letters are a quote. */
export const quoteLetters = 40;

/** From this size on a match need not keep to word boundaries. */
const sureSize = 12;
/** The shortest quote, except for whole short passages. */
const beginSize = 8;

/** In all other scripts letters are counted. */
const wordScript =
  /^[\p{sc=Zyyy}\p{sc=Zinh}\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Geor}\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Ethi}\p{sc=Hang}\p{sc=Cher}\p{sc=Cans}\p{sc=Mong}]$/u;
/** A decomposed Korean syllable counts as one. */
const laterPartOfSyllable = /^[\u1160-\u11ff]$/u;

export interface QuoteOptions {
  /** The person's own words may always be repeated. */
  exempt: string;
  /** Searches for whole passages that are too short to be quoted in part. */
  wholeWhenShort: boolean;
}

interface Stretch {
  from: number;
  to: number;
}

/** Its time depends only on the text's length. */
export class Quotes {
  readonly #wholeWhenShort: boolean;
  /** The person's own words, and their digits. */
  readonly #own: readonly [Letters, Letters];
  readonly #added = new Set<string>();
  /** Every shortest quote. */
  readonly #windows = new Set<string>();
  /** Their beginnings rule out nearly all positions quickly. */
  readonly #begins = new Set<string>();
  /** Longest first. */
  #sizes: number[] = [];
  /** Whole passages shorter than `beginSize`, by size. */
  readonly #brief = new Map<number, Set<string>>();
  /** Parts of codes, `codeSize` long. */
  readonly #codes = new Set<string>();

  constructor({ exempt, wholeWhenShort }: QuoteOptions) {
    this.#wholeWhenShort = wholeWhenShort;
    const own = normaliseLetters(exempt);
    this.#own = [own, digitsOf(own)];
  }

  /** A title and its text must be added as one. */
  add(passage: string): void {
    // Steps find the same passages repeatedly.
    if (this.#added.has(passage)) return;
    this.#added.add(passage);
    const letters = normaliseLetters(passage);
    let isShort = true;
    for (const window of quotesOf(letters)) {
      isShort = false;
      this.#addWindow(window);
    }
    if (isShort && this.#wholeWhenShort) this.#addWindow(letters.text);
    for (const code of codesIn(passage)) this.#codes.add(code);
    for (const address of mailIn(passage)) this.#addWindow(normaliseLetters(address).text);
  }

  isIn(text: string): boolean {
    // A model can write in invisible characters.
    return [text, hiddenIn(text)].some((one) => !this.#find(one).next().done);
  }

  /** Removes hidden characters, too. */
  cutFrom(whole: string, replacement: string): string {
    const text = withoutTags(whole);
    const found = [...this.#find(text)].sort((a, b) => a.from - b.from);
    let result = "";
    let at = 0;
    for (const { from, to } of found) {
      const between = text.slice(at, from);
      // Merges quotes with only spaces or punctuation between.
      if (at === 0 || normaliseLetters(between).text !== "") result += between + replacement;
      at = Math.max(at, to);
    }
    return result + text.slice(at);
  }

  #addWindow(window: string): void {
    if (window.length >= beginSize) {
      this.#windows.add(window);
      this.#begins.add(window.slice(0, beginSize));
      if (this.#sizes.includes(window.length)) return;
      this.#sizes = [...this.#sizes, window.length].sort((a, b) => b - a);
    } else if (window !== "") {
      const brief = this.#brief.get(window.length) ?? new Set();
      this.#brief.set(window.length, brief.add(window));
    }
  }

  *#find(text: string): Generator<Stretch> {
    const letters = normaliseLetters(text);
    for (let at = 0; at < letters.text.length; at += 1) {
      const size = this.#sizeAt(letters, at);
      if (size > 0) yield stretch(letters, at, size);
    }
    for (const at of this.#codesIn(letters)) yield stretch(letters, at, codeSize);
    const digits = digitsOf(letters);
    for (const first of this.#codesIn(digits)) {
      // Cuts digits one by one: characters between them are not the number's.
      for (let at = first; at < first + codeSize; at += 1) yield stretch(digits, at, 1);
    }
  }

  #sizeAt(letters: Letters, at: number): number {
    const begins = this.#begins.has(letters.text.slice(at, at + beginSize));
    for (const size of begins ? this.#sizes : []) {
      if (this.#windows.has(letters.text.slice(at, at + size)) && this.#isQuote(letters, at, size))
        return size;
    }
    for (const [size, brief] of this.#brief) {
      if (brief.has(letters.text.slice(at, at + size)) && this.#isQuote(letters, at, size))
        return size;
    }
    return 0;
  }

  /** A few letters may occur inside words by chance. */
  #isQuote(letters: Letters, at: number, size: number): boolean {
    if (!stands(letters, at, size)) return false;
    const found = letters.text.slice(at, at + size);
    const [own] = this.#own;
    let quotedAt = own.text.indexOf(found);
    while (quotedAt >= 0 && !stands(own, quotedAt, size))
      quotedAt = own.text.indexOf(found, quotedAt + 1);
    return quotedAt < 0;
  }

  *#codesIn({ text }: Letters): Generator<number> {
    if (this.#codes.size === 0) return;
    for (let at = 0; at + codeSize <= text.length; at += 1) {
      const code = text.slice(at, at + codeSize);
      if (this.#codes.has(code) && !this.#own.some((own) => own.text.includes(code))) yield at;
    }
  }
}

function stretch({ from, to }: Letters, at: number, size: number): Stretch {
  return { from: from[at] ?? 0, to: to[at + size - 1] ?? 0 };
}

/** A match must be whole words unless it is long. */
function stands(letters: Letters, at: number, size: number): boolean {
  return size >= sureSize || (isParted(letters, at) && isParted(letters, at + size));
}

function isParted({ text, parted }: Letters, at: number): boolean {
  return (parted[at] ?? true) || !(inWord(text, at - 1) && inWord(text, at));
}

function inWord(text: string, at: number): boolean {
  return wordScript.test(text.charAt(at));
}

/** A quote starts at each word, or each letter in scripts without spaces. */
function* quotesOf({ text, parted }: Letters): Generator<string> {
  const parts = partsOf({ text, parted });
  let sum: Counts = { words: 0, letters: 0, signs: 0 };
  let next = 0;
  for (const [index, part] of parts.entries()) {
    for (; !isEnough(sum) && next < parts.length; next += 1) sum = plus(sum, parts[next], 1);
    if (!isEnough(sum)) return;
    yield text.slice(part.at, parts[next]?.at ?? text.length);
    sum = plus(sum, parts[index], -1);
  }
}

/** `signs`: letters of scripts without spaces. */
interface Counts {
  words: number;
  letters: number;
  signs: number;
}

interface Part extends Counts {
  at: number;
}

/** Splits longer words, so that a text without spaces can be a quote. */
const longestPart = 10;

function partsOf({ text, parted }: Pick<Letters, "text" | "parted">): Part[] {
  const parts: Part[] = [];
  let word: Part | null = null;
  let at = 0;
  for (const letter of text) {
    const begins = parted[at] === true;
    if (!wordScript.test(letter)) {
      word = null;
      parts.push({ at, words: 0, letters: 0, signs: 1 });
    } else if (word === null || begins || word.letters >= longestPart) {
      word = { at, words: word === null || begins ? 1 : 0, letters: 1, signs: 0 };
      parts.push(word);
    } else if (!laterPartOfSyllable.test(letter)) word.letters += 1;
    at += letter.length;
  }
  return parts;
}

function isEnough({ words, letters, signs }: Counts): boolean {
  const inWords = words / quoteWords + signs / quoteSigns;
  const inLetters = letters / quoteLetters + signs / quoteSigns;
  return Math.max(inWords, inLetters) >= 1;
}

function plus(
  sum: Counts,
  part: Counts = { words: 0, letters: 0, signs: 0 },
  sign: 1 | -1,
): Counts {
  return {
    words: sum.words + sign * part.words,
    letters: sum.letters + sign * part.letters,
    signs: sum.signs + sign * part.signs,
  };
}
