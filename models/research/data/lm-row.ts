/** A training row of the language model, made with the app's own functions. */

import type { ChatMessage } from "../../../src/log/types.ts";
import {
  concludePrompt,
  finalLine,
  planPrompt,
  queryLine,
  type Skill,
  solvedLines,
} from "../../../src/methods/skills.ts";
import type { Step } from "../../../src/runtime/prompts.ts";

/** A piece of the assistant's turn. Only `learn` pieces have loss; each is ended by end-of-turn. */
export interface Segment {
  text: string;
  learn: boolean;
}

export interface LmRow {
  skill: Skill;
  source: string;
  /** The question; all its rows stay in one split. */
  question: string;
  messages: readonly ChatMessage[];
  segments: readonly Segment[];
}

/** The end of a chain after its solved steps: a query with unknown answer, or its end. */
export type ChainEnd = { query: string } | { answer: string; rests: readonly number[] };

export interface Chain {
  question: string;
  solved: readonly Step[];
  end: ChainEnd;
}

/** A chain whose queries and end are learned; the answers between are given. */
export function planRow(source: string, { question, solved, end }: Chain): LmRow {
  return {
    skill: "plan",
    source,
    question,
    messages: planPrompt(question, []).messages,
    segments: chainSegments(solved, end),
  };
}

export function chainSegments(solved: readonly Step[], end: ChainEnd): Segment[] {
  const steps = solved.flatMap(({ query }, index) => {
    const line = queryLine(index + 1, query, null);
    const before = solvedLines(solved.slice(0, index)).length + line.length;
    const given = solvedLines(solved.slice(0, index + 1)).slice(before);
    return [
      { text: line, learn: true },
      { text: given, learn: false },
    ];
  });
  const last =
    "query" in end
      ? queryLine(solved.length + 1, end.query, null)
      : finalLine(end.answer, end.rests);
  return [...steps, { text: last, learn: true }];
}

/** Only the `Final:` line is learned, after solved steps. */
export function concludeRow(
  source: string,
  question: string,
  solved: readonly Step[],
  end: { answer: string; rests: readonly number[] },
): LmRow {
  return {
    skill: "plan",
    source,
    question,
    messages: concludePrompt(question, solved).messages,
    segments: [
      { text: solvedLines(solved), learn: false },
      { text: finalLine(end.answer, end.rests), learn: true },
    ],
  };
}

export function answerRow(
  skill: Skill,
  source: string,
  question: string,
  prompt: { messages: readonly ChatMessage[] },
  text: string,
): LmRow {
  return { skill, source, question, messages: prompt.messages, segments: [{ text, learn: true }] };
}

export function oneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Starts with a capital and ends with one question mark. */
export function asQuery(question: string): string {
  const plain = oneLine(question).replace(/[\s?.!]+$/u, "");
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}?`;
}

export function wordCount(text: string): number {
  return oneLine(text).split(" ").filter(Boolean).length;
}

/**
 * Whether a text can be an answer in a chain: one line, short, without marks that the app parses.
 */
export function isPlainAnswer(text: string, maxWords: number): boolean {
  return (
    text.trim() !== "" &&
    !/[\n[\]]|;;/u.test(text) &&
    text.length <= 120 &&
    wordCount(text) <= maxWords
  );
}
