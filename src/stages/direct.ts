/**
 * Answers without a chain: the whole run without a plan (SlimPLM §3, RA-ISF Algorithm 1,
 * HomoRouter), or a hop's fallback.
 */
import type { RunEventOf, Verdict } from "../log/events.ts";
import type { ScoredPassage, Stage, Tier } from "../log/types.ts";
import type { Context, Steps } from "../runtime/context.ts";
import {
  type Ask,
  answerClosedBook,
  answerFromPassages,
  combineAnswers,
  type GivenAnswer,
} from "./answer.ts";
import type { CitedStep } from "./cite.ts";
import { type SubQuestion, splitQuestion } from "./decompose.ts";
import { filterPassages } from "./filter.ts";
import { askGate } from "./gate.ts";
import { proposalTo, weighProposal } from "./memory-proposal.ts";
import type { SearchQuery } from "./queries.ts";
import { mostRelevant, readEach } from "./reader.ts";
import { queriesFor, searchAll } from "./search.ts";
import { chooseTool, type Tool } from "./tool-routing.ts";
import { answerOfUser } from "./user-correction.ts";

/** These are RA-ISF's exits (Table 7) and SlimPLM's two ways. */
export type QuestionVerdict = Extract<Verdict, "known" | "answered" | "combined" | "unknown">;

export interface Outcome extends GivenAnswer {
  exit: QuestionVerdict;
  /** Targets of the marks in `text`: passages, or nodes of sub-questions. */
  marks: readonly { node: string; passageId: string | null }[];
}

export interface StageTracker {
  tier(depth: number): Steps<Tier>;
  /** A run may go back to a stage. Does nothing below level 0. */
  enter(stage: Stage, depth: number): Steps<void>;
}

/**
 * If nothing is found, SlimPLM's D_ref is empty and it generates without retrieval (§3.1). Throws
 * AppError.
 */
export async function* solveQuestion(
  context: Context,
  subQuestion: SubQuestion,
  tracker: StageTracker,
): Steps<Outcome> {
  const { node, question, depth } = subQuestion;
  yield context.event({ type: "node-start", node });
  if (asksFirst(context)) yield* tracker.enter("plan", depth);
  const ask = { stage: stageAt(depth, "plan"), node, question };
  const gate = yield* askGate(context, ask);
  const heuristic = gate.heuristic ?? "";
  if (gate.known) return yield* closedBook(context, subQuestion, tracker, heuristic);
  if (context.settings.filter.kind === "none") {
    yield* tracker.enter("solve", depth);
    return yield* byParts(context, subQuestion, tracker, heuristic);
  }
  const tool = yield* chooseTool(context, node, question);
  if (tool.kind === "none") return yield* closedBook(context, subQuestion, tracker, heuristic);
  if (!asksClaims(context)) yield* tracker.enter("solve", depth);
  const queries = yield* queriesFor(context, ask, gate.heuristic);
  yield* tracker.enter("solve", depth);
  const found = yield* search(context, subQuestion, tool, queries);
  if (found.length === 0 && answersWithout(context)) {
    return yield* closedBook(context, subQuestion, tracker, heuristic);
  }
  const relevant = yield* filterPassages(context, { stage: "solve", node, question }, found);
  if (relevant.length > 0) {
    const ready = yield* finalAsk(subQuestion, tracker);
    const given = yield* answerFromPassages(context, ready, relevant);
    const marks = relevant.map(({ id }) => ({ node, passageId: id }));
    if (given.short !== "") return yield* leave(context, subQuestion, "answered", given, marks);
  }
  return yield* byParts(context, subQuestion, tracker, heuristic);
}

function asksClaims({ settings }: Context): boolean {
  return settings.rewriter === "claims";
}

/** A call before any search counts as its own stage. */
function asksFirst(context: Context): boolean {
  return context.settings.gate.kind !== "off" || asksClaims(context);
}

/** Nothing judges passages and nothing splits questions. */
function answersWithout({ settings }: Context): boolean {
  return settings.filter.kind === "off" && !settings.fallback.on;
}

function stageAt(depth: number, stage: Stage): Stage {
  return depth === 0 ? stage : "solve";
}

async function* finalAsk(
  { node, question, depth }: SubQuestion,
  tracker: StageTracker,
): Steps<Ask> {
  const tier = yield* tracker.tier(depth);
  return { stage: stageAt(depth, "summarise"), node, tier, question };
}

