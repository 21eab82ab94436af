/**
 * What one stage hands on to the next, ours and no paper's: an answer from memory that is proposed
 * and checked, not thrown away; and how much what is read in a passage weighs.
 */
import type { Trace, TraceNode } from "../folds/trace.ts";
import { isEmpty, tokens } from "../language/normalise.ts";
import type { PassOnPart, RunSettings } from "../log/types.ts";
import type { Context } from "../runtime/context.ts";
import { bareAnswer } from "./parse/bare-answer.ts";

export function passesOn({ passOn }: RunSettings, part: PassOnPart): boolean {
  return passOn?.[part] === true;
}

/** A chat model's answer may be a text: what has more words than this is no bare answer to check. */
const mostWords = 8;

/** The gate's word on this very question, with the heuristic answer that it judged; null without one. */
export function gateOf(trace: Trace, question: string): TraceNode["gate"] {
  const gates = [...trace.nodes.values()].flatMap(({ gate }) => gate ?? []);
  const isOf = (gate: NonNullable<TraceNode["gate"]>) =>
    gate.kind === "judge" && gate.question === question && !isEmpty(gate.answer);
  return gates.find(isOf) ?? null;
}

/** The heuristic answer to a question as an answer that can be checked; null where there is none. */
export function proposedAnswer(context: Context, question: string): string | null {
  const { settings, trace, language } = context;
  if (!passesOn(settings, "answer")) return null;
  const heuristic = gateOf(trace, question)?.answer ?? "";
  const answer = bareAnswer(heuristic, { language, question, found: [] });
  if (isEmpty(answer) || language.isUnknown(answer) || isNamed(context, question, answer))
    return null;
  return tokens(answer).length <= mostWords ? answer : null;
}

/** What a question names answers it only where it lets one choose. */
function isNamed({ language }: Context, question: string, answer: string): boolean {
  return language.namedOptions(question).length === 0 && language.holdsName(question, answer);
}

/** A step of a chain that is still to be logged. */
export interface DraftNode {
  query: string;
  answer: string | null;
  from?: "memory" | undefined;
}

/**
 * The chain with the answer from memory proposed to its last hop, where that was left open and asks what
 * the question asks. What passages have confirmed or overruled is not proposed again.
 */
export function withProposal(context: Context, nodes: readonly DraftNode[]): DraftNode[] {
  const last = nodes.at(-1);
  if (last === undefined || last.answer !== null || isSettled(context.trace)) return [...nodes];
  const answer = proposedAnswer(context, context.question);
  if (answer === null || !fits(context, last.query, answer)) return [...nodes];
  return [...nodes.slice(0, -1), { query: last.query, answer, from: "memory" }];
}

function isSettled({ nodes }: Trace): boolean {
  const ends: ReadonlySet<string> = new Set(["verified", "corrected", "given"]);
  return [...nodes.values()].some(({ fromMemory, status }) => fromMemory && ends.has(status));
}

function fits(context: Context, query: string, answer: string): boolean {
  return context.language.asksAlike(context.question, query) && !isNamed(context, query, answer);
}

/** What is proposed from memory to a node: to a hop by its chain, to a question by its own gate. */
export function proposalTo(context: Context, id: string): string | null {
  const node = context.trace.nodes.get(id);
  if (node === undefined) return null;
  if (node.fromMemory) return node.proposed;
  return node.gate?.kind === "judge" ? proposedAnswer(context, node.gate.question) : null;
}

/** What a finding makes of an answer from memory: `open` where it is unsure, or tells the same more fully. */
export function weighProposal(
  { settings, language }: Pick<Context, "settings" | "language">,
  proposal: string,
  { span, confidence }: { span: string; confidence: number | null },
): "verified" | "overruled" | "open" {
  const isSure = confidence === null || confidence > settings.confidenceThreshold;
  if (isEmpty(span) || !isSure) return "open";
  if (language.holdsName(proposal, span)) return "verified";
  return language.holdsName(span, proposal) ? "open" : "overruled";
}

/** Whether a node was left open by who wrote its chain; an answer from memory is none of theirs. */
export function isLeftOpen({ proposed, fromMemory }: TraceNode): boolean {
  return proposed === null || fromMemory;
}

/**
 * How much what is read in a passage of this node weighs, in [0, 1]: P(relevant) by the filter, 1
 * where it tells none.
 */
export function passageWeight(
  { settings, trace }: Context,
  id: string,
): (passage: string) => number {
  const filter = passesOn(settings, "relevance") ? trace.nodes.get(id)?.filter : null;
  const scores = new Map(filter?.judged.map(({ passageId, score }) => [passageId, score ?? 1]));
  return (passage) => scores.get(passage) ?? 1;
}
