/**
 * What a run needs to know of the language that it is asked in. Stages and methods get it through
 * their ports and know no word of it; `english/` is the one that there is.
 */
import type { Operation } from "../log/search-events.ts";
import type { Passage } from "../log/types.ts";
import type { Alias } from "./names.ts";

/** What a library's manifest tells of its words. */
export interface LibraryWords {
  aliases: readonly Alias[];
  /** What its entries call numbers and dates: "coastline", "telephone code". */
  quantities: readonly string[];
}

export const noWords: LibraryWords = { aliases: [], quantities: [] };

/** A question, and the answer that was found for it ("" for none). */
export interface FoundAnswer {
  query: string;
  answer: string;
}

/** When a fact was so: since a day, or in a year. */
export type AsOf =
  | { kind: "since"; date: string }
  | { kind: "in"; year: string; isEstimate: boolean };

export interface Comparison {
  operation: Operation;
  /** Places in the path, in the order in which the question names them. */
  steps: readonly [number, number];
  /** What is compared: "Kenya", "Uganda". */
  names: readonly [string, string];
  /** What is chosen, in the question's words, or "yes" or "no". */
  answer: string;
}

/** What a model may conclude: one of the options, or words of the texts, or one of the wholes. */
export type ConclusionWords =
  | { kind: "choice"; options: readonly string[] }
  | { kind: "words"; texts: readonly string[]; wholes: readonly string[] };

export interface Language {
  /** "Does it …?", but not "Is Mali or Chad …?", which asks for one of two. */
  asksYesOrNo(question: string): boolean;
  /** What a question lets one choose among: ["Mali", "Chad"]; [] where it names nothing to choose. */
  namedOptions(question: string): string[];
  /** Whether both ask for the same kind of thing: "Which sea borders …?" and "Which sea does Estonia border?". */
  asksAlike(question: string, other: string): boolean;
  /** Whether a value is certainly of another kind than the question asks for: "704 km" for a population. */
  isOfWrongKind(question: string, value: string): boolean;
  /** "Which countries border Mali?": more than one thing may be the answer. */
  asksForSeveral(question: string): boolean;
  /** The parts of a text that could answer the query, in order, each once. */
  answerCandidates(query: string, text: string): string[];
  /** The whole list that `part` of the text is cut from; `part` itself where it is in none. */
  wholeList(text: string, part: string): string;
  /** The names of a list: ["Greece", "Macedonia", "Romania"]. */
  namesIn(text: string): string[];
  /** The sentences of a text, in order. */
  sentencesOf(text: string): string[];
  /** A question with its answer as one sentence without its full stop: "Estonia has Tallinn as its capital". */
  statement(question: string, answer: string): string;
  /** "A, B and C"; "" of nothing. */
  formatList(items: readonly string[]): string;
  /** What a small model may conclude from the answers to its steps. */
  conclusionWords(question: string, answers: readonly string[]): ConclusionWords;
  /** What two found answers decide by themselves; null where a model must conclude. */
  compareFindings(question: string, path: readonly FoundAnswer[]): Comparison | null;
  /** The query of the one list that was not found of two whose common names are asked for; or null. */
  missingList(question: string, steps: readonly FoundAnswer[]): string | null;
  /** A later question with the answers of the earlier ones filled in. */
  substituteAnswers(question: string, earlier: readonly FoundAnswer[]): string;
  /** What is said where no way led to an answer. */
  unknownAnswer: string;
  /** Whether an answer only says that it is not known: "unknown", "not stated in the texts". */
  isUnknown(answer: string): boolean;
  /** true for a text that begins with yes, false for no, null for any other. */
  saysYes(text: string): boolean | null;
  /** The same for a field that holds nothing else: "yes" or "true". */
  isTrue(field: string): boolean | null;
  /** The numbers from 1 to `most` that a text names: [] where it names none on purpose, null where it says neither. */
  numbersNamed(text: string, most: number): number[] | null;
  /** Where a text begins to say what its answer is ("Therefore, the answer is …"), and what follows; or null. */
  finalAnswer(text: string): { start: number; answer: string } | null;
  /** Whether a question refers back to an earlier one. */
  refersBack(question: string): boolean;
  /** Whether a text holds a name: whole words, accents, case and articles aside; "" is always held. */
  holdsName(text: string, name: string): boolean;
  /** The name is there, but only within names of other things: "Guinea" in "Equatorial Guinea". */
  isOnlyWithinOthers(text: string, name: string): boolean;
  /** How many of the words that a query calls by name a text holds; none of other things' names. */
  namesHeld(query: string): (text: string) => number;
  /** Puts the names that passages bear where a query has today's. */
  withNamesOf(passages: readonly Passage[]): (query: string) => string;
}
