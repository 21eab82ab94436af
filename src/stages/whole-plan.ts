/**
 * A chat model writes all steps at once, and each is looked up (CoopLLM Algorithm 1). Trained and
 * base models write one step at a time (`continue.ts`).
 */
import type { Trace, TraceCall, TraceNode } from "../folds/trace.ts";
import { isEmpty } from "../language/normalise.ts";
import type { Tier } from "../log/types.ts";
import type { Context } from "../runtime/context.ts";
import { profileOf } from "../runtime/profile.ts";
import { type DraftNode, isLeftOpen } from "./memory-proposal.ts";
import { markedSteps, shiftMarks } from "./parse/step-marks.ts";
import { lookedUp, newestBranch, pathTo } from "./path.ts";

export function isWholePlan(trace: Trace): boolean {
  let planner: TraceCall | undefined;
  for (const call of trace.calls.values()) if (call.start.purpose === "plan") planner = call;
  return writesWhole(planner) && !isTakenOver(trace);
}

function writesWhole(call: TraceCall | undefined): boolean {
  return call !== undefined && profileOf(call.start.model) === "instruct";
}

/**
 * A stepwise model rephrased the last step, perhaps only a part of it, so it is asked until it
 * concludes.
 */
function isTakenOver(trace: Trace): boolean {
  const branch = newestBranch(trace);
  const writer = trace.calls.get(branch?.call ?? "");
  return writer !== undefined && !writesWhole(writer) && branch?.nodes.length === 1;
}

export function plannerOf({ settings, trace }: Context): Tier | undefined {
  return settings.plan === "large" || settings.plan === "small"
    ? settings.plan
    : trace.stageTiers.plan;
}

/** As in SearChain, a planner rewrites only its own wrong answer, and if it also reads. */
export function plannerRewrites(context: Context, node: TraceNode): boolean {
  return !isLeftOpen(node) && plannerOf(context) === context.settings.solve;
}

/**
 * Returns drafts. `inserted` counts the steps added in between, the last in place of this one;
 * marks are renumbered.
 */
export function restOfPlan(trace: Trace, node: TraceNode, inserted = 0): DraftNode[] {
  const own = trace.branches.find(({ id }) => id === node.branch)?.nodes ?? [];
  const place = pathTo(trace, node.id).length;
  return (
    own
      .slice(own.indexOf(node.id) + 1)
      .flatMap((id) => trace.nodes.get(id) ?? [])
      // The planner's own answers may rest on this wrong one.
      .map(({ planned }) => ({ query: shiftMarks(planned, place, inserted), answer: null }))
  );
}

/**
 * Fills in earlier answers. If the planner built on a wrong answer, the right one replaces it, and
 * its own answer no longer counts.
 */
export function nextLookup(node: TraceNode, earlier: readonly TraceNode[]): TraceNode {
  const marked = new Set(markedSteps(node.query));
  const wrong = earlier.filter(
    (step, index) => wasWrong(step) && (marked.has(index + 1) || names(node.query, step.proposed)),
  );
  if (wrong.length === 0) return lookedUp(node, earlier);
  const query = wrong.reduce(
    (text, { proposed, answer }) => text.replace(nameOf(proposed), () => answer ?? ""),
    node.query,
  );
  return lookedUp({ ...node, query, answer: null }, earlier);
}

function wasWrong({ proposed, fromMemory, answer }: TraceNode): boolean {
  return !fromMemory && !isEmpty(proposed ?? "") && !isEmpty(answer ?? "") && answer !== proposed;
}

function names(query: string, name: string | null): boolean {
  return name !== null && nameOf(name).test(query);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`);
}

function nameOf(name: string | null): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name ?? "")}(?![\\p{L}\\p{N}])`, "u");
}
