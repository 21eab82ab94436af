/**
 * The reader finds a step's answer in one passage, and as surely another in a second one. A run
 * cannot tell which is right: a false statement reads as well as a true one.
 */
import type { RunEventOf } from "../log/events.ts";
import type { ScoredPassage } from "../log/types.ts";
import { agree, holds, namesIn, namingWords, neededSteps } from "./answer-state.ts";
import { decidingReading } from "./deciding-reading.ts";
import type { Trace, TraceNode } from "./trace.ts";

type OneReading = RunEventOf<"reading">["readings"][number];

interface Statement {
  answer: string;
  passage: ScoredPassage;
  confidence: number;
  relevance: number;
}

export interface Contradiction {
  node: string;
  query: string;
  taken: Statement;
  against: Statement;
}

/** Least P(relevant) of both: flags none of the 675 shipped runs. */
const relevantFrom = 0.8;
/** Applies if the sentences share their words: flags 2 of 675, two companies with one name. */
const relevantInSameWords = 0.5;
/** Least confidence in the span, and least P(there is an answer). */
const confidentFrom = 0.6;

/** P(the taken one is right), given that one of the two is. */
export function shareOfTaken({ taken, against }: Contradiction): number {
  return taken.confidence / (taken.confidence + against.confidence);
}

export function contradictionOf(trace: Trace): Contradiction | null {
  let surest: Contradiction | null = null;
  for (const { node, found } of neededSteps(trace)) {
    const step = trace.nodes.get(node);
    const one = found && step !== undefined ? contradictionAt(trace, step) : null;
    if (one !== null && one.against.confidence > (surest?.against.confidence ?? 0)) surest = one;
  }
  return surest;
}

function contradictionAt(trace: Trace, step: TraceNode): Contradiction | null {
  const { id: node, query, answer, reading } = step;
  const read = decidingReading(step);
  const taken = read === null ? null : statementOf(trace, read);
  if (reading === null || taken === null || answer === null || !agree(taken.answer, answer)) {
    return null;
  }
  // Passages about something else do not contradict.
  const names = namesIn(reading.question);
  const isSameSubject = (said: Statement) =>
    names.length > 0 && names.every((name) => holds(sentenceOf(said), name));
  if (!isSameSubject(taken)) return null;
  const isAbout = (said: Statement) =>
    said.relevance >= relevantFrom ||
    (said.relevance >= relevantInSameWords && repeats(reading.question, taken, said));
  if (!isAbout(taken)) return null;
  const others = reading.readings
    .flatMap((one) => statementOf(trace, one) ?? [])
    .filter(
      (other) =>
        isSameSubject(other) &&
        isAbout(other) &&
        isOfKind(taken.answer, other.answer) &&
        // An answer that both contain is one of several right ones.
        !holds(whole(other.passage), taken.answer) &&
        !holds(whole(taken.passage), other.answer) &&
        !holds(reading.question, other.answer) &&
        !agree(taken.answer, other.answer),
    )
    .sort((a, b) => b.confidence - a.confidence);
  const [against] = others;
  return against === undefined ? null : { node, query, taken, against };
}

function statementOf({ passages }: Trace, reading: OneReading): Statement | null {
  const { kind, span, confidence, relevance, noAnswer, passageId } = reading;
  const passage = passages.get(passageId);
  const isSure = Math.min(confidence, 1 - noAnswer) >= confidentFrom;
  return kind === "span" && span !== "" && isSure && passage !== undefined
    ? { answer: span, passage, confidence, relevance }
    : null;
}

function repeats(question: string, one: Statement, other: Statement): boolean {
  const said = namingWords(question).filter((word) => holds(sentenceOf(one), word));
  return said.length > 1 && said.every((word) => holds(sentenceOf(other), word));
}

/** Compares only numbers with numbers, names with names. */
function isOfKind(one: string, other: string): boolean {
  return kindOf(one) === kindOf(other);
}

function kindOf(answer: string): "number" | "name" | "words" {
  if (/\d/u.test(answer)) return "number";
  return /^\p{Lu}/u.test(answer) ? "name" : "words";
}

function sentenceOf({ answer, passage: { title, text } }: Statement): string {
  const sentences = text.split(/(?<=[.!?…。！？])\s+|\n+/u);
  return `${title} ${sentences.find((sentence) => holds(sentence, answer)) ?? ""}`;
}

function whole({ title, text }: ScoredPassage): string {
  return `${title} ${text}`;
}
