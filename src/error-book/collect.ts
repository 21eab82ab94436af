/** Builds records from one run, judged by a gold answer, the checker or the user. */

import { isConfirmation } from "../folds/correction.ts";
import {
  foldTrace,
  isBeside,
  type Trace,
  type TraceBranch,
  type TraceNode,
} from "../folds/trace.ts";
import type { Language } from "../language/language.ts";
import { isEmpty, normalise, withoutAccents } from "../language/normalise.ts";
import type { RunEvent } from "../log/events.ts";
import { coverExactMatchTokens } from "../metrics/score.ts";
import type { Chain } from "../stages/chain-record.ts";
import {
  abandonedChains,
  answeredChain,
  askedChain,
  finishedChain,
  questionChainUpTo,
  type RunChain,
  stoppedChain,
  supportingPassages,
} from "../stages/chains.ts";
import { type ErrorRecord, errorBookVersion, isPaired } from "./record.ts";

/**
 * As in CoopLLM, a chain is positive if it led to the gold answer (cover-EM in whole words). The
 * final chain is paired with the nearest chain of the other label, other wrong chains with the
 * final one if it is right. A run without an answer has no records.
 */
export function goldRecords(
  events: Iterable<RunEvent>,
  golds: readonly string[],
  language: Language,
): ErrorRecord[] {
  const trace = foldTrace(events);
  const finished = finishedChain(trace);
  if (finished === null) return [];
  const abandoned = distinct(
    abandonedChains(trace).filter(({ chain }) => chain.final !== ""),
    finished,
  );
  const leads = ({ chain }: RunChain) =>
    golds.some((gold) => isCovered(chain.final, gold, language));
  const base = { ...common(trace), gold: [...golds], cause: "gold" as const };
  const right = leads(finished) ? finished : (abandoned.find(leads) ?? null);
  const wrong = abandoned.filter((other) => !leads(other));
  if (right === finished) {
    const first = record(base, "positive", { wrong: null, right });
    if (wrong.length === 0) return [first];
    return wrong.map((one) => record(base, "positive", { wrong: one, right }));
  }
  return [
    record(base, "negative", { wrong: finished, right }),
    ...(right === null ? [] : wrong.map((one) => record(base, "negative", { wrong: one, right }))),
  ];
}

/** Ignores accents and does not match inside a longer name. */
function isCovered(final: string, gold: string, language: Language): boolean {
  const covers = coverExactMatchTokens(withoutAccents(final), [withoutAccents(gold)]) === 1;
  return covers && !language.isOnlyWithinOthers(final, gold);
}

/**
 * One record per correction, paired with the final chain. A query without results counts if a
 * rephrasing brought an answer.
 */
export function checkerRecords(events: Iterable<RunEvent>): ErrorRecord[] {
  const trace = foldTrace(events);
  if (trace.outcome !== "answered") return [];
  const base = { ...common(trace), gold: null, cause: "checker" as const };
  const right = finishedChain(trace);
  const rewritten = trace.branches
    .filter((branch) => isCorrection(trace, branch) && brought(trace, branch))
    .flatMap(({ parent }) => trace.nodes.get(parent ?? "") ?? []);
  const stopped = [...rewritten, ...correctedInPlace(trace)].flatMap(
    (node) => stoppedChain(trace, node) ?? [],
  );
  return [
    ...(right === null ? [] : stopped.map((wrong) => record(base, "positive", { wrong, right }))),
    ...overruledQuestions(trace).map((node) => ofQuestion(base, node)),
  ];
}

function correctedInPlace(trace: Trace): TraceNode[] {
  const chains = trace.branches.filter((branch) => !branch.fan && !isBeside(branch));
  return chains.flatMap(({ nodes }) => {
    const steps = nodes.flatMap((id) => trace.nodes.get(id) ?? []);
    const wrong = steps.find(
      ({ id, status, fromMemory, abandoned }) =>
        status === "corrected" &&
        !fromMemory &&
        !abandoned &&
        !chains.some(({ parent }) => parent === id),
    );
    return wrong ?? [];
  });
}

/** An answer from memory was not the chain's, so its hop counts as completed. */
function isCorrection({ nodes }: Trace, { cause, parent }: TraceBranch): boolean {
  const overruled = nodes.get(parent ?? "")?.status === "corrected";
  return cause === "correct" || (cause === "complete" && overruled);
}

/** These have no chain, only an answer from memory that the passages overruled. */
function overruledQuestions({ nodes }: Trace): TraceNode[] {
  return [...nodes.values()].filter(
    ({ verdict, abandoned, corrected }) =>
      verdict?.proposal?.outcome === "overruled" && !abandoned && corrected === null,
  );
}

/** The wrong chain holds the answer from memory, the right one the answer found. */
function ofQuestion(base: Common & Pick<ErrorRecord, "gold" | "cause">, node: TraceNode) {
  const { query, proposed, answer } = node;
  const answered = (said: string | null): RunChain => {
    const final = said ?? "";
    return { chain: { steps: [{ query, answer: final }], final, rests: [1] }, branch: node.id };
  };
  const sides = { wrong: answered(proposed), right: answered(answer) };
  return record({ ...base, question: query }, "positive", sides);
}

