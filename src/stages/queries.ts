/**
 * SlimPLM §3.3 searches for the question, its rewrites and the heuristic answer's claims, except
 * known ones.
 */
import { normalise, tokens } from "../language/normalise.ts";
import { callInLog, callModel } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import { type GateAsk, judgeAnswer } from "./gate.ts";
import { growBranch } from "./grow.ts";
import { gateOf, passesOn } from "./memory-proposal.ts";
import { type Claim, maxClaimLines, type ParsedClaims, parseClaims } from "./parse/claims.ts";
import { isEcho } from "./parse/echo.ts";

export interface SearchQuery {
  node: string;
  text: string;
}

/** Q = [x] ∪ rewrites ∪ unknown claims, sibling nodes under the question's. Throws AppError. */
export async function* claimQueries(
  context: Context,
  ask: GateAsk,
  heuristic: string,
): Steps<SearchQuery[]> {
  const own = { node: ask.node, text: ask.question };
  const { call, ...parsed } = yield* writeClaims(context, ask, heuristic);
  if (parsed.claims.length === 0) {
    yield context.event({ type: "deviation", switch: "noClaims", node: ask.node });
  }
  const { rewrites, claims } = worthSearching(context, ask.question, parsed);
  return [own, ...(yield* asNodes(context, ask, { call, rewrites, claims }))];
}

/**
 * Claims of the heuristic answer that name a hop's subject. With *claims* they are written once per
 * run, else its own sentences serve. Throws AppError.
 */
export async function* passedQueries(context: Context, ask: GateAsk): Steps<SearchQuery[]> {
  const { settings, trace, language, question } = context;
  const gate = passesOn(settings, "claims") ? gateOf(trace, question) : null;
  if (gate === null) return [];
  const about = { stage: ask.stage, node: gate.node, question };
  const { call, claims } =
    settings.rewriter === "claims"
      ? (claimsInLog(context, gate.node) ?? (yield* writeClaims(context, about, gate.answer)))
      : sentencesAsClaims(context, gate);
  const held = language.namesHeld(ask.question);
  const own = claims.filter(({ text }) => held(text) > 0);
  const worth = worthSearching(context, ask.question, { queries: [], claims: own });
  return yield* asNodes(context, ask, { call, ...worth });
}

function claimsInLog({ trace, language }: Context, node: string): Written | null {
  const call = callInLog(trace, { purpose: "claims", node });
  if (call === null) return null;
  const { queries, claims } = parseClaims(call.text, language, (value) =>
    isEcho(value, call.asked),
  );
  return { call: call.id, queries, claims };
}

/** A shorter sentence is the bare answer, no claim. */
const fewestWords = 4;

function sentencesAsClaims(
  { trace, language }: Context,
  { node, answer }: { node: string; answer: string },
): Written {
  const proxy = callInLog(trace, { purpose: "proxy", node });
  const sentences = language.sentencesOf(answer).map((sentence) => sentence.trim());
  const claims = sentences
    .filter((sentence) => tokens(sentence).length >= fewestWords)
    .slice(0, maxClaimLines)
    .map((text) => ({ text, query: text, search: true }));
  return { call: proxy?.id ?? null, queries: [], claims };
}

interface Written extends Pick<ParsedClaims, "queries" | "claims"> {
  call: string | null;
}

async function* writeClaims(context: Context, ask: GateAsk, heuristic: string): Steps<Written> {
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
  return { call: id, queries: parsed.queries, claims: parsed.claims };
}

interface Wanted {
  call: string | null;
  rewrites: readonly string[];
  claims: readonly Claim[];
}

/** Known claims are not searched for. */
async function* asNodes(
  context: Context,
  ask: GateAsk,
  { call, rewrites, claims }: Wanted,
): Steps<SearchQuery[]> {
  const texts = [...rewrites, ...claims.map(({ query }) => query)];
  if (texts.length === 0) return [];
  const ids = context.nodeIds(texts.length);
  yield growBranch(context, {
    cause: "claims",
    parent: ask.node,
    call,
    fan: true,
    chain: { nodes: texts.map((query) => ({ query, answer: null })), finalContent: null },
  });
  const nodes = texts.map((query, index) => ({ node: ids[index] ?? "", text: query }));
  const claimed = nodes.slice(rewrites.length);
  const wanted = yield* unknownClaims(context, ask, claimed, claims);
  return [...nodes.slice(0, rewrites.length), ...wanted];
}

/**
 * Each text once, without the question. The writer's NeedSearch counts for claims only without a
 * filter (released code).
 */
function worthSearching(
  context: Context,
  question: string,
  { queries, claims }: Pick<ParsedClaims, "queries" | "claims">,
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

/** QF decides by RJ(claim, its query). */
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
