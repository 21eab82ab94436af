/**
 * Decides from the log alone, alike for every method, whether the source has the answer: a passage
 * supports a step only if the reader finds the step's answer in it; an answer is found only if
 * every needed step is.
 */

import { functionWords } from "../language/function-words.ts";
import { normalise, tokens } from "../language/normalise.ts";
import type { RunEvent, RunEventOf } from "../log/events.ts";
import type { ScoredPassage } from "../log/types.ts";
import { checkBranches, foldTrace, isBeside, type Trace, type TraceNode } from "./trace.ts";

export interface Deciding {
  node: string;
  passage: ScoredPassage;
  /** Characters of `passage.text`, `end` exclusive; both 0 if absent. */
  start: number;
  end: number;
}

/** `number` is 1-based, among the needed steps. */
export interface MissingStep {
  number: number;
  node: string;
  query: string;
}

export interface AnsweredPart {
  query: string;
  answer: string;
}

export type AnswerState =
  /** `deciding` is null only if the user gave the answer. */
  | { kind: "found"; deciding: Deciding | null }
  /**
   * Part rests on the model alone. `guess` is "" for none. `missing` is empty if the conclusion is
   * in no step. `deciding` is null if no step was answered. `part` is as far as the run got, if the
   * answer is a step's or only the first step was found.
   */
  | {
      kind: "partly-found";
      missing: readonly MissingStep[];
      guess: string;
      deciding: Deciding | null;
      part: AnsweredPart | null;
    }
  /**
   * `guess` is from memory, "" for none. `lookedUp` is false if the method never searches the
   * library.
   */
  | { kind: "not-in-library"; guess: string; lookedUp: boolean };

/** From this P(relevant) on a passage is about the question; tuned in docs/answers.md. */
const relevantFrom = 0.3;
/** The largest P(no answer here) of a reading that counts. */
const noAnswerUpTo = 0.6;
/** Lower, since joined passages contain something for most questions. */
const checkNoAnswerUpTo = 0.25;
/** From this P(relevant) on a passage is about part of the question. */
const touchesFrom = 0.25;
/** This P(relevant) suffices if the passage contains one of the question's names. */
const namedFrom = 0.05;

export function foldAnswerState(events: Iterable<RunEvent>): AnswerState | null {
  return answerStateOf(foldTrace(events));
}

export function isFound(trace: Trace): boolean {
  return answerStateOf(trace)?.kind === "found";
}

/** A passage or the step's parts support its answer. */
export function isCarried(trace: Trace, id: string): boolean {
  const node = trace.nodes.get(id);
  if (node === undefined) return false;
  if (supportOf(trace, node) !== null) return true;
  if (node.status !== "combined") return false;
  const parts = trace.branches.filter(({ parent, left }) => parent === id && left === null);
  return parts.some(({ nodes }) => nodes.some((part) => isCarried(trace, part)));
}

export function answerStateOf(trace: Trace): AnswerState | null {
  const { answer } = trace;
  if (answer === null) return null;
  const steps = onTopic(trace, stepsOf(trace));
  const found = steps.flatMap((step) => step.found ?? []);
  const said = isNothing(answer.short) ? "" : answer.short;
  const first = firstStepOf(trace);
  if (first?.goesOn === true && said !== "" && holds(first.support.answer, said)) {
    return partlyFound("", first.support);
  }
  // One option's value does not decide between two.
  if (first !== null && isChoice(trace, said)) return partlyFound(said, first.support);
  const whole = wholeAnswer(trace, said);
  if (whole !== null) return { kind: "found", deciding: whole };
  const missing = steps.flatMap(({ node, found: support }, index) =>
    support === null ? [{ number: index + 1, node: node.id, query: node.query }] : [],
  );
  const deciding = decidingOf(said, found);
  if (said !== "" && found.length > 0 && missing.length === 0 && follows(trace, said, found)) {
    return { kind: "found", deciding };
  }
  const reached = steps.at(-1)?.found === null ? stopOnTheWay(said, found) : null;
  if (reached !== null) return partlyFound("", reached, missing);
  if (found.length > 0) return { kind: "partly-found", missing, guess: said, deciding, part: null };
  if (first !== null) return partlyFound(said, first.support);
  if (touched(trace)) return { kind: "partly-found", missing, guess: said, deciding, part: null };
  return { kind: "not-in-library", guess: said, lookedUp: looksUp(trace) };
}

