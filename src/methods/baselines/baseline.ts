import { normalise } from "../../language/normalise.ts";
import type { RunEvent, Verdict } from "../../log/events.ts";
import type { Purpose, ScoredPassage } from "../../log/types.ts";
import { type CallResult, callModel, stageTier } from "../../runtime/call.ts";
import type { Context, Steps } from "../../runtime/context.ts";
import type { ListedPrompt, PromptCondition } from "../../runtime/listed-prompt.ts";
import { type MethodParts, solves } from "../../runtime/method.ts";
import type { Prompt } from "../../runtime/prompt-template.ts";
import { asks, type PromptName } from "../../runtime/uses.ts";
import { firstStepUses } from "../../stages/answer/index.ts";
import {
  type Ask,
  answerClosedBook,
  answerFromPassages,
  type GivenAnswer,
} from "../../stages/answer.ts";
import { answerEvent, type Conclusion } from "../../stages/answer-event.ts";
import { checkFirstStep } from "../../stages/first-step.ts";
import { growBranch } from "../../stages/grow.ts";
import { chooseTool, searchWith } from "../../stages/tool-routing.ts";
import { answerOfUser } from "../../stages/user-correction.ts";
import { promptsOf } from "../pipeline-prompts.ts";
import { promptsFor } from "../prompts.ts";

/** `solve` must give the question node a verdict. */
export function baselineParts({
  solve,
  ...texts
}: Pick<MethodParts, "listed" | "choices"> & {
  solve(context: Context, root: string): Steps<Conclusion>;
}): MethodParts {
  return {
    ...texts,
    prompts: promptsFor,
    async *execute(context) {
      const tier = stageTier(context, context.settings.solve);
      yield context.event({ type: "stage-start", stage: "solve", tier });
      const root = yield* openQuestion(context);
      const conclusion = yield* solve(context, root);
      yield* checkFirstStep(context, { stage: "solve", root, short: conclusion.short });
      yield answerEvent(context, conclusion);
      yield context.event({ type: "stage-end", stage: "solve" });
    },
  };
}

export const isSolvedBy: PromptCondition = ({ solve }, tier) => solve === tier;

export const searchPrompts: readonly ListedPrompt[] = promptsOf((settings) => [
  ...solves(settings),
  ...firstStepUses(settings),
]);

export function skillPrompts(...names: readonly PromptName[]): ListedPrompt[] {
  return promptsOf(() => [asks("solve", ...names)], ["trained"]);
}

export async function* openQuestion(context: Context): Steps<string> {
  return yield* openNode(context, { cause: "plan", parent: null, call: null }, context.question);
}

export async function* openNextStep(
  context: Context,
  parent: string,
  call: string | null,
  query: string,
): Steps<string> {
  return yield* openNode(context, { cause: "follow", parent, call }, query);
}

async function* openNode(
  context: Context,
  branch: { cause: "plan" | "follow"; parent: string | null; call: string | null },
  query: string,
): Steps<string> {
  const [node = ""] = context.nodeIds(1);
  yield growBranch(context, {
    ...branch,
    chain: { nodes: [{ query, answer: null }], finalContent: null },
  });
  yield context.event({ type: "node-start", node });
  return node;
}

export async function* fanOut(
  context: Context,
  parent: string,
  call: string,
  queries: readonly string[],
): Steps<string[]> {
  const ids = context.nodeIds(queries.length);
  yield growBranch(context, {
    cause: "decompose",
    parent,
    call,
    fan: true,
    chain: { nodes: queries.map((query) => ({ query, answer: null })), finalContent: null },
  });
  return ids;
}

export function callBaseline(
  context: Context,
  node: string,
  purpose: Purpose,
  prompt: Prompt,
): Steps<CallResult> {
  const tier = context.settings.solve;
  // A fallback model gets the same prompt, because the parser expects its format.
  return callModel(context, { stage: "solve", purpose, tier, node, prompt: () => prompt });
}

export function askOf({ settings }: Context, node: string, question: string): Ask {
  return { stage: "solve", node, tier: settings.solve, question };
}

export function isSkilled({ settings, ports }: Context): boolean {
  return settings.solve === "small" && ports.small.ref.skills === true;
}

/** Throws AppError. */
export async function* lookUp(
  context: Context,
  node: string,
  text: string,
): Steps<ScoredPassage[]> {
  const tool = yield* chooseTool(context, node, text);
  return yield* searchWith(context, tool, node, text, context.settings.retrieval.k);
}

/** Answers from memory with the tool `none`. Throws AppError. */
export function answerWith(
  context: Context,
  node: string,
  question: string,
  passages: readonly ScoredPassage[],
): Steps<GivenAnswer> {
  const ask = askOf(context, node, question);
  return passages.length === 0
    ? answerClosedBook(context, ask)
    : answerFromPassages(context, ask, passages);
}

/** Returns the answer that counts: a person's, if given. */
export async function* closeWithAnswer(
  context: Context,
  node: string,
  verdict: Verdict,
  given: GivenAnswer,
): Steps<GivenAnswer> {
  const word = answerOfUser(context, node);
  if (word !== null) return word;
  yield close(context, node, verdict, given);
  return given;
}

export function close(
  context: Context,
  node: string,
  verdict: Verdict,
  given: Pick<GivenAnswer, "short"> & Partial<GivenAnswer>,
): RunEvent {
  const needsAnswer = verdict !== "searched" && verdict !== "reasoned";
  return context.verdict(node, needsAnswer && given.short === "" ? "unknown" : verdict, {
    span: given.short,
    confidence: given.confidence ?? null,
    passageId: given.passage?.id ?? null,
  });
}

/** A repeated search, question or thought would lead in circles. */
export async function* stopsAtRepeat(
  context: Context,
  text: string,
  before: readonly { node: string; text: string }[],
): Steps<boolean> {
  const own = normalise(text);
  const earlier = before.find((one) => normalise(one.text) === own);
  if (earlier === undefined || !context.settings.switches.repeatStop) return false;
  yield context.event({ type: "deviation", switch: "repeatStop", node: earlier.node });
  return true;
}

export function marksOf(node: string, passages: readonly ScoredPassage[]): Conclusion["marks"] {
  return passages.map(({ id }) => ({ node, passageId: id }));
}
