/**
 * The language interface of a run. Stages and methods get it through their ports and contain no
 * words of it; `english/` is the only implementation.
 */
import type { Operation } from "../log/search-events.ts";
import type { Passage } from "../log/types.ts";
import type { Alias } from "./names.ts";

export interface LibraryWords {
  aliases: readonly Alias[];
  /** Its names for numbers and dates: "coastline", "telephone code". */
  quantities: readonly string[];
}

export const noWords: LibraryWords = { aliases: [], quantities: [] };

/** A question and its found answer ("" for none). */
export interface FoundAnswer {
  query: string;
  answer: string;
}

/** The date of a fact: since a day, or in a year. */
export type AsOf =
  | { kind: "since"; date: string }
  | { kind: "in"; year: string; isEstimate: boolean };

export interface Comparison {
  operation: Operation;
  /** Indices in the path, in the question's order. */
  steps: readonly [number, number];
  /** The compared things: "Kenya", "Uganda". */
  names: readonly [string, string];
  /** The choice, in the question's words, or "yes" or "no". */
  answer: string;
}

/** Limits of a model's conclusion: one of the options, words of the texts, or one of the wholes. */
export type ConclusionWords =
  | { kind: "choice"; options: readonly string[] }
  | { kind: "words"; texts: readonly string[]; wholes: readonly string[] };

export interface Language {
  /** "Does it …?", but not "Is Mali or Chad …?", which asks for one of two. */
  asksYesOrNo(question: string): boolean;
  /** The options of a question: ["Mali", "Chad"]; [] if it has none. */
  namedOptions(question: string): string[];
  /**
   * Whether both ask for the same kind of thing: "Which sea borders …?" and "Which sea does
   * Estonia border?".
   */
  asksAlike(question: string, other: string): boolean;
  /** Whether a value is certainly not of the kind asked for: "704 km" for a population. */
  isOfWrongKind(question: string, value: string): boolean;
  /** "Which countries border Mali?": several answers are possible. */
  asksForSeveral(question: string): boolean;
  answerCandidates(query: string, text: string): string[];
  /** The whole list that `part` was cut from; `part` itself if it is in none. */
  wholeList(text: string, part: string): string;
  /** The names of a list: ["Greece", "Macedonia", "Romania"]. */
  namesIn(text: string): string[];
  sentencesOf(text: string): string[];
  /**
   * Question and answer as one sentence without its full stop: "Estonia has Tallinn as its
   * capital".
   */
  statement(question: string, answer: string): string;
  /** "A, B and C"; "" for an empty list. */
  formatList(items: readonly string[]): string;
  conclusionWords(question: string, answers: readonly string[]): ConclusionWords;
  /** Compares two found answers by rule; null if a model must conclude. */
  compareFindings(question: string, path: readonly FoundAnswer[]): Comparison | null;
  /** The query for the missing one of two lists whose common names are asked for; else null. */
  missingList(question: string, steps: readonly FoundAnswer[]): string | null;
  substituteAnswers(question: string, earlier: readonly FoundAnswer[]): string;
  unknownAnswer: string;
  /** Whether an answer only says that it is not known: "unknown", "not stated in the texts". */
  isUnknown(answer: string): boolean;
  /** true for a text that begins with yes, false for no, null for any other. */
  saysYes(text: string): boolean | null;
  /** The same for a field with nothing else: "yes" or "true". */
  isTrue(field: string): boolean | null;
  /** The numbers from 1 to `most` in a text: [] for an explicit "none", null for neither. */
  numbersNamed(text: string, most: number): number[] | null;
  /**
   * Position of a phrase such as "Therefore, the answer is …", and the text after it; else null.
   */
  finalAnswer(text: string): { start: number; answer: string } | null;
  refersBack(question: string): boolean;
  /**
   * Whether a text contains a name: whole words, ignoring accents, case and articles; true for "".
   */
  holdsName(text: string, name: string): boolean;
  /** The name occurs, but only within other names: "Guinea" in "Equatorial Guinea". */
  isOnlyWithinOthers(text: string, name: string): boolean;
  /** How many words of a query's names a text contains, outside other names. */
  namesHeld(query: string): (text: string) => number;
  /** Replaces names in a query by those in the passages' titles. */
  withNamesOf(passages: readonly Passage[]): (query: string) => string;
}