/** There is only a guess or a partial answer. */
export function isUnanswered(state: AnswerState): state is Exclude<AnswerState, { kind: "found" }> {
  if (state.kind !== "partly-found") return state.kind === "not-in-library";
  return state.part !== null || state.deciding === null;
}

export function comparedPassages(trace: Trace): Deciding[] {
  const values = trace.arithmetic?.values ?? [];
  return values.flatMap(({ node: id }) => {
    const node = trace.nodes.get(id);
    return (node === undefined ? null : supportOf(trace, node))?.deciding ?? [];
  });
}

/** Passages of the embedded library have no place in a document. */
export function isOfOwnDocuments({ passages }: Trace): boolean {
  return [...passages.values()].some(({ place }) => place !== undefined);
}

export const mostLikely = 3;
/** Lowest P(relevant) × P(an answer is here) of a passage worth showing. */
const likelyFrom = 0.1;

export interface Likely {
  /** P(relevant) × P(an answer is here). */
  likely: number;
  /** Its words are the reader's, or its best guess. */
  deciding: Deciding;
}

type Read = Pick<
  RunEventOf<"reading">["readings"][number],
  "span" | "spans" | "relevance" | "noAnswer"
>;

/** `node`: the step that the passage was read for; "" for none. */
export function likelihoodOf(
  passage: ScoredPassage,
  { span, spans, relevance, noAnswer }: Read,
  node: string,
): Likely {
  const words = span === "" ? (spans?.[0]?.text ?? "") : span;
  return { likely: relevance * (1 - noAnswer), deciding: spanIn(passage, words, node) };
}

/** Ranks the passages likeliest to contain the answer, `first` before all others. */
export function likelyPassages(trace: Trace, first: Deciding | null): readonly Deciding[] {
  const found = new Map<string, Likely>();
  for (const { id, abandoned, reading } of trace.nodes.values()) {
    if (abandoned || reading === null) continue;
    for (const one of reading.readings) {
      const passage = trace.passages.get(one.passageId);
      if (passage === undefined) continue;
      const likely = likelihoodOf(passage, one, id);
      const least = Math.max(likelyFrom, found.get(passage.id)?.likely ?? 0);
      if (likely.likely >= least) found.set(passage.id, likely);
    }
  }
  if (first !== null) found.delete(first.passage.id);
  const others = [...found.values()]
    .sort((a, b) => b.likely - a.likely)
    .map(({ deciding }) => deciding);
  return (first === null ? others : [first, ...others]).slice(0, mostLikely);
}

/** `number`: 1-based. */
export interface NeededStep {
  number: number;
  node: string;
  query: string;
  found: boolean;
  /** Findings of a step that is off the question do not count. */
  strays: boolean;
}

export function neededSteps(trace: Trace): NeededStep[] {
  const steps = stepsOf(trace);
  const told = onTopic(trace, steps);
  return steps.map(({ node, found }, index) => ({
    number: index + 1,
    node: node.id,
    query: node.query,
    found: told[index]?.found != null,
    strays: found !== null && told[index]?.found === null,
  }));
}

/** The user's answers have no passage. */
interface Support {
  node: TraceNode;
  answer: string;
  deciding: Deciding | null;
}

interface Step {
  node: TraceNode;
  found: Support | null;
}

/**
 * The answer check read the whole question, or a node asked it verbatim. Methods that repeat the
 * question need one such reading.
 */
function wholeAnswer(trace: Trace, said: string): Deciding | null {
  if (said === "") return null;
  const { evidence } = trace;
  if (evidence?.chosen === "encoder" && evidence.noAnswer <= checkNoAnswerUpTo) {
    const passage = trace.passages.get(evidence.passageId ?? evidence.passages.at(-1) ?? "");
    const node = [...trace.nodes.values()].findLast(({ passages }) =>
      passages.some(({ id }) => id === passage?.id),
    );
    if (passage !== undefined) return spanIn(passage, said, node?.id ?? "");
  }
  const own = normalise(trace.start?.question ?? "");
  for (const node of trace.nodes.values()) {
    if (node.abandoned || node.answer === null || !agree(node.answer, said)) continue;
    const asked = node.reading?.use === "read" ? node.reading.question : node.query;
    if (node.status !== "answered" || normalise(asked) !== own) continue;
    const support = supportOf(trace, node);
    if (support?.deciding != null) return support.deciding;
  }
  return null;
}

