/**
 * A whole plan, as a chat model or a person's correction leaves it: its steps are looked up to the last
 * (CoopLLM Algorithm 1). Trained and base models write one step at a time instead, and are asked for
 * the next one when that is answered (`continue.ts`).
 */
import type { Trace, TraceCall, TraceNode } from "../folds/trace.ts";
import type { Tier } from "../log/types.ts";
import type { Context } from "../runtime/context.ts";
import { profileOf } from "../runtime/profile.ts";
import { shiftMarks } from "./parse/step-marks.ts";
import { type DraftNode, isLeftOpen } from "./pass-on.ts";
import { pathTo } from "./path.ts";

/** Whether the newest plan of the run is whole, so that nobody needs to be asked for its next step. */
export function isWholePlan(trace: Trace): boolean {
  let planner: TraceCall | undefined;
  for (const call of trace.calls.values()) if (call.start.purpose === "plan") planner = call;
  return planner !== undefined && profileOf(planner.start.model) === "instruct";
}

/** Who planned this run, or is set to. */
export function plannerOf({ settings, trace }: Context): Tier | undefined {
  return settings.plan === "large" || settings.plan === "small"
    ? settings.plan
    : trace.stageTiers.plan;
}

/**
 * SearChain's feedback, the only one that a whole plan is written anew for: the planner reads, too, and
 * what it said of this step is wrong.
 */
export function isToldToPlanner(context: Context, node: TraceNode): boolean {
  return !isLeftOpen(node) && plannerOf(context) === context.settings.solve;
}

/**
 * The steps planned after this one, to be looked up anew. `inserted`: how many steps are put between;
 * the last of them then stands for this step, and later marks count them.
 */
export function restOfPlan(trace: Trace, node: TraceNode, inserted = 0): DraftNode[] {
  const own = trace.branches.find(({ id }) => id === node.branch)?.nodes ?? [];
  const place = pathTo(trace, node.id).length;
  return (
    own
      .slice(own.indexOf(node.id) + 1)
      .flatMap((id) => trace.nodes.get(id) ?? [])
      // What the planner said of them may rest on the step that turned out otherwise.
      .map(({ planned }) => ({ query: shiftMarks(planned, place, inserted), answer: null }))
  );
}
