import type { ScoredPassage } from "../log/types.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { GateAsk } from "./gate.ts";
import { heuristicAnswer } from "./gate.ts";
import { gateOf, passesOn } from "./memory-proposal.ts";
import { claimQueries, passedQueries, type SearchQuery } from "./queries.ts";
import { rewriterParts } from "./rewrite/index.ts";
import { rewriteQuery } from "./rewrite.ts";
import { searchWith, type Tool } from "./tool-routing.ts";

/** Stage D. Claims request an answer from memory if `heuristic` is null. */
export async function* queriesFor(
  context: Context,
  ask: GateAsk,
  heuristic: string | null,
): Steps<SearchQuery[]> {
  const { node, question } = ask;
  const { rewriter } = context.settings;
  if (rewriter === "claims") {
    const passed = heuristic === null ? yield* passedQueries(context, ask) : [];
    if (passed.length > 0) return [{ node, text: question }, ...passed];
    const told = heuristic ?? toldBefore(context, question);
    return yield* claimQueries(context, ask, told ?? (yield* heuristicAnswer(context, ask)).text);
  }
  const own = { node, text: yield* rewriteQuery(context, node, question) };
  // Keywords are the rewriter's own query.
  return rewriterParts[rewriter].keywords ? [own] : [own, ...(yield* passedQueries(context, ask))];
}

/** A hop that asks the person's question has its gate's answer. */
function toldBefore({ settings, trace }: Context, question: string): string | null {
  return passesOn(settings, "claims") ? (gateOf(trace, question)?.answer ?? null) : null;
}

/**
 * Takes each passage once, in turns over the queries, so that the beginning covers every query; at
 * most `k` per query. Closes the queries' own nodes. Throws AppError.
 */
export async function* searchAll(
  context: Context,
  node: string,
  tool: Tool,
  queries: readonly SearchQuery[],
  k: number,
): Steps<ScoredPassage[]> {
  const found: ScoredPassage[][] = [];
  for (const query of queries) {
    const own = query.node === node;
    if (!own) yield context.event({ type: "node-start", node: query.node });
    const passages = yield* searchWith(context, tool, query.node, query.text, k);
    found.push(passages);
    if (!own) yield searched(context, query.node, passages);
  }
  return inTurn(found);
}

function inTurn(found: readonly (readonly ScoredPassage[])[]): ScoredPassage[] {
  const all = new Map<string, ScoredPassage>();
  const longest = Math.max(0, ...found.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const { [rank]: passage } of found) {
      if (passage !== undefined && !all.has(passage.id)) all.set(passage.id, passage);
    }
  }
  return [...all.values()];
}

function searched(context: Context, node: string, passages: readonly ScoredPassage[]) {
  return context.verdict(node, "searched", { passageId: passages[0]?.id ?? null });
}
