/**
 * Ours, in no paper: a run without a plan also looks up the first step that a plan would take.
 * Shows what the library has if the search found nothing, and exposes an intermediate answer:
 * “Which gulf borders the country whose capital is Phnom Penh?” → Cambodia.
 */
import { holds } from "../folds/answer-state.ts";
import { normalise } from "../language/normalise.ts";
import type { Stage } from "../log/types.ts";
import { callModel } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { Step } from "../runtime/prompts.ts";
import { growBranch } from "./grow.ts";
import { type ParsedChain, parseChain } from "./parse/chain.ts";
import { isEcho } from "./parse/echo.ts";
import { bestAnswer, readEach } from "./reader.ts";
import { libraryTool, searchWith } from "./tool-routing.ts";

const readPassages = 5;

/**
 * `short` is "" without an answer. Logs the step as a sibling; if its answer is the whole answer
 * and a plan would end there, too, logs a branch without steps. Throws AppError.
 */
export async function* checkFirstStep(
  context: Context,
  { stage, root, short }: { stage: Stage; root: string; short: string },
): Steps<void> {
  const { settings, ports, trace, question } = context;
  const lookedUp = [...trace.nodes.values()].some(({ search }) => search !== null);
  const asked = trace.nodes.get(root);
  // A combined answer went step by step; a person's needs no check.
  const settled = asked?.status === "combined" || asked?.corrected != null;
  if (!settings.evidence || ports.reader === null || !lookedUp || settled) return;
  const plan = yield* planFrom(context, { stage, node: root, solved: [] });
  const [first] = plan.chain.nodes;
  if (first === undefined || normalise(first.query) === normalise(question)) return;
  const [node = ""] = context.nodeIds(1);
  yield growBranch(context, {
    cause: "check",
    parent: root,
    call: plan.call,
    fan: true,
    chain: { nodes: [{ query: first.query, answer: null }], finalContent: null },
  });
  const answer = yield* lookUpStep(context, { stage, node, query: first.query });
  if (!holds(answer, short)) return;
  const next = yield* planFrom(context, { stage, node, solved: [{ query: first.query, answer }] });
  if (next.chain.nodes.length > 0) return;
  const { finalContent } = next.chain;
  yield growBranch(context, {
    cause: "check",
    parent: node,
    call: next.call,
    chain: { nodes: [], finalContent },
  });
}

async function* planFrom(
  context: Context,
  { stage, node, solved }: { stage: Stage; node: string; solved: readonly Step[] },
): Steps<{ call: string; chain: ParsedChain }> {
  const { id, text, asked } = yield* callModel(context, {
    stage,
    purpose: "plan",
    tier: "small",
    node,
    prompt: (tier) => context.prompts.plan(tier, context.question, solved),
  });
  const fallback = solved.length === 0 ? context.question : null;
  const echoes = (value: string) => isEcho(value, asked);
  const chain = parseChain(text, fallback, context.language, echoes);
  yield* context.parseFailure(id, "chain", chain);
  return { call: id, chain };
}

async function* lookUpStep(
  context: Context,
  { stage, node, query }: { stage: Stage; node: string; query: string },
): Steps<string> {
  const { reader } = context.ports;
  yield context.event({ type: "node-start", node });
  const found = yield* searchWith(context, libraryTool(context), node, query, readPassages);
  const read =
    reader === null || found.length === 0
      ? []
      : yield* readEach(context, reader, { stage, node, use: "read", question: query }, found);
  const best = bestAnswer(read);
  const span = best?.reading.span ?? "";
  yield context.verdict(node, span === "" ? "unsolved" : "completed", {
    span,
    confidence: best?.reading.confidence ?? null,
    passageId: best?.passage.id ?? null,
  });
  return span;
}
