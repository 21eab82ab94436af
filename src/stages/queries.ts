/**
 * SlimPLM's query rewriting and claim filter (paper §3.3): the question, its rewrites and
 * the claims of the heuristic answer are searched; known claims are not.
 */
import { normalise } from "../language/normalise.ts";
import { callModel } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import { type GateAsk, judgeAnswer } from "./gate.ts";
import { type Claim, type ParsedClaims, parseClaims } from "./parse/claims.ts";
import { isEcho } from "./parse/echo.ts";
import { growBranch } from "./plan.ts";

/** A text to search for, and the node of the tree that stands for it. */
export interface SearchQuery {
  node: string;
  text: string;
}

/**
 * Q = [x] ∪ rewrites ∪ claims that are not known. Each but x is a node beside the others
 * under the question's. Throws AppError.
 */
export async function* claimQueries(
  context: Context,
  ask: GateAsk,
  heuristic: string,
): Steps<SearchQuery[]> {
  const own = { node: ask.node, text: ask.question };
  const { rewriteBy } = context.settings;
  const { id, text, asked } = yield* callModel(context, {
    stage: ask.stage,
    purpose: "claims",
    tier: rewriteBy,
    node: ask.node,
    prompt: (tier) => context.prompts.claims(tier, ask.question, heuristic),
  });
  const parsed = parseClaims(text, context.language, (value) => isEcho(value, asked));
  yield* context.parseFailure(id, "claims", parsed);
  if (parsed.claims.length === 0) {
    yield context.event({ type: "deviation", switch: "noClaims", node: ask.node });
  }
  const { rewrites, claims } = worthSearching(context, ask.question, parsed);
  const texts = [...rewrites, ...claims.map(({ query }) => query)];
  if (texts.length === 0) return [own];
  const ids = context.nodeIds(texts.length);
  yield growBranch(context, {
    cause: "claims",
    parent: ask.node,
    call: id,
    fan: true,
    chain: { nodes: texts.map((query) => ({ query, answer: null })), finalContent: null },
  });
  const nodes = texts.map((query, index) => ({ node: ids[index] ?? "", text: query }));
  const claimed = nodes.slice(rewrites.length);
  const wanted = yield* unknownClaims(context, ask, claimed, claims);
  return [own, ...nodes.slice(0, rewrites.length), ...wanted];
}

/**
 * Each text once, the question's own left out. Rewrites go by what their writer says they
 * need; claims only where no filter judges them (released code).
 */
function worthSearching(
  context: Context,
  question: string,
  { queries, claims }: ParsedClaims,
): { rewrites: string[]; claims: Claim[] } {
  const seen = new Set([normalise(question)]);
  const fresh = (text: string) => {
    const key = normalise(text);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  const filtered = context.settings.filter.claims;
  const rewrites = queries.filter(({ query, search }) => search && fresh(query));
  return {
    rewrites: rewrites.map(({ query }) => query),
    claims: claims.filter(({ query, search }) => (filtered || search) && fresh(query)),
  };
}

/** QF: RJ(claim, its query) decides; the known ones are skipped. */
async function* unknownClaims(
  context: Context,
  ask: GateAsk,
  nodes: readonly SearchQuery[],
  claims: readonly Claim[],
): Steps<SearchQuery[]> {
  if (!context.settings.filter.claims) return [...nodes];
  const wanted: SearchQuery[] = [];
  for (const [index, query] of nodes.entries()) {
    const about = { stage: ask.stage, node: query.node, question: query.text };
    const known = yield* judgeAnswer(context, about, claims[index]?.text ?? "", null);
    if (!known) {
      wanted.push(query);
      continue;
    }
    const confidence = context.trace.nodes.get(query.node)?.gate?.score ?? null;
    yield context.verdict(query.node, "skipped", { confidence });
  }
  return wanted;
}
