/**
 * The prompts of the pipeline of stages: in which stage each is asked, of whom, and by which
 * settings. Those that baselines ask as well are functions of when they are asked.
 */

import type { Tier } from "../log/types.ts";
import type { ControlGroup } from "../runtime/controls.ts";
import type { ListedPrompt, PromptCondition, PromptSet } from "../runtime/listed-prompt.ts";
import type { PromptTemplate } from "../runtime/prompt-template.ts";
import { rewriterParts } from "../stages/rewrite.ts";
import { instructTemplates as instructed } from "./coop-llm/instruct.ts";
import { coopTemplates as coop, exampleTurns } from "./coop-llm/prompts.ts";
import { raIsfTemplates as raIsf } from "./ra-isf/prompts.ts";
import { skillTemplates as skill } from "./skills.ts";
import { slimPlmTemplates as slim } from "./slim-plm/prompts.ts";

/** What is asked in plain words of every model that has no skills. */
export const untrained = ["instruct", "base"] as const;
export const everySet = ["trained", ...untrained] as const;
const trained = ["trained"] as const;
const instruct = ["instruct"] as const;
const base = ["base"] as const;

export function listPrompt(
  group: ControlGroup,
  sets: readonly PromptSet[],
  title: string,
  template: PromptTemplate,
  asked: PromptCondition,
  examples?: NonNullable<ListedPrompt["examples"]>,
): ListedPrompt {
  return { group, sets, title, template, asked, ...(examples === undefined ? {} : { examples }) };
}

const either =
  (...all: readonly PromptCondition[]): PromptCondition =>
  (settings, tier) =>
    all.some((asked) => asked(settings, tier));

/** An answer from memory. */
export function memoryPrompts(asked: PromptCondition): ListedPrompt[] {
  return [
    listPrompt("gate", trained, "Answer from memory", skill.proxy, asked),
    listPrompt("gate", untrained, "Answer from memory", slim.heuristic, asked),
    listPrompt("gate", instruct, "Answer from memory, bare", slim.byHeart, asked),
  ];
}

export function selfKnowledgePrompt(asked: PromptCondition): ListedPrompt {
  return listPrompt("gate", trained, "Is it known?", skill.know, asked);
}

/** The next line of a chain, of a model that was trained on it. */
export function chainPrompt(asked: PromptCondition): ListedPrompt {
  return listPrompt("plan", trained, "Plan, step by step, and conclude", skill.plan, asked);
}

function untrainedPlanPrompts(byBase: PromptCondition, byChat: PromptCondition): ListedPrompt[] {
  return [
    listPrompt(
      "plan",
      base,
      "Plan, step by step, and conclude",
      coop.planSmall,
      byBase,
      exampleTurns,
    ),
    listPrompt("plan", instruct, "Plan the chain", instructed.plan, byChat),
  ];
}

/** The answer check without a plan asks for the question's first step. */
const checksFirstStep: PromptCondition = ({ plan, evidence }, tier) =>
  plan === "off" && evidence && tier === "small";

export function firstStepPrompts(): ListedPrompt[] {
  return [chainPrompt(checksFirstStep), ...untrainedPlanPrompts(checksFirstStep, checksFirstStep)];
}

export function readPrompt(asked: PromptCondition): ListedPrompt {
  return listPrompt("solve", trained, "Read passages", skill.read, asked);
}

export function splitPrompt(asked: PromptCondition): ListedPrompt {
  return listPrompt("fallback", trained, "Split a question", skill.decompose, asked);
}

export function combinePrompts(asked: PromptCondition): ListedPrompt[] {
  return [
    listPrompt("fallback", base, "Answer from the parts", raIsf.combine, asked),
    listPrompt("fallback", instruct, "Answer from the parts", raIsf.combineJson, asked),
  ];
}

/** An answer from passages, in the form that the settings want. */
export function passagePrompts(asked: PromptCondition): ListedPrompt[] {
  const inForm =
    (form: string): PromptCondition =>
    (settings, tier) =>
      settings.answer.form === form && asked(settings, tier);
  const titles = { short: "Answer from passages, short", long: "Answer from passages, long" };
  const { answerShort, answerLong, answerShortJson, answerLongJson } = slim;
  return [
    listPrompt("summarise", base, titles.short, answerShort, inForm("short")),
    listPrompt("summarise", base, titles.long, answerLong, inForm("long")),
    listPrompt("summarise", instruct, titles.short, answerShortJson, inForm("short")),
    listPrompt("summarise", instruct, titles.long, answerLongJson, inForm("long")),
  ];
}

const chained =
  (asked: PromptCondition): PromptCondition =>
  (settings, tier) =>
    settings.plan !== "off" && asked(settings, tier);
const mayDo = (choice: string, tier: Tier) => choice === tier || choice === "decide";
const gates: PromptCondition = ({ gate }, tier) => gate.kind !== "off" && gate.by === tier;
const makesClaims: PromptCondition = ({ rewriter, rewriteBy }, tier) =>
  rewriter === "claims" && rewriteBy === tier;
/** Who answers a question as it stands, or a hop, or the parts of either. */
export const answersOutright: PromptCondition = (settings, tier) => {
  const { plan, summarise, solve, fallback, gate, source } = settings;
  if (plan === "off") return mayDo(summarise, tier) || (fallback.on && solve === tier);
  const closedBook = source.choice !== "fixed" || source.tool === "none";
  const known = gate.kind !== "off" && mayDo(summarise, tier);
  return known || (solve === tier && (fallback.on || closedBook));
};
const readsHops: PromptCondition = ({ reader, solve }, tier) =>
  solve === tier && (tier === "large" || reader !== "encoder");
