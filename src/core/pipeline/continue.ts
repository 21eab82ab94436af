/** How a chain goes on after feedback: the model writes the rest of it, a new branch of the tree. */
import type { TraceNode } from "../folds/trace.ts";
import { parseChain } from "../parse/chain.ts";
import { callModel } from "./call.ts";
import type { Context, Steps } from "./context.ts";
import { duplicateOf } from "./duplicate.ts";
import { growBranch, logParse } from "./plan.ts";
import type { Step } from "./prompts.ts";
import type { Reading } from "./read.ts";

export interface NodeFeedback {
  kind: "correct" | "complete";
  reading: Reading;
}

/** r = r_max: no new chain is asked for, and what the old one built on its mistake is left. */
export function endHere(context: Context, node: TraceNode, { kind }: NodeFeedback) {
  const chain = { nodes: [], finalContent: null };
  return growBranch(context, { cause: kind, parent: node.id, call: null, chain });
}

/** The model builds the rest of the chain on the checker's word; a new branch at this node. */
export async function* continueChain(
  context: Context,
  node: TraceNode,
  before: readonly Step[],
  feedback: NodeFeedback,
): Steps<void> {
  const { reading, kind } = feedback;
  const solved = [...before, { query: node.query, answer: reading.span }];
  const tier = context.settings.solve;
  const { id, text } = yield* callModel(context, {
    stage: "solve",
    purpose: "continue",
    tier,
    node: node.id,
    prompt: context.prompts.continueChain(tier, context.question, solved, {
      kind,
      query: node.query,
      said: node.answer,
      span: reading.span,
      passage: reading.passage,
    }),
  });
  const parsed = parseChain(text, context.question);
  const usable = parsed.resolution === "fell-back" ? { ...parsed, nodes: [] } : parsed;
  yield* logParse(context, id, parsed);
  const fresh = await withoutRepeated(context, usable.nodes, solved);
  const nodes = yield* untilRepeat(context, fresh);
  yield growBranch(context, {
    cause: kind,
    parent: node.id,
    call: id,
    chain: { nodes, finalContent: usable.finalContent },
  });
  yield* noteRewalk(context, before.length);
}

type DraftNode = { query: string; answer: string | null };

/** A model that re-emits the chain: what it says again is dropped. */
async function withoutRepeated(
  context: Context,
  nodes: readonly DraftNode[],
  solved: readonly Step[],
): Promise<DraftNode[]> {
  const known = solved.map((step, index) => ({ id: String(index), query: step.query }));
  const fresh: DraftNode[] = [];
  for (const node of nodes) {
    const repeated = node.answer !== null && (await duplicateOf(context, node.query, known));
    if (!repeated) fresh.push(node);
  }
  return fresh;
}

/** repeatStop: from where the new chain leaves unsolved what was completed before, it is cut. */
async function* untilRepeat(context: Context, fresh: readonly DraftNode[]): Steps<DraftNode[]> {
  if (!context.settings.switches.repeatStop) return [...fresh];
  const completed = [...context.trace.nodes.values()].filter((node) => node.status === "completed");
  for (const [index, node] of fresh.entries()) {
    if (node.answer !== null) continue;
    const duplicate = await duplicateOf(context, node.query, completed);
    if (duplicate === null) continue;
    yield context.event({ type: "deviation", switch: "repeatStop", node: duplicate });
    return fresh.slice(0, index);
  }
  return [...fresh];
}

/** Printed, S stays empty and the walk would begin again at the first node. */
async function* noteRewalk(context: Context, walkedBefore: number): Steps<void> {
  if (!context.settings.switches.fillProcessedQueries || walkedBefore === 0) return;
  yield context.event({ type: "deviation", switch: "fillProcessedQueries", node: null });
}
