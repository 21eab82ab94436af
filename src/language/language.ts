/** Stages and methods get it through their ports and contain no words of it. */
import type { Operation } from "../log/search-events.ts";
import type { Passage } from "../log/types.ts";
import type { Alias } from "./names.ts";

export interface LibraryWords {
  aliases: readonly Alias[];
  /** "coastline", "telephone code". */
  quantities: readonly string[];
}

export const noWords: LibraryWords = { aliases: [], quantities: [] };

/** "" for none. */
export interface FoundAnswer {
  query: string;
  answer: string;
}

/** Since a day, or in a year. */
export type AsOf =
  | { kind: "since"; date: string }
  | { kind: "in"; year: string; isEstimate: boolean };

export interface Comparison {
  operation: Operation;
  /** In the question's order. */
  steps: readonly [number, number];
  /** "Kenya", "Uganda". */
  names: readonly [string, string];
  /** In the question's words, or "yes" or "no". */
  answer: string;
}

/** An option, words of the texts, or a whole. */
export type ConclusionWords =
  | { kind: "choice"; options: readonly string[] }
  | { kind: "words"; texts: readonly string[]; wholes: readonly string[] };

export interface Language {
  /** Not "Is Mali or Chad …?". */
  asksYesOrNo(question: string): boolean;
  /** ["Mali", "Chad"]; [] if none. */
  namedOptions(question: string): string[];
  /** "Which sea borders …?" and "Which sea does Estonia border?". */
  asksAlike(question: string, other: string): boolean;
  /** "704 km" for a population. */
  isOfWrongKind(question: string, value: string): boolean;
  /** "Which countries border Mali?". */
  asksForSeveral(question: string): boolean;
  answerCandidates(query: string, text: string): string[];
  /** `part` itself if it is in no list. */
  wholeList(text: string, part: string): string;
  /** ["Greece", "Macedonia", "Romania"]. */
  namesIn(text: string): string[];
  sentencesOf(text: string): string[];
  /** Without its full stop: "Estonia has Tallinn as its capital". */
  statement(question: string, answer: string): string;
  /** "A, B and C". */
  formatList(items: readonly string[]): string;
  conclusionWords(question: string, answers: readonly string[]): ConclusionWords;
  /** Null if a model must conclude. */
  compareFindings(question: string, path: readonly FoundAnswer[]): Comparison | null;
  /** One of two lists is missing; else null. */
  missingList(question: string, steps: readonly FoundAnswer[]): string | null;
  substituteAnswers(question: string, earlier: readonly FoundAnswer[]): string;
  unknownAnswer: string;
  /** "unknown", "not stated in the texts". */
  isUnknown(answer: string): boolean;
  /** Begins with yes or no; null for neither. */
  saysYes(text: string): boolean | null;
  /** A whole field: "yes" or "true". */
  isTrue(field: string): boolean | null;
  /** From 1 to `most`; [] for "none", null for neither. */
  numbersNamed(text: string, most: number): number[] | null;
  /** "Therefore, the answer is …". */
  finalAnswer(text: string): { start: number; answer: string } | null;
  refersBack(question: string): boolean;
  /** Whole words, ignoring accents, case and articles; true for "". */
  holdsName(text: string, name: string): boolean;
  /** "Guinea" in "Equatorial Guinea". */
  isOnlyWithinOthers(text: string, name: string): boolean;
  /** Counts words of a query's names in a text, outside other names. */
  namesHeld(query: string): (text: string) => number;
  /** As in the passages' titles. */
  withNamesOf(passages: readonly Passage[]): (query: string) => string;
}
