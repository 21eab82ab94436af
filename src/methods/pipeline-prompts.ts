/** `stages/` decides which model gets each prompt, and when. */
import type { RunSettings } from "../log/types.ts";
import type { ControlGroup } from "../runtime/controls.ts";
import {
  type ListedPrompt,
  mayAsk,
  type PromptCondition,
  type PromptSet,
} from "../runtime/listed-prompt.ts";
import type { PromptTemplate } from "../runtime/prompt-template.ts";
import type { PromptName, Uses } from "../runtime/uses.ts";
import { pipelineUses } from "../stages/index.ts";
import { instructTemplates as instructed } from "./coop-llm/instruct.ts";
import { coopTemplates as coop, exampleTurns } from "./coop-llm/prompts.ts";
import { raIsfTemplates as raIsf } from "./ra-isf/prompts.ts";
import { skillTemplates as skill } from "./skills.ts";
import { slimPlmTemplates as slim } from "./slim-plm/prompts.ts";

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

interface PipelinePrompt extends Omit<ListedPrompt, "asked"> {
  names: readonly PromptName[];
  form?: RunSettings["answer"]["form"];
}

function made(
  group: ControlGroup,
  sets: readonly PromptSet[],
  title: string,
  template: PromptTemplate,
  ...names: readonly PromptName[]
): PipelinePrompt {
  return { group, sets, title, template, names };
}

function answerFrom(
  set: "base" | "instruct",
  form: RunSettings["answer"]["form"],
  template: PromptTemplate,
): PipelinePrompt {
  return {
    ...made("summarise", [set], `Answer from passages, ${form}`, template, "answerFrom"),
    form,
  };
}

const chain = "Plan, step by step, and conclude";
const rephrase = "Ask otherwise after a mistake";
const claims = "Queries and claims to look up";
const fiveHelp = "Which of five passages help?";

const prompts: readonly PipelinePrompt[] = [
  made("gate", trained, "Answer from memory", skill.proxy, "proxy", "answerByHeart"),
  made("gate", base, "Answer from memory", slim.heuristic, "proxy", "answerByHeart"),
  made("gate", instruct, "Answer from memory", slim.heuristic, "proxy"),
  made("gate", instruct, "Answer from memory, bare", slim.byHeart, "answerByHeart"),
  made("gate", everySet, "Can this answer be trusted?", slim.judge, "judge"),
  made("gate", trained, "Is it known?", skill.know, "know"),
  made("gate", untrained, "Is it known?", raIsf.know, "know"),
  made("plan", trained, "Can it plan alone?", skill.decidePlan, "decide-plan"),
  made("plan", untrained, "Can it plan alone?", coop.decidePlan, "decide-plan"),
  // A model with skills concludes, combines and continues after a rephrased step with one prompt.
  made(
    "plan",
    trained,
    chain,
    skill.plan,
    "plan",
    "retry",
    "continueChain",
    "combine",
    "summarise",
  ),
  {
    ...made("plan", base, chain, coop.planSmall, "plan", "summarise"),
    examples: exampleTurns,
  },
  made("plan", instruct, "Plan the chain", instructed.plan, "plan"),
  made("plan", trained, rephrase, skill.correct, "retry"),
  made("plan", instruct, "Go on after a correction", instructed.continueChain, "continueChain"),
  made("solve", trained, "Read passages", skill.read, "read", "answerFrom"),
  made("solve", base, "Read passages", coop.readSmall, "read", "readAgain"),
  made("solve", instruct, "Read passages", instructed.read, "read"),
  made("solve", instruct, "Choose among spans", instructed.readAgain, "readAgain"),
  made("rewrite", trained, "Search words", skill.keywords, "keywords"),
  made("rewrite", base, "Search words", coop.keywords, "keywords"),
  made("rewrite", instruct, "Search words", instructed.keywords, "keywords"),
  made("rewrite", everySet, "The steps so far in a line", coop.digest, "digest"),
  made("rewrite", trained, claims, skill.claims, "claims"),
  made("rewrite", base, claims, slim.claims, "claims"),
  made("rewrite", instruct, claims, slim.claimsJson, "claims"),
  made("filter", trained, "Does a passage help?", skill.relevant, "relevant"),
  made("filter", untrained, "Does a passage help?", raIsf.relevant, "relevant"),
  made("filter", ["trained", "base"], fiveHelp, raIsf.relevantOf, "relevantOf"),
  made("filter", instruct, fiveHelp, raIsf.relevantOfJson, "relevantOf"),
  made("fallback", trained, "Split a question", skill.decompose, "decompose"),
  made("fallback", base, "Split a question", raIsf.decompose, "decompose"),
  made("fallback", instruct, "Split a question", raIsf.decomposeJson, "decompose"),
  made("fallback", base, "Answer from the parts", raIsf.combine, "combine"),
  made("fallback", instruct, "Answer from the parts", raIsf.combineJson, "combine"),
  made("summarise", trained, "Can it conclude alone?", skill.decideSummary, "decide-summarise"),
  made("summarise", untrained, "Can it conclude alone?", coop.decideSummary, "decide-summarise"),
  answerFrom("base", "short", slim.answerShort),
  answerFrom("base", "long", slim.answerLong),
  answerFrom("instruct", "short", slim.answerShortJson),
  answerFrom("instruct", "long", slim.answerLongJson),
  made("summarise", instruct, "Write the answer", instructed.summarise, "summarise"),
];

export function promptsOf(uses: Uses, sets: readonly PromptSet[] = everySet): ListedPrompt[] {
  return prompts.flatMap(({ names, form, ...prompt }) => {
    if (!prompt.sets.some((set) => sets.includes(set))) return [];
    const asked = mayAsk(uses, names);
    const inForm: PromptCondition = (settings, tier) =>
      settings.answer.form === form && asked(settings, tier);
    return [{ ...prompt, asked: form === undefined ? asked : inForm }];
  });
}

export const pipelinePrompts: readonly ListedPrompt[] = promptsOf(pipelineUses);

export const answersFromPassages: PromptCondition = mayAsk(pipelineUses, ["answerFrom"]);