function brought(trace: Trace, { parent, nodes }: TraceBranch): boolean {
  if (trace.nodes.get(parent ?? "")?.status === "corrected") return true;
  const again = trace.nodes.get(nodes[0] ?? "");
  return again?.answer != null && !isEmpty(again.answer);
}

/**
 * The chain until the user's correction, paired with the final one. `right` is null if the step was
 * only marked wrong or no answer came. Null if the run did not continue, or the correction repeated
 * the answer.
 */
export function correctionRecord(events: readonly RunEvent[]): ErrorRecord | null {
  const taken = events.findLastIndex(({ type }) => type === "run-resume");
  const correction = events[taken + 1];
  if (taken < 0 || correction?.type !== "user-correction" || isConfirmation(correction))
    return null;
  const before = foldTrace(events.slice(0, taken));
  const node = before.nodes.get(correction.node);
  const wrong = wrongAt(before, node, correction.replaced);
  if (wrong === null) return null;
  const after = foldTrace(events);
  const right = correction.answer === null ? null : askedChain(after);
  const base = { ...common(after), gold: null, cause: "user" as const };
  return record(base, right === null ? "negative" : "positive", { wrong, right });
}

/** Without a written chain, the steps after the corrected one were dropped. */
function wrongAt(
  before: Trace,
  node: TraceNode | undefined,
  replaced: string | null,
): RunChain | null {
  if (before.shape !== "chain") {
    return node === undefined ? null : questionChainUpTo(before, node, replaced);
  }
  return answeredChain(before) ?? (node === undefined ? null : stoppedChain(before, node));
}

const pairsPerQuestion = 4;

/**
 * Pairs each wrong chain with the right one of the longest common prefix, the shorter of equals.
 * Identical chains count once.
 */
export function pairRuns(records: readonly ErrorRecord[]): ErrorRecord[] {
  const rights = distinctBy(
    records.filter(({ right }) => right !== null),
    (one) => one.right,
  );
  const wrongs = distinctBy(
    records.filter(({ wrong }) => wrong !== null),
    (one) => one.wrong,
  );
  if (wrongs.length === 0) return rights;
  if (rights.length === 0) return wrongs;
  return wrongs.slice(0, pairsPerQuestion).map((one) => {
    if (isPaired(one)) return one;
    const found = nearest(one.wrong, rights);
    return { ...one, right: found?.right ?? null, rightBy: found?.rightBy ?? null };
  });
}

function nearest(wrong: Chain | null, rights: readonly ErrorRecord[]): ErrorRecord | undefined {
  const shared = ({ right }: ErrorRecord) => sharedSteps(wrong, right);
  return rights.toSorted(
    (a, b) => shared(b) - shared(a) || (a.right?.steps.length ?? 0) - (b.right?.steps.length ?? 0),
  )[0];
}

function sharedSteps(a: Chain | null, b: Chain | null): number {
  const steps = a?.steps ?? [];
  const differs = steps.findIndex(
    ({ query }, index) => normalise(query) !== normalise(b?.steps[index]?.query ?? ""),
  );
  return differs < 0 ? steps.length : differs;
}

function distinctBy(
  records: readonly ErrorRecord[],
  side: (record: ErrorRecord) => Chain | null,
): ErrorRecord[] {
  return [...new Map(records.map((one) => [chainKey(side(one)), one])).values()];
}

function distinct(chains: readonly RunChain[], than: RunChain): RunChain[] {
  const found = new Map(chains.map((one) => [chainKey(one.chain), one]));
  found.delete(chainKey(than.chain));
  return [...found.values()];
}

/** Chains that differ only in spelling have one key. */
function chainKey(chain: Chain | null): string {
  const steps = chain?.steps.map(({ query, answer }) => [query, answer ?? ""]) ?? [];
  return [...steps.flat(), chain?.final ?? ""].map(normalise).join("\n");
}

type Common = Pick<ErrorRecord, "question" | "library" | "passages"> & { run: string };

function common(trace: Trace): Common {
  const { start } = trace;
  const { id = "", title = "", visibility = "private" } = start?.library ?? {};
  return {
    run: start?.runId ?? "",
    question: start?.question ?? "",
    library: { id, title, visibility },
    passages: supportingPassages(trace),
  };
}

function record(
  { run, ...base }: Common & Pick<ErrorRecord, "gold" | "cause">,
  label: ErrorRecord["label"],
  { wrong, right }: { wrong: RunChain | null; right: RunChain | null },
): ErrorRecord {
  return {
    version: errorBookVersion,
    ...base,
    label,
    ids: { run, branch: (wrong ?? right)?.branch ?? "" },
    wrong: wrong?.chain ?? null,
    right: right === null ? null : withoutUnsolved(right.chain),
    rightBy: right === null ? null : base.cause === "user" ? "person" : "run",
  };
}

function withoutUnsolved({ steps, final, rests }: Chain): Chain {
  const places = new Map<number, number>();
  const solved = steps.filter(({ answer }, index) => {
    if (answer !== null) places.set(index + 1, places.size + 1);
    return answer !== null;
  });
  return { steps: solved, final, rests: rests.flatMap((mark) => places.get(mark) ?? []) };
}