function partlyFound(
  guess: string,
  { node, answer, deciding }: Support,
  missing: readonly MissingStep[] = [],
): AnswerState {
  const part = { query: node.query, answer };
  return { kind: "partly-found", missing, guess, deciding, part };
}

/** The answer of an earlier step is given, and later steps were not found. */
function stopOnTheWay(said: string, found: readonly Support[]): Support | null {
  return found.findLast(({ answer }) => holds(answer, said)) ?? null;
}

/**
 * Null without a check, or off topic. `goesOn`: more steps would follow, so its answer is not the
 * question's.
 */
function firstStepOf(trace: Trace): { support: Support; goesOn: boolean } | null {
  const checks = trace.branches.filter(({ cause }) => cause === "check");
  // A resumed run checks again.
  const node = checks
    .flatMap(({ nodes }) => nodes.flatMap((id) => trace.nodes.get(id) ?? []))
    .find(({ abandoned }) => !abandoned);
  if (node === undefined) return null;
  const [step] = onTopic(trace, [{ node, found: supportOf(trace, node) }]);
  if (step === undefined || step.found === null) return null;
  return { support: step.found, goesOn: !checks.some(({ parent }) => parent === node.id) };
}

function stepsOf(trace: Trace): Step[] {
  const checks = checkBranches(trace);
  const nodes = [...trace.nodes.values()].filter(
    (node) => !node.abandoned && !checks.has(node.branch) && isStep(node),
  );
  const needed = trace.shape === "chain" ? hopsOf(trace, nodes) : partsOf(nodes);
  return needed.map((node) => ({ node, found: supportOf(trace, node) }));
}

/** Leaves out nodes beside a hop, and the question that a gate judged. */
function hopsOf({ branches }: Trace, nodes: readonly TraceNode[]): readonly TraceNode[] {
  const beside = new Set(branches.filter(isBeside).map(({ id }) => id));
  // The rephrased hop counts.
  const askedAgain = new Set(
    branches.flatMap(({ cause, parent }) => (cause === "correct" ? (parent ?? []) : [])),
  );
  const hops = nodes.filter(
    ({ id, branch, status }) =>
      !beside.has(branch) &&
      status !== "known" &&
      status !== "unknown" &&
      !(status === "unsolved" && askedAgain.has(id)),
  );
  return hops.length === 0 ? nodes : hops;
}

/** The first node is the question: answered directly, or by the nodes after it. */
function partsOf(nodes: readonly TraceNode[]): readonly TraceNode[] {
  const root = nodes.find(({ parent }) => parent === null);
  if (root?.status === "answered") return [root];
  const parts = nodes.filter((node) => node !== root);
  return parts.length === 0 ? nodes : parts;
}

/**
 * A small planner may drift: "Where was the battle of Waterloo?" → "When did the United States
 * become independent?". A step must share a naming word with the question, or with something found
 * earlier.
 */
function onTopic(trace: Trace, steps: readonly Step[]): Step[] {
  const known = new Set(topicWords(trace.start?.question ?? ""));
  return steps.map((step) => {
    if (step.found === null) return step;
    const strays = !topicWords(step.node.query).some((word) => known.has(word));
    if (strays) return { ...step, found: null };
    for (const word of topicWords(step.found.answer)) known.add(word);
    return step;
  });
}

/** Two questions that begin with "Which" need not share a topic. */
function topicWords(text: string): string[] {
  return namingWords(text).filter((word) => !functionWords.has(word));
}

/** Filters by length alone: the verifier was fitted with "which" and "what" included. */
export function namingWords(text: string): string[] {
  return tokens(text).filter((word) => word.length > 3 || /\d/u.test(word));
}

/** Thoughts, bare searches and combinations are no steps. */
function isStep({ status }: TraceNode): boolean {
  return !(
    status === "searched" ||
    status === "combined" ||
    status === "reasoned" ||
    status === "waiting" ||
    status === "running"
  );
}

