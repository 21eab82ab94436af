/**
 * Ours, in no paper: an answer from memory is proposed and checked instead of discarded, and
 * readings are weighted.
 */
import type { Trace, TraceNode } from "../folds/trace.ts";
import { isEmpty, tokens } from "../language/normalise.ts";
import type { PassOnPart, RunSettings } from "../log/types.ts";
import type { Context } from "../runtime/context.ts";
import { bareAnswer } from "./parse/bare-answer.ts";

export function passesOn({ passOn }: RunSettings, part: PassOnPart): boolean {
  return passOn?.[part] === true;
}

/** A chat model may answer with a text, which is too long to check. */
const mostWords = 8;

export function gateOf(trace: Trace, question: string): TraceNode["gate"] {
  const gates = [...trace.nodes.values()].flatMap(({ gate }) => gate ?? []);
  const isOf = (gate: NonNullable<TraceNode["gate"]>) =>
    gate.kind === "judge" && gate.question === question && !isEmpty(gate.answer);
  return gates.find(isOf) ?? null;
}

export function proposedAnswer(context: Context, question: string): string | null {
  const { settings, trace, language } = context;
  if (!passesOn(settings, "answer")) return null;
  const heuristic = gateOf(trace, question)?.answer ?? "";
  const answer = bareAnswer(heuristic, { language, question, found: [] });
  if (isEmpty(answer) || language.isUnknown(answer) || isNamed(context, question, answer))
    return null;
  return tokens(answer).length <= mostWords ? answer : null;
}

/** A name from the question counts as an answer only if the question offers a choice. */
function isNamed({ language }: Context, question: string, answer: string): boolean {
  return language.namedOptions(question).length === 0 && language.holdsName(question, answer);
}

export interface DraftNode {
  query: string;
  answer: string | null;
  from?: "memory" | undefined;
}

/**
 * Proposes to the chain's last hop, if that was left open and asks the same as the question. What
 * passages judged is not proposed again.
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

/** A hop's proposal comes from its chain, a question's from its gate. */
export function proposalTo(context: Context, id: string): string | null {
  const node = context.trace.nodes.get(id);
  if (node === undefined) return null;
  if (node.fromMemory) return node.proposed;
  return node.gate?.kind === "judge" ? proposedAnswer(context, node.gate.question) : null;
}

/** `open` if the finding is unsure, or says the same more fully. */
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

/** The planner left this step unanswered; an answer from memory does not count as its own. */
export function isLeftOpen({ proposed, fromMemory }: TraceNode): boolean {
  return proposed === null || fromMemory;
}

/** The filter's P(relevant) in [0, 1], or 1 without a filter. */
export function passageWeight(
  { settings, trace }: Context,
  id: string,
): (passage: string) => number {
  const filter = passesOn(settings, "relevance") ? trace.nodes.get(id)?.filter : null;
  const scores = new Map(filter?.judged.map(({ passageId, score }) => [passageId, score ?? 1]));
  return (passage) => scores.get(passage) ?? 1;
}