const readsAgain: PromptCondition = ({ reader }, tier) => tier === "small" && reader === "both";
/** A chain of parts has the same end as a chain. */
const combines: PromptCondition = (settings, tier) =>
  settings.fallback.on && answersOutright(settings, tier);
/** A planner that reads, too, is told a correction and rewrites its whole plan (`stages/whole-plan.ts`). */
const plansAnew: PromptCondition = ({ plan, solve }, tier) => solve === tier && mayDo(plan, tier);
/** A step that was not found is rephrased by the planner, or by the small model for a large one that does not read. */
const asksOtherwise: PromptCondition = (settings, tier) =>
  tier === "large"
    ? plansAnew(settings, tier)
    : settings.plan !== "large" || settings.solve === "small";
const plansHere: PromptCondition = chained(({ plan }, tier) => mayDo(plan, tier));
const concludes: PromptCondition = chained(({ summarise }, tier) => mayDo(summarise, tier));
const splits: PromptCondition = ({ fallback }, tier) => fallback.on && fallback.by === tier;
const filters =
  (kind: string): PromptCondition =>
  ({ filter }, tier) =>
    filter.kind === kind && filter.by === tier;
const guesses: PromptCondition = (settings, tier) =>
  settings.gate.by === tier && (settings.gate.kind === "judge" || settings.rewriter === "claims");
const judgesGuess: PromptCondition = ({ gate, rewriter, filter }, tier) => {
  const judged = gate.kind === "judge" || (rewriter === "claims" && filter.claims);
  return judged && gate.judge === "model" && gate.by === tier;
};
const knows: PromptCondition = (settings, tier) =>
  gates(settings, tier) && settings.gate.kind === "self-knowledge";
const writesKeywords: PromptCondition = ({ rewriter, rewriteBy }, tier) =>
  rewriterParts[rewriter].keywords && rewriteBy === tier;
const writesDigest: PromptCondition = chained(
  ({ rewriter, rewriteBy }, tier) => rewriterParts[rewriter].digest && rewriteBy === tier,
);
const decides =
  (stage: "plan" | "summarise"): PromptCondition =>
  (settings, tier) =>
    settings[stage] === "decide" && tier === "small";

/** In the order of the stages. */
export const pipelinePrompts: readonly ListedPrompt[] = [
  ...memoryPrompts(either(guesses, answersOutright)),
  listPrompt("gate", everySet, "Can this answer be trusted?", slim.judge, judgesGuess),
  selfKnowledgePrompt(knows),
  listPrompt("gate", untrained, "Is it known?", raIsf.know, knows),
  listPrompt("plan", trained, "Can it plan alone?", skill.decidePlan, decides("plan")),
  listPrompt("plan", untrained, "Can it plan alone?", coop.decidePlan, decides("plan")),
  // Whoever rephrases the last step of a large plan goes on from there, step by step.
  chainPrompt(either(plansHere, concludes, combines, checksFirstStep, chained(asksOtherwise))),
  ...untrainedPlanPrompts(
    either(plansHere, concludes, checksFirstStep),
    either(plansHere, checksFirstStep),
  ),
  listPrompt(
    "plan",
    trained,
    "Ask otherwise after a mistake",
    skill.correct,
    chained(asksOtherwise),
  ),
  listPrompt(
    "plan",
    instruct,
    "Go on after a correction",
    instructed.continueChain,
    chained(plansAnew),
  ),
  readPrompt(either(chained(readsHops), answersOutright)),
  listPrompt(
    "solve",
    base,
    "Read passages",
    coop.readSmall,
    either(chained(readsHops), readsAgain),
  ),
  listPrompt("solve", instruct, "Read passages", instructed.read, chained(readsHops)),
  listPrompt("solve", instruct, "Choose among spans", instructed.readAgain, readsAgain),
  listPrompt("rewrite", trained, "Search words", skill.keywords, writesKeywords),
  listPrompt("rewrite", base, "Search words", coop.keywords, writesKeywords),
  listPrompt("rewrite", instruct, "Search words", instructed.keywords, writesKeywords),
  listPrompt("rewrite", everySet, "The steps so far in a line", coop.digest, writesDigest),
  listPrompt("rewrite", trained, "Queries and claims to look up", skill.claims, makesClaims),
  listPrompt("rewrite", base, "Queries and claims to look up", slim.claims, makesClaims),
  listPrompt("rewrite", instruct, "Queries and claims to look up", slim.claimsJson, makesClaims),
  listPrompt("filter", trained, "Does a passage help?", skill.relevant, filters("per-passage")),
  listPrompt("filter", untrained, "Does a passage help?", raIsf.relevant, filters("per-passage")),
  listPrompt(
    "filter",
    ["trained", "base"],
    "Which of five passages help?",
    raIsf.relevantOf,
    filters("batch"),
  ),
  listPrompt(
    "filter",
    instruct,
    "Which of five passages help?",
    raIsf.relevantOfJson,
    filters("batch"),
  ),
  splitPrompt(splits),
  listPrompt("fallback", base, "Split a question", raIsf.decompose, splits),
  listPrompt("fallback", instruct, "Split a question", raIsf.decomposeJson, splits),
  ...combinePrompts(combines),
  listPrompt(
    "summarise",
    trained,
    "Can it conclude alone?",
    skill.decideSummary,
    decides("summarise"),
  ),
  listPrompt(
    "summarise",
    untrained,
    "Can it conclude alone?",
    coop.decideSummary,
    decides("summarise"),
  ),
  ...passagePrompts(answersOutright),
  listPrompt("summarise", instruct, "Write the answer", instructed.summarise, concludes),
];