function supportOf(trace: Trace, node: TraceNode): Support | null {
  const { answer, corrected, status, verdict } = node;
  if (answer === null || isNothing(answer)) return null;
  if (corrected !== null) return { node, answer, deciding: null };
  if (status === "skipped") {
    const original = trace.nodes.get(verdict?.duplicateOf ?? "");
    return original === undefined ? null : supportOf(trace, original);
  }
  const passage = restsOn(trace, node, answer);
  if (passage === null) return null;
  return { node, answer, deciding: spanIn(passage, answer, node.id) };
}

function restsOn(trace: Trace, node: TraceNode, answer: string): ScoredPassage | null {
  switch (node.status) {
    case "verified":
    case "corrected":
    case "completed":
    case "answered": {
      const passage = trace.passages.get(node.verdict?.passageId ?? "");
      return passage !== undefined && answers(trace, node, passage, answer) ? passage : null;
    }
    case "accepted":
      return node.passages.find((passage) => answers(trace, node, passage, answer)) ?? null;
    default:
      return null;
  }
}

/**
 * The passage must contain the answer. A small model may misread, so the encoder must also find it
 * relevant and answerable.
 */
function answers(trace: Trace, node: TraceNode, passage: ScoredPassage, answer: string): boolean {
  const said = node.reading?.readings.find(({ passageId }) => passageId === passage.id);
  const stands = holds(`${passage.title} ${passage.text}`, answer);
  if (said === undefined) return stands;
  if (trace.stageTiers.solve === "large") return stands;
  if (said.relevance < relevantFrom || said.noAnswer > noAnswerUpTo) return false;
  return stands || said.kind !== "span";
}

function follows(trace: Trace, said: string, found: readonly Support[]): boolean {
  if (trace.arithmetic !== null) return true;
  if (isChoice(trace, said)) return true;
  return found.some(
    ({ answer, deciding }) =>
      agree(answer, said) || (deciding !== null && holds(deciding.passage.text, said)),
  );
}

function isChoice({ start }: Trace, said: string): boolean {
  return holds(start?.question ?? "", said) || yesOrNo.has(normalise(said));
}

/** No passage states these. */
const yesOrNo: ReadonlySet<string> = new Set(["yes", "no"]);

/** The last step with the same answer, else the last found. */
function decidingOf(said: string, found: readonly Support[]): Deciding | null {
  const own = found.findLast(({ answer }) => agree(answer, said));
  return own?.deciding ?? found.findLast(({ deciding }) => deciding !== null)?.deciding ?? null;
}

/** A retrieved passage is about the question, even without answering it. */
function touched({ nodes, passages, start }: Trace): boolean {
  const question = start?.question ?? "";
  const names = namesIn(question);
  const isAbout = (id: string, relevance: number) => {
    const text = passages.get(id);
    if (relevance >= touchesFrom || text === undefined) return relevance >= touchesFrom;
    return (
      relevance >= namedFrom && names.some((name) => holds(`${text.title} ${text.text}`, name))
    );
  };
  return [...nodes.values()].some(
    ({ reading, query }) =>
      agree(query, question) &&
      reading?.readings.some(({ passageId, relevance }) => isAbout(passageId, relevance)) === true,
  );
}

/** The first word of a sentence is always capitalised, so it is left out. */
export function namesIn(question: string): string[] {
  const [, ...later] = question.split(/(?<=\s)/u);
  return later.join("").match(/\p{Lu}[\p{L}\p{N}'’-]*(?:\s+\p{Lu}[\p{L}\p{N}'’-]*)*/gu) ?? [];
}

function looksUp({ nodes }: Trace): boolean {
  return [...nodes.values()].some(({ search }) => search !== null);
}

function isNothing(answer: string): boolean {
  const form = normalise(answer);
  return form === "" || form === "unknown";
}

/** Compares whole words, without accents, case and articles; an empty name is never held. */
export function holds(text: string, name: string): boolean {
  const form = normalise(name);
  return form !== "" && ` ${normalise(text)} `.includes(` ${form} `);
}

export function agree(a: string, b: string): boolean {
  return holds(a, b) || holds(b, a);
}

function spanIn(passage: ScoredPassage, answer: string, node: string): Deciding {
  const { text } = passage;
  const start = text.toLowerCase().indexOf(answer.trim().toLowerCase());
  // Lower-casing keeps the length in all but a few scripts; there nothing is marked.
  const end = start < 0 ? 0 : start + answer.trim().length;
  return { node, passage, start: Math.max(0, start), end };
}
