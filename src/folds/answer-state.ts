/**
 * Decides whether a run's answer was found in the source, from the log alone and alike for every
 * method. A passage supports a step only if the reader finds the step's answer in it for that very
 * question; a whole answer is found only if every step it needs is.
 */

import { functionWords } from "../language/function-words.ts";
import { normalise, tokens } from "../language/normalise.ts";
import type { RunEvent } from "../log/events.ts";
import type { ScoredPassage } from "../log/types.ts";
import { checkBranches, foldTrace, isBeside, type Trace, type TraceNode } from "./trace.ts";

export interface Deciding {
  node: string;
  passage: ScoredPassage;
  /** Characters of `passage.text`, `end` exclusive; both 0 if it does not contain the answer. */
  start: number;
  end: number;
}

/** A step that was not found; `number` is its 1-based place among the needed steps. */
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
   * Part of the answer rests on the model alone. `guess`: the answer, "" for none. `missing` is
   * empty if every step was found but the conclusion is in none of them. `deciding` is null if a
   * passage is about the question but no step was answered. `part`: as far as the run got, if the
   * answer is only a step's (then no guess), or if the question was looked up directly and only
   * its first step was found; `deciding` then belongs to the part.
   */
  | {
      kind: "partly-found";
      missing: readonly MissingStep[];
      guess: string;
      deciding: Deciding | null;
      part: AnsweredPart | null;
    }
  /**
   * `guess`: the model's answer from memory, "" for none. `lookedUp` is false if the method never
   * searches the library.
   */
  | { kind: "not-in-library"; guess: string; lookedUp: boolean };

/**
 * P(relevant) from which a passage counts as about the question; tuned in docs/answers.md.
 */
const relevantFrom = 0.3;
/** P(no answer here) up to which a reading counts as an answer. */
const noAnswerUpTo = 0.6;
/** The same for the answer check, which reads joined passages and finds something in most texts. */
const checkNoAnswerUpTo = 0.25;
/** P(relevant) of a passage that is about part of the question but does not answer it. */
const touchesFrom = 0.25;
/** The same, if the passage contains one of the question's names. */
const namedFrom = 0.05;

export function foldAnswerState(events: Iterable<RunEvent>): AnswerState | null {
  return answerStateOf(foldTrace(events));
}

export function isFound(trace: Trace): boolean {
  return answerStateOf(trace)?.kind === "found";
}

/** Whether a step's answer was found, in a passage or through its parts. */
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
  // A single look-up may find a value of one option, which does not decide between them.
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

/** Whether there is no answer to state, only a guess or a partial answer. */
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

/** A step that the answer needs; `number` is its 1-based place among them. */
export interface NeededStep {
  number: number;
  node: string;
  query: string;
  found: boolean;
  /** Unrelated to the question, so what was found for it does not count. */
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

/** A step's answer and its supporting passage; no passage if the user gave the answer. */
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
 * A reading that settles the whole question: the answer check's, or that of a node that asked it
 * verbatim. Methods that look the same question up several times need one such reading.
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

/** The step whose answer is given as the final one, though later steps were not found. */
function stopOnTheWay(said: string, found: readonly Support[]): Support | null {
  return found.findLast(({ answer }) => holds(answer, said)) ?? null;
}

/**
 * The answer check's result for the question's first step; null without a check, and if it is
 * off topic. `goesOn`: more steps would follow, so its answer is not the question's.
 */
function firstStepOf(trace: Trace): { support: Support; goesOn: boolean } | null {
  const checks = trace.branches.filter(({ cause }) => cause === "check");
  // A resumed run checks again, which supersedes the earlier check.
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

/** The hops of a chain, without nodes beside a hop and without the question that a gate judged. */
function hopsOf({ branches }: Trace, nodes: readonly TraceNode[]): readonly TraceNode[] {
  const beside = new Set(branches.filter(isBeside).map(({ id }) => id));
  // A hop that was not found was rephrased; the rephrased one counts.
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

/** Without a chain, the first node is the question: answered directly, or by the nodes after it. */
function partsOf(nodes: readonly TraceNode[]): readonly TraceNode[] {
  const root = nodes.find(({ parent }) => parent === null);
  if (root?.status === "answered") return [root];
  const parts = nodes.filter((node) => node !== root);
  return parts.length === 0 ? nodes : parts;
}

/**
 * A small planner may drift: "Where was the battle of Waterloo?" → "When did the United States
 * become independent?". Findings of such a step do not count. A step is on topic if it shares a
 * naming word with the question, or with something found earlier.
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

/** Drops question words: two questions that begin with "Which" need not share a topic. */
function topicWords(text: string): string[] {
  return namingWords(text).filter((word) => !functionWords.has(word));
}

/** Filters by length alone: the verifier was fitted with "which" and "what" included. */
export function namingWords(text: string): string[] {
  return tokens(text).filter((word) => word.length > 3 || /\d/u.test(word));
}

/** Looked up or answered by itself; not a thought, a bare search, or a combination of others. */
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
 * Without an encoder's reading, or if the large model solved the step, the passage must contain
 * the answer. A small model may misread, so the encoder must also find the passage relevant and
 * answerable.
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

/** One-word conclusions, which no passage states. */
const yesOrNo: ReadonlySet<string> = new Set(["yes", "no"]);

/** From the last step with the same answer, else from the last step that was found. */
function decidingOf(said: string, found: readonly Support[]): Deciding | null {
  const own = found.findLast(({ answer }) => agree(answer, said));
  return own?.deciding ?? found.findLast(({ deciding }) => deciding !== null)?.deciding ?? null;
}

/** Whether a retrieved passage is about the original question, even without answering it. */
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

/** Capitalised words, except the first: "Phnom Penh". */
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

/** Compares whole words, ignoring accents, case and articles; an empty name is never held. */
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
  // Lower-casing keeps the length in all but a few scripts; where it does not, nothing is marked.
  const end = start < 0 ? 0 : start + answer.trim().length;
  return { node, passage, start: Math.max(0, start), end };
}
