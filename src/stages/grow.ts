import type { BranchCause } from "../log/types.ts";
import type { Context } from "../runtime/context.ts";
import { type DraftNode, withProposal } from "./memory-proposal.ts";

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
