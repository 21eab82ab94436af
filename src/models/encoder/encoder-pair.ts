import { bertWords } from "./encoder-words.ts";

export interface WordPieces {
  ids: readonly number[];
  /** Null if the word is unknown and one id replaces it. */
  lengths: readonly number[] | null;
}

export interface EncoderVocabulary {
  pieces(word: string): WordPieces;
  begin: number;
  separator: number;
  padding: number;
}

/** The character ranges of the token, `end` exclusive, and of its word. */
export interface PassageToken {
  start: number;
  end: number;
  wordStart: number;
  wordEnd: number;
}

/** `[CLS] question [SEP] passage [SEP]`. */
export interface EncodedPair {
  ids: number[];
  /** 0 marks the question, 1 the passage. */
  types: number[];
  passageAt: number;
  passage: PassageToken[];
}

/** Leaves room for the passage. */
const maxQuestionTokens = 128;
const marks = 3;

export function encodePair(
  question: string,
  passage: string,
  vocabulary: EncoderVocabulary,
  maxTokens: number,
): EncodedPair {
  const questionPieces = bertWords(question)
    .flatMap((word) => vocabulary.pieces(word.text).ids)
    .slice(0, maxQuestionTokens);
  const room = maxTokens - marks - questionPieces.length;
  const read = passageTokens(passage, vocabulary, room);
  const { begin, separator } = vocabulary;
  return {
    ids: [begin, ...questionPieces, separator, ...read.ids, separator],
    types: [...new Array<number>(questionPieces.length + 2).fill(0), ...read.ids.map(() => 1), 1],
    passageAt: questionPieces.length + 2,
    passage: read.tokens,
  };
}

function passageTokens(
  text: string,
  vocabulary: EncoderVocabulary,
  room: number,
): { ids: number[]; tokens: PassageToken[] } {
  const ids: number[] = [];
  const tokens: PassageToken[] = [];
  for (const word of bertWords(text)) {
    if (ids.length >= room) break;
    const wordStart = word.starts[0] ?? 0;
    const wordEnd = word.ends.at(-1) ?? 0;
    const pieces = vocabulary.pieces(word.text);
    let from = 0;
    for (const [index, id] of pieces.ids.entries()) {
      const to = pieces.lengths === null ? word.text.length : from + (pieces.lengths[index] ?? 0);
      const start = word.starts[from] ?? wordStart;
      const end = word.ends[to - 1] ?? wordEnd;
      ids.push(id);
      tokens.push({ start, end, wordStart, wordEnd });
      from = to;
    }
  }
  return { ids: ids.slice(0, room), tokens: tokens.slice(0, room) };
}
