/** Stage 1: the question becomes a chain of queries, some answered, some unsolved. */

import type { BranchCause, Tier } from "../log/types.ts";
import { type CallPlan, callModel, callTier } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import { chooseTier } from "./decide.ts";
import { type ParsedChain, parseChain } from "./parse/chain.ts";
import { isEcho } from "./parse/echo.ts";

export async function* planStage(context: Context): Steps<void> {
  const tier: Tier = yield* chooseTier(context, "plan");
  const call: CallPlan = {
    stage: "plan",
    purpose: "plan",
    tier,
    node: null,
    prompt: (by) => context.prompts.plan(by, context.question, []),
  };
  yield context.event({ type: "stage-start", stage: "plan", tier: callTier(context, call) });
  const { id, text, asked } = yield* callModel(context, call);
  const echoes = (value: string) => isEcho(value, asked);
  const chain = parseChain(text, context.question, context.language, echoes);
  yield* context.parseFailure(id, "chain", chain);
  yield growBranch(context, { cause: "plan", parent: null, call: id, chain });
  yield context.event({ type: "stage-end", stage: "plan" });
}

/** The tree that the released code never builds: a branch rooted at the node it corrects. */
export function growBranch(
  context: Context,
  branch: {
    cause: BranchCause;
    parent: string | null;
    call: string | null;
    /** The nodes stand side by side. */
    fan?: boolean;
    chain: Pick<ParsedChain, "nodes" | "finalContent">;
  },
) {
  const ids = context.nodeIds(branch.chain.nodes.length);
  return context.event({
    type: "branch-start",
    branch: context.nextBranchId(),
    parent: branch.parent,
    cause: branch.cause,
    call: branch.call,
    ...(branch.fan === true ? { fan: true } : {}),
    nodes: branch.chain.nodes.map((node, index) => ({ id: ids[index] ?? "", ...node })),
    finalContent: branch.chain.finalContent,
  });
}
