/** Stage 3 writes the answer, with a mark for each supporting step. */
import type { Comparison } from "../language/language.ts";
import type { Citation } from "../log/events.ts";
import { type CallPlan, callModel, callTier } from "../runtime/call.ts";
import type { Context, EventBody, Steps } from "../runtime/context.ts";
import { checkAnswer, type PathStep } from "./answer-verification.ts";
import { composeCarried, withoutUncarried } from "./cite.ts";
import { chooseTier } from "./decide.ts";
import { splitFinal } from "./parse/chain.ts";
import { isEcho } from "./parse/echo.ts";
import { parseSummary } from "./parse/summary.ts";
import { answeredNodes, currentPath, newestBranch } from "./path.ts";
import { arithmeticEvent, computeAnswer } from "./symbolic-comparison.ts";

export async function* summariseStage(context: Context): Steps<void> {
  const path = reasoningPath(context);
  const computed = computeAnswer(context, path);
  if (computed !== null) {
    yield* giveComputed(context, path, computed);
    return;
  }
  const missing = unfoundList(context);
  if (missing !== null) {
    yield* giveUnknown(context, path, missing);
    return;
  }
  const chosen = yield* chooseTier(context, "summarise");
  const call: CallPlan = {
    stage: "summarise",
    purpose: "summarise",
    tier: chosen,
    node: null,
    prompt: (by) => context.prompts.summarise(by, context.question, path),
  };
  yield context.event({ type: "stage-start", stage: "summarise", tier: callTier(context, call) });
  const { id, profile, text: written, asked, end } = yield* callModel(context, call);
  const output = end.finish === "length" ? withWholeAnswer(path, written, end.text) : written;
  const summary = parseSummary(output, {
    language: context.language,
    question: context.question,
    found: path.map(({ answer }) => answer),
    fallback: fallbackAnswer(context, path),
    isEcho: (value) => isEcho(value, asked),
  });
  yield* context.parseFailure(id, "summary", summary);
  // *Conclude* changes only the writing tier, so both tiers' answers are checked.
  const short = yield* checkAnswer(context, path, { id, short: summary.short });
  const isOwn = short === summary.short;
  const rests = isOwn ? namedSteps(context) : [];
  // Without an answered step the check's finding is no guess: it rests on its passage.
  const composed = isOwn || path.length > 0 ? composeCarried(context, short, path, rests) : short;
  const said = () =>
    withoutUncarried(summary.text, short, (mark) =>
      passageOf(context, path[mark - 1]?.passageId ?? null),
    );
  const text = profile === "instruct" && isOwn ? said() : composed;
  yield context.event(answerEvent(path, { call: id, text, short }));
  yield context.event({ type: "stage-end", stage: "summarise" });
}

function passageOf({ trace }: Context, id: string | null) {
  return id === null ? null : (trace.passages.get(id) ?? null);
}

/** With one of two lists found, a model would take it for what both share. */
function unfoundList(context: Context): string | null {
  if (!context.settings.arithmetic) return null;
  const nodes = currentPath(context.trace);
  const steps = nodes.map(({ query, answer }) => ({ query, answer: answer ?? "" }));
  return context.language.missingList(context.question, steps);
}

/** The output limit may have cut off a step's answer. */
function withWholeAnswer(path: readonly PathStep[], output: string, generated: string): string {
  const begun = generated.trim();
  const meant = path.find(({ answer }) => begun !== "" && answer.startsWith(begun));
  return meant === undefined ? output : output.replace(begun, () => meant.answer);
}

async function* giveUnknown(
  context: Context,
  path: readonly PathStep[],
  missing: string,
): Steps<void> {
  yield context.event({ type: "stage-start", stage: "summarise", tier: "small" });
  const text = context.prompts.composeUnknown(missing, path);
  yield context.event(
    answerEvent(path, { call: null, text, short: context.language.unknownAnswer }),
  );
  yield context.event({ type: "stage-end", stage: "summarise" });
}

async function* giveComputed(
  context: Context,
  path: readonly PathStep[],
  computed: Comparison,
): Steps<void> {
  yield context.event({ type: "stage-start", stage: "summarise", tier: "small" });
  yield context.event(arithmeticEvent(computed, path));
  const rests = computed.steps.map((step) => step + 1).toSorted((a, b) => a - b);
  const text = composeCarried(context, computed.answer, path, rests);
  yield context.event(answerEvent(path, { call: null, text, short: computed.answer }));
  yield context.event({ type: "stage-end", stage: "summarise" });
}

function answerEvent(
  path: readonly PathStep[],
  { call, text, short }: { call: string | null; text: string; short: string },
): EventBody {
  return {
    type: "answer",
    call,
    text,
    short,
    citations: citationsFor(text, path),
    path: path.map(({ node, query, answer }) => ({ node, query, answer })),
  };
}

/** R, the reasoning path, in order. */
function reasoningPath(context: Context): PathStep[] {
  return answeredNodes(currentPath(context.trace)).map((node) => {
    const step = { node: node.id, query: node.query, answer: node.answer };
    // A person's answer rests on no passage.
    const verdict = node.corrected === null ? node.verdict : null;
    return { ...step, passageId: verdict?.passageId ?? null };
  });
}

/** Without an answered step, the plan's proposal counts. */
function fallbackAnswer(context: Context, path: readonly PathStep[]): string {
  const proposed = newestBranch(context.trace)?.finalContent ?? "";
  return path.at(-1)?.answer ?? splitFinal(proposed).answer;
}

/** If the chain's end was written alone, after the last answer, its marks count the steps of R. */
function namedSteps(context: Context): number[] {
  const branch = newestBranch(context.trace);
  if (branch === undefined || branch.nodes.length > 0) return [];
  return splitFinal(branch.finalContent ?? "").rests;
}

function citationsFor(text: string, path: readonly PathStep[]): Citation[] {
  const marks = [...text.matchAll(/\[(\d{1,2})\]/gu)].map((match) => Number(match[1]));
  return [...new Set(marks)]
    .sort((a, b) => a - b)
    .flatMap((mark) => {
      const step = path[mark - 1];
      return step === undefined ? [] : [{ mark, node: step.node, passageId: step.passageId }];
    });
}
