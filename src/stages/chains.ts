import type { Trace, TraceBranch, TraceNode } from "../folds/trace.ts";
import { normalise } from "../language/normalise.ts";
import type { Passage } from "../log/types.ts";
import { settledSeq } from "./answer-event.ts";
import { type Chain, type ChainStep, recordLimits } from "./chain-record.ts";
import { currentPath, newestBranch } from "./path.ts";

export interface RunChain {
  chain: Chain;
  branch: string;
}

export function finishedChain(trace: Trace): RunChain | null {
  return trace.outcome === "answered" ? answeredChain(trace) : null;
}

/** The run's chain or, without one, its questions in answering order. Null without an answer. */
export function askedChain(trace: Trace): RunChain | null {
  if (trace.shape === "chain") return finishedChain(trace);
  if (trace.outcome !== "answered" || trace.answer === null) return null;
  const beside = askedNodes(trace);
  const questions = beside.length > 0 ? beside : [...trace.nodes.values()].slice(0, 1);
  const places = new Map(questions.map(({ id }, index) => [id, index + 1]));
  const rests = trace.answer.citations.flatMap(({ node }) => places.get(node) ?? []);
  return chainOf(trace, stepsOf(questions), { final: trace.answer.short, rests });
}

/** The questions asked before a person marked this node wrong. */
export function questionChainUpTo(
  trace: Trace,
  node: TraceNode,
  said: string | null,
): RunChain | null {
  const before = askedNodes(trace).filter(({ id }) => id !== node.id);
  const isWhole = before.length > 0 && isOwnQuestion(trace, node);
  const wrong = isWhole ? [] : [{ query: node.query, answer: said }];
  return chainOf(trace, [...stepsOf(before), ...wrong], { final: "", rests: [] });
}

function chainOf(
  { branches }: Trace,
  steps: readonly ChainStep[],
  end: Pick<Chain, "final" | "rests">,
): RunChain | null {
  const branch = branches.at(-1);
  if (branch === undefined || steps.length === 0) return null;
  return { chain: bounded({ steps: [...steps], ...end }), branch: branch.id };
}

/** Nodes that only search, think or read ask nothing. */
const answeringVerdicts: ReadonlySet<string> = new Set(["known", "answered", "combined", "given"]);

function askedNodes(trace: Trace): TraceNode[] {
  // Siblings without a call are passages under their titles.
  const passages = new Set(
    trace.branches.flatMap(({ id, fan, call }) => (fan && call === null ? [id] : [])),
  );
  return [...trace.nodes.values()]
    .filter(({ status, abandoned }) => answeringVerdicts.has(status) && !abandoned)
    .filter((node) => !passages.has(node.branch) && !isOwnQuestion(trace, node))
    .toSorted((a, b) => settledSeq(a) - settledSeq(b));
}

function isOwnQuestion({ start }: Trace, { query }: TraceNode): boolean {
  return normalise(query) === normalise(start?.question ?? "");
}

function stepsOf(nodes: readonly TraceNode[]): ChainStep[] {
  return nodes.map(({ query, answer }) => ({ query, answer }));
}

export function answeredChain(trace: Trace): RunChain | null {
  const branch = newestBranch(trace);
  if (trace.answer === null || branch === undefined) return null;
  // Without a plan there is no chain to learn from.
  if (trace.shape !== "chain") return null;
  const walked = currentPath(trace);
  const ids = new Set(walked.map((node) => node.id));
  // A repeated step adds nothing.
  const path = walked.filter((node) => !ids.has(node.verdict?.duplicateOf ?? ""));
  const places = new Map(path.map((node, index) => [node.id, index + 1]));
  const rests = trace.answer.citations.flatMap(({ node }) => places.get(node) ?? []);
  const steps = path.map(({ query, answer }) => ({ query, answer }));
  return { chain: bounded({ steps, final: trace.answer.short, rests }), branch: branch.id };
}

/** The answers are those that the checker rejected. */
export function abandonedChains(trace: Trace): RunChain[] {
  return trace.branches
    .filter(({ fan, nodes }) => !fan && nodes.some((id) => isLeft(trace.nodes.get(id))))
    .flatMap((branch) => writtenChain(trace, branch) ?? []);
}

/** Includes everything that the chain proposed. */
export function stoppedChain(trace: Trace, node: TraceNode): RunChain | null {
  const branch = trace.branches.find(({ id }) => id === node.branch);
  return branch === undefined ? null : writtenChain(trace, branch);
}

/** Leaves open the steps that only memory answered. */
export function openChain(trace: Trace, node: TraceNode): RunChain | null {
  const branch = trace.branches.find(({ id }) => id === node.branch);
  const own = ({ proposed, fromMemory }: TraceNode) => (fromMemory ? null : proposed);
  return branch === undefined ? null : writtenChain(trace, branch, own);
}

export function supportingPassages(trace: Trace): Passage[] {
  const ids = new Set([...trace.nodes.values()].flatMap(({ verdict }) => verdict?.passageId ?? []));
  return [...ids]
    .flatMap((id) => trace.passages.get(id) ?? [])
    .slice(0, recordLimits.passages)
    .map(({ id, title, text }) => ({
      id,
      title,
      text: text.slice(0, recordLimits.passageCharacters),
    }));
}

function isLeft(node: TraceNode | undefined): boolean {
  return node !== undefined && (node.abandoned || node.status === "corrected");
}

/** Takes the shared prefix with the answers that count, then the branch's own nodes as proposed. */
function writtenChain(
  trace: Trace,
  branch: TraceBranch,
  answerOf: (node: TraceNode) => string | null = ({ proposed }) => proposed,
): RunChain | null {
  const own = branch.nodes.flatMap((id) => trace.nodes.get(id) ?? []);
  if (own.length === 0) return null;
  const steps: ChainStep[] = own.map((node) => ({ query: node.query, answer: answerOf(node) }));
  let id = branch.parent;
  while (id !== null) {
    const node = trace.nodes.get(id);
    if (node === undefined) break;
    steps.unshift({ query: node.query, answer: node.answer });
    id = node.parent;
  }
  const { final, rests } = cited(branch.finalContent ?? "");
  return { chain: bounded({ steps, final, rests }), branch: branch.id };
}

function cited(content: string): Pick<Chain, "final" | "rests"> {
  const rests = [...content.matchAll(/\[(\d{1,2})\]/gu)].map((match) => Number(match[1]));
  return { final: content.replace(/(?<!\s)\s*\[\d{1,2}\]/gu, "").trim(), rests };
}

function bounded({ steps, final, rests }: Chain): Chain {
  const retained = steps.slice(0, recordLimits.steps);
  return {
    steps: retained.map(({ query, answer }) => ({
      query: query.slice(0, recordLimits.lineCharacters),
      answer: answer?.slice(0, recordLimits.lineCharacters) ?? null,
    })),
    final: final.slice(0, recordLimits.lineCharacters),
    rests: [...new Set(rests)].filter((mark) => mark >= 1 && mark <= retained.length),
  };
}
