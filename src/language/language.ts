/** Stages and methods contain no words of a language. */
import type { Operation } from "../log/search-events.ts";
import type { Passage } from "../log/types.ts";
import type { Alias } from "./names.ts";

export interface LibraryWords {
  aliases: readonly Alias[];
  /** Such as "coastline", "telephone code". */
  quantities: readonly string[];
}

export const noWords: LibraryWords = { aliases: [], quantities: [] };

/** `answer` is "" for none. */
export interface FoundAnswer {
  query: string;
  answer: string;
}

export type AsOf =
  | { kind: "since"; date: string }
  | { kind: "in"; year: string; isEstimate: boolean };

export interface Comparison {
  operation: Operation;
  /** Indices in the path, in the question's order. */
  steps: readonly [number, number];
  names: readonly [string, string];
  /** Words of the question, or "yes" or "no". */
  answer: string;
}

export type ConclusionWords =
  | { kind: "choice"; options: readonly string[] }
  | { kind: "words"; texts: readonly string[]; wholes: readonly string[] };

export interface Language {
  /** Excludes "Is Mali or Chad …?". */
  asksYesOrNo(question: string): boolean;
  /** Returns ["Mali", "Chad"], or []. */
  namedOptions(question: string): string[];
  /** True for "Which sea borders …?" and "Which sea does Estonia border?". */
  asksAlike(question: string, other: string): boolean;
  /** True for "704 km" as a population. */
  isOfWrongKind(question: string, value: string): boolean;
  /** True for "Which countries border Mali?". */
  asksForSeveral(question: string): boolean;
  answerCandidates(query: string, text: string): string[];
  /** `part` itself if it is in no list. */
  wholeList(text: string, part: string): string;
  namesIn(text: string): string[];
  sentencesOf(text: string): string[];
  /** The sentence has no full stop: "Estonia has Tallinn as its capital". */
  statement(question: string, answer: string): string;
  formatList(items: readonly string[]): string;
  conclusionWords(question: string, answers: readonly string[]): ConclusionWords;
  compareFindings(question: string, path: readonly FoundAnswer[]): Comparison | null;
  /** The query for the missing one of two lists; else null. */
  missingList(question: string, steps: readonly FoundAnswer[]): string | null;
  substituteAnswers(question: string, earlier: readonly FoundAnswer[]): string;
  unknownAnswer: string;
  /** True for "unknown", "not stated in the texts". */
  isUnknown(answer: string): boolean;
  /** Null for neither yes nor no. */
  saysYes(text: string): boolean | null;
  /** The whole field must be "yes" or "true". */
  isTrue(field: string): boolean | null;
  numbersNamed(text: string, most: number): number[] | null;
  /** Finds "Therefore, the answer is …". */
  finalAnswer(text: string): { start: number; answer: string } | null;
  refersBack(question: string): boolean;
  /** Whole words, ignoring accents, case and articles; true for "". */
  holdsName(text: string, name: string): boolean;
  /** True for "Guinea" in "Equatorial Guinea". */
  isOnlyWithinOthers(text: string, name: string): boolean;
  /** Counts words of a query's names in a text, outside other names. */
  namesHeld(query: string): (text: string) => number;
  withNamesOf(passages: readonly Passage[]): (query: string) => string;
}