/** If the model's answer is empty, the heuristic answer replaces it. */
export async function* closedBook(
  context: Context,
  subQuestion: SubQuestion,
  tracker: StageTracker,
  heuristic: string,
): Steps<Outcome> {
  const ask = yield* finalAsk(subQuestion, tracker);
  const given = yield* answerClosedBook(context, ask);
  if (given.short !== "") return yield* leave(context, subQuestion, "known", given, []);
  return yield* leave(
    context,
    subQuestion,
    "unknown",
    { ...given, short: heuristic, text: heuristic },
    [],
  );
}

async function* search(
  context: Context,
  { node, question }: SubQuestion,
  tool: Tool,
  queries: readonly SearchQuery[],
): Steps<ScoredPassage[]> {
  const { retrieval, rerank, answer } = context.settings;
  const all = yield* searchAll(context, node, tool, queries, retrieval.k);
  const { reader } = context.ports;
  if (!rerank || reader === null || all.length === 0) return all.slice(0, answer.passages);
  const retained = yield* readEach(
    context,
    reader,
    { stage: "solve", node, use: "rank", question },
    all,
    mostRelevant(answer.passages),
  );
  return retained.map(({ passage }) => passage);
}

async function* byParts(
  context: Context,
  subQuestion: SubQuestion,
  tracker: StageTracker,
  heuristic: string,
): Steps<Outcome> {
  const parts = yield* solveParts(context, subQuestion, tracker);
  if (parts === null) {
    const guess = { short: heuristic, text: heuristic, call: null, confidence: null };
    return yield* leave(context, subQuestion, "unknown", { ...guess, passage: null }, []);
  }
  const exit = parts.given.short === "" ? "unknown" : "combined";
  return yield* leave(context, subQuestion, exit, parts.given, parts.marks);
}

/** Null if the fallback is off, at depth D_th, or if there are no parts. Throws AppError. */
export async function* solveParts(
  context: Context,
  subQuestion: SubQuestion,
  tracker: StageTracker,
): Steps<{ given: GivenAnswer; marks: Outcome["marks"] } | null> {
  const { fallback } = context.settings;
  if (!fallback.on) return null;
  if (subQuestion.depth >= fallback.maxDepth) {
    yield context.event({ type: "deviation", switch: "depthLimit", node: subQuestion.node });
    return null;
  }
  yield* tracker.enter("solve", subQuestion.depth);
  const parts = yield* splitQuestion(context, subQuestion, "solve");
  if (parts.length === 0) return null;
  const steps: CitedStep[] = [];
  for (const part of parts) {
    const question = fallback.fillEarlier
      ? context.language.substituteAnswers(part.question, steps)
      : part.question;
    if (question !== part.question) {
      yield context.event({ type: "deviation", switch: "fillEarlier", node: part.node });
    }
    const { exit, short } = yield* solveQuestion(context, { ...part, question }, tracker);
    steps.push({ node: part.node, query: part.question, answer: exit === "unknown" ? "" : short });
  }
  const ask = yield* finalAsk(subQuestion, tracker);
  const given = yield* combineAnswers(context, ask, steps);
  const marks = parts.map(({ node }) => ({
    node,
    passageId: context.trace.nodes.get(node)?.verdict?.passageId ?? null,
  }));
  return { given, marks };
}

async function* leave(
  context: Context,
  { node }: SubQuestion,
  exit: QuestionVerdict,
  given: GivenAnswer,
  marks: Outcome["marks"],
): Steps<Outcome> {
  const word = answerOfUser(context, node);
  if (word !== null) {
    return { ...word, exit: word.short === "" ? "unknown" : "answered", marks: [] };
  }
  const span = exit === "unknown" ? "" : given.short;
  const proposal = exit === "known" ? null : proposalTo(context, node);
  yield context.verdict(node, exit, {
    span,
    confidence: given.confidence,
    passageId: given.passage?.id ?? null,
    ...(proposal === null ? {} : { proposal: weighed(context, proposal, { ...given, span }) }),
  });
  return { ...given, exit, marks };
}

function weighed(
  context: Context,
  answer: string,
  found: { span: string; confidence: number | null },
): NonNullable<RunEventOf<"verdict">["proposal"]> {
  return { answer, outcome: weighProposal(context, answer, found) };
}
