/** Stage 1 plans a chain of queries, some answered, some unsolved. */

import type { BranchCause, Tier } from "../log/types.ts";
import { type CallPlan, callModel, callTier } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import { chooseTier } from "./decide.ts";
import { type DraftNode, withProposal } from "./memory-proposal.ts";
import { parseChain } from "./parse/chain.ts";
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
  yield growChain(context, { cause: "plan", parent: null, call: id, chain });
  yield context.event({ type: "stage-end", stage: "plan" });
}

interface DraftBranch {
  cause: BranchCause;
  parent: string | null;
  call: string | null;
  fan?: boolean;
  chain: { nodes: readonly DraftNode[]; finalContent: string | null };
}

export function growChain(context: Context, branch: DraftBranch) {
  const { nodes, finalContent } = branch.chain;
  return growBranch(context, {
    ...branch,
    chain: { nodes: withProposal(context, nodes), finalContent },
  });
}

export function growBranch(context: Context, branch: DraftBranch) {
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
