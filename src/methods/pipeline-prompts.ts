/**
 * The prompts of the pipeline of stages: in which stage each is asked, of whom, and by which
 * settings. Those that baselines ask as well are functions of when they are asked.
 */

import type { Tier } from "../log/types.ts";
import type { ControlGroup } from "../runtime/controls.ts";
import type { Asked, ListedPrompt, PromptSet } from "../runtime/listed-prompt.ts";
import type { PromptTemplate } from "../runtime/prompt-template.ts";
import { rewriterParts } from "../stages/rewrite.ts";
import { coopTemplates as coop, exampleTurns } from "./coop-llm/prompts.ts";
import { raIsfTemplates as raIsf } from "./ra-isf/prompts.ts";
import { skillTemplates as skill } from "./skills.ts";
import { slimPlmTemplates as slim } from "./slim-plm/prompts.ts";

export const untrained = ["small", "large"] as const;
export const everySet = ["trained", ...untrained] as const;
const trained = ["trained"] as const;

export function listed(
  group: ControlGroup,
  sets: readonly PromptSet[],
  title: string,
  template: PromptTemplate,
  asked: Asked,
  examples?: NonNullable<ListedPrompt["examples"]>,
): ListedPrompt {
  return { group, sets, title, template, asked, ...(examples === undefined ? {} : { examples }) };
}

const either =
  (...all: readonly Asked[]): Asked =>
  (settings, tier) =>
    all.some((asked) => asked(settings, tier));

/** An answer from memory. */
export function memoryPrompts(asked: Asked): ListedPrompt[] {
  return [
    listed("gate", trained, "Answer from memory", skill.proxy, asked),
    listed("gate", untrained, "Answer from memory", slim.heuristic, asked),
  ];
}

export function selfKnowledgePrompt(asked: Asked): ListedPrompt {
  return listed("gate", trained, "Is it known?", skill.know, asked);
}

/** The next line of a chain, of a model that was trained on it. */
export function chainPrompt(asked: Asked): ListedPrompt {
  return listed("plan", trained, "Plan, step by step, and conclude", skill.plan, asked);
}

export function readPrompt(asked: Asked): ListedPrompt {
  return listed("solve", trained, "Read passages", skill.read, asked);
}

export function splitPrompt(asked: Asked): ListedPrompt {
  return listed("fallback", trained, "Split a question", skill.decompose, asked);
}

export function combinePrompt(asked: Asked): ListedPrompt {
  return listed("fallback", untrained, "Answer from the parts", raIsf.combine, asked);
}

/** An answer from passages, in the form that the settings want. */
export function passagePrompts(asked: Asked): ListedPrompt[] {
  const inForm =
    (form: string): Asked =>
    (settings, tier) =>
      settings.answer.form === form && asked(settings, tier);
  return [
    listed(
      "summarise",
      untrained,
      "Answer from passages, short",
      slim.answerShort,
      inForm("short"),
    ),
    listed("summarise", untrained, "Answer from passages, long", slim.answerLong, inForm("long")),
  ];
}

const chained =
  (asked: Asked): Asked =>
  (settings, tier) =>
    settings.plan !== "off" && asked(settings, tier);
const mayDo = (choice: string, tier: Tier) => choice === tier || choice === "decide";
const solves: Asked = ({ solve }, tier) => solve === tier;
const gates: Asked = ({ gate }, tier) => gate.kind !== "off" && gate.by === tier;
const makesClaims: Asked = ({ rewriter, rewriteBy }, tier) =>
  rewriter === "claims" && rewriteBy === tier;
/** Who answers a question as it stands, or a hop, or the parts of either. */
const answersOutright: Asked = (settings, tier) => {
  const { plan, summarise, solve, fallback, gate, source } = settings;
  if (plan === "off") return mayDo(summarise, tier) || (fallback.on && solve === tier);
  const closedBook = source.choice !== "fixed" || source.tool === "none";
  const known = gate.kind !== "off" && mayDo(summarise, tier);
  return known || (solve === tier && (fallback.on || closedBook));
};
const readsHops: Asked = ({ reader, solve }, tier) =>
  solve === tier && (tier === "large" || reader !== "encoder");
