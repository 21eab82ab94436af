/**
 * Self-Ask (SlimPLM §4.3 and Table 10, after Press et al.): the model writes `Follow up: …`, search
 * and reader add `Intermediate answer: …`.
 */

import type { ChatMessage } from "../../../log/types.ts";
import type { Context, Steps } from "../../../runtime/context.ts";
import type { Prompt } from "../../../runtime/prompt-template.ts";
import { type PromptTemplate, promptFrom } from "../../../runtime/prompt-template.ts";
import type { Step } from "../../../runtime/prompts.ts";
import type { Conclusion } from "../../../stages/answer-event.ts";
import { composeCarried } from "../../../stages/cite.ts";
import { nearestExamples } from "../../coop-llm/examples.ts";
import { assistant, system, turns, user } from "../../messages.ts";
import { listPrompt, untrained } from "../../pipeline-prompts.ts";
import { planPrompt } from "../../skills.ts";
import {
  answerWith,
  baselineParts,
  callBaseline,
  close,
  closeWithAnswer,
  isSkilled,
  isSolvedBy,
  lookUp,
  openNextStep,
  searchPrompts,
  skillPrompts,
  stopsAtRepeat,
} from "../baseline.ts";
import { concludeSteps, type Ending, parseEnding } from "../conclusion.ts";
import { chainLine, findConclusion, parseFollowUp } from "../parse/steps.ts";

/** The answer is empty if nothing was found. */
interface FollowUp extends Step {
  node: string;
  passageId: string | null;
}

type Next =
  | { kind: "follow-up"; call: string; question: string }
  | { kind: "final"; call: string; answer: string }
  | { kind: "nothing" };

async function* solve(context: Context, root: string): Steps<Conclusion> {
  const followUps: FollowUp[] = [];
  let end: Ending | null = null;
  while (end === null && followUps.length < context.settings.maxRounds) {
    const next = yield* nextLine(context, root, followUps);
    if (next.kind === "final") end = next;
    if (next.kind !== "follow-up") break;
    const seen = followUps.map(({ node, query }) => ({ node, text: query }));
    if (yield* stopsAtRepeat(context, next.question, seen)) break;
    followUps.push(yield* answerFollowUp(context, followUps.at(-1)?.node ?? root, next));
  }
  const { call, answer: short } = end ?? (yield* concludeFrom(context, root, followUps));
  yield close(context, root, followUps.length === 0 ? "known" : "combined", { short });
  const answered = followUps.filter(({ answer }) => answer !== "");
  const text = short === "" ? "" : composeCarried(context, short, answered, []);
  const marks = answered.map(({ node, passageId }) => ({ node, passageId }));
  return { call, short, text, marks };
}

async function* nextLine(context: Context, root: string, followUps: readonly Step[]): Steps<Next> {
  const skilled = isSkilled(context);
  const solved = withUnknown(followUps, skilled);
  const prompt = skilled ? planPrompt(context.question, solved) : continued(context, solved, "");
  const { id, text } = yield* callBaseline(context, root, "reason", prompt);
  const followUp = skilled
    ? chainLine(text, context.language)
    : parseFollowUp(text, context.language);
  yield* context.parseFailure(id, "step", followUp);
  return followUp.kind === "nothing" ? { kind: "nothing" } : { ...followUp, call: id };
}

async function* answerFollowUp(
  context: Context,
  parent: string,
  { call, question }: { call: string; question: string },
): Steps<FollowUp> {
  const node = yield* openNextStep(context, parent, call, question);
  const passages = yield* lookUp(context, node, question);
  const found = yield* answerWith(context, node, question, passages);
  const verdict = passages.length === 0 ? "known" : "answered";
  const given = yield* closeWithAnswer(context, node, verdict, found);
  return { node, query: question, answer: given.short, passageId: given.passage?.id ?? null };
}

async function* concludeFrom(
  context: Context,
  root: string,
  followUps: readonly Step[],
): Steps<Ending> {
  if (isSkilled(context)) return yield* concludeSteps(context, root, followUps);
  const prompt = continued(context, withUnknown(followUps, false), ending);
  const { id, text } = yield* callBaseline(context, root, "reason", prompt);
  return yield* parseEnding(context, id, findConclusion(text, context.language)?.answer ?? "");
}

function withUnknown(followUps: readonly Step[], skilled: boolean): Step[] {
  const nothing = skilled ? "none" : "unknown";
  return followUps.map(({ query, answer }) => ({
    query,
    answer: answer === "" ? nothing : answer,
  }));
}

const ending = "So the final answer is:";
const needed = "Are follow up questions needed here: Yes.";

export const selfAskTemplate: PromptTemplate = {
  id: "self-ask",
  messages: [
    system(
      `Answer the question by follow up questions and intermediate answers. Where none is needed, answer at once. End with \`${ending} …\` and the bare answer.`,
    ),
    turns("{{examples}}"),
    user("{{question}}"),
  ],
};

/**
 * Prefills the transcript so far. A small model's first follow-up is begun for it, since it would
 * otherwise answer at once, and wrongly.
 */
function continued(
  { question, settings }: Context,
  solved: readonly Step[],
  end: "" | typeof ending,
): Prompt {
  const small = settings.solve === "small";
  const begun = end === "" && small && solved.length === 0 ? "Follow up:" : end;
  const examples = followUpExamples(question);
  return promptFrom(
    selfAskTemplate,
    { examples, question },
    {
      fixedPrefixMessages: examples.length + 1,
      assistantPrefix: solved.length === 0 && begun === "" ? "" : `${transcript(solved)}${begun}`,
      maxTokens: end === "" ? 64 : 24,
      stop: end === "" ? ["Intermediate answer:"] : ["\n"],
    },
  );
}

export function followUpExamples(question: string): ChatMessage[] {
  return nearestExamples(question, 3).flatMap((one) => [
    user(one.question),
    assistant(`${transcript(one.steps)}${ending} ${one.final}`),
  ]);
}

function transcript(steps: readonly Step[]): string {
  const lines = steps.map(
    ({ query, answer }) => `Follow up: ${query}\nIntermediate answer: ${answer}\n`,
  );
  return `${needed}\n${lines.join("")}`;
}

export const parts = baselineParts({
  solve,
  listed: [
    ...searchPrompts,
    ...skillPrompts("plan"),
    listPrompt(
      "solve",
      untrained,
      "Ask follow-up questions",
      selfAskTemplate,
      isSolvedBy,
      followUpExamples,
    ),
  ],
  choices: [
    "SlimPLM stops after three rounds: here at most three follow-ups, then the answer is asked for. It does not say whether its 2.7 calls count the reader's; our meter does.",
    "Intermediate answers are read off the passages that the follow-up finds, by the model itself as in SlimPLM or by the encoder; where none answers, the model is told `unknown`.",
    "A trained small model is asked by its skill for the next query of a chain, which is the same game in other words.",
    "A follow-up that repeats an earlier one ends the asking (a switch).",
  ],
});