/** A chain of parts has the same end as a chain. */
const combines: Asked = (settings, tier) => settings.fallback.on && answersOutright(settings, tier);
const plansHere: Asked = chained((s, tier) => mayDo(s.plan, tier) || solves(s, tier));
const concludes: Asked = chained(({ summarise }, tier) => mayDo(summarise, tier));
const splits: Asked = ({ fallback }, tier) => fallback.on && fallback.by === tier;
const filters =
  (kind: string): Asked =>
  ({ filter }, tier) =>
    filter.kind === kind && filter.by === tier;
const guesses: Asked = (settings, tier) =>
  settings.gate.by === tier && (settings.gate.kind === "judge" || settings.rewriter === "claims");
const judgesGuess: Asked = ({ gate, rewriter, filter }, tier) => {
  const judged = gate.kind === "judge" || (rewriter === "claims" && filter.claims);
  return judged && gate.judge === "model" && gate.by === tier;
};
const knows: Asked = (settings, tier) =>
  gates(settings, tier) && settings.gate.kind === "self-knowledge";
const writesKeywords: Asked = ({ rewriter, rewriteBy }, tier) =>
  rewriterParts[rewriter].keywords && rewriteBy === tier;
const writesDigest: Asked = chained(
  ({ rewriter, rewriteBy }, tier) => rewriterParts[rewriter].digest && rewriteBy === tier,
);
const decides =
  (stage: "plan" | "summarise"): Asked =>
  (settings, tier) =>
    settings[stage] === "decide" && tier === "small";

/** In the order of the stages. */
export const pipelinePrompts: readonly ListedPrompt[] = [
  ...memoryPrompts(either(guesses, answersOutright)),
  listed("gate", everySet, "Can this answer be trusted?", slim.judge, judgesGuess),
  selfKnowledgePrompt(knows),
  listed("gate", untrained, "Is it known?", raIsf.know, knows),
  listed("plan", trained, "Can it plan alone?", skill.decidePlan, decides("plan")),
  listed("plan", ["small"], "Can it plan alone?", coop.decidePlan, decides("plan")),
  chainPrompt(either(plansHere, concludes, combines)),
  listed(
    "plan",
    ["small"],
    "Plan, step by step, and conclude",
    coop.planSmall,
    either(plansHere, concludes),
    exampleTurns,
  ),
  listed(
    "plan",
    ["large"],
    "Plan the whole chain",
    coop.planLarge,
    chained(({ plan }, tier) => mayDo(plan, tier)),
  ),
  readPrompt(either(chained(readsHops), answersOutright)),
  listed("solve", ["small"], "Read passages", coop.readSmall, chained(readsHops)),
  listed("solve", ["large"], "Read passages", coop.readLarge, chained(readsHops)),
  listed("solve", trained, "Ask otherwise after a mistake", skill.correct, chained(solves)),
  listed("solve", ["large"], "Go on after a correction", coop.continueLarge, chained(solves)),
  listed("rewrite", trained, "Search words", skill.keywords, writesKeywords),
  listed("rewrite", untrained, "Search words", coop.keywords, writesKeywords),
  listed("rewrite", everySet, "The steps so far in a line", coop.digest, writesDigest),
  listed("rewrite", trained, "Queries and claims to look up", skill.claims, makesClaims),
  listed("rewrite", untrained, "Queries and claims to look up", slim.claims, makesClaims),
  listed("filter", trained, "Does a passage help?", skill.relevant, filters("per-passage")),
  listed("filter", untrained, "Does a passage help?", raIsf.relevant, filters("per-passage")),
  listed("filter", everySet, "Which of five passages help?", raIsf.relevantOf, filters("batch")),
  splitPrompt(splits),
  listed("fallback", untrained, "Split a question", raIsf.decompose, splits),
  combinePrompt(combines),
  listed("summarise", trained, "Can it conclude alone?", skill.decideSummary, decides("summarise")),
  listed(
    "summarise",
    ["small"],
    "Can it conclude alone?",
    coop.decideSummary,
    decides("summarise"),
  ),
  ...passagePrompts(answersOutright),
  listed("summarise", ["large"], "Write the answer", coop.summariseLarge, concludes),
];
