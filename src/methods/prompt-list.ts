/**
 * Every prompt there is, for whoever shows or checks them: in which stage it is asked, of whom,
 * and whether these settings ask it. The texts are beside the methods that ask them.
 */

import type { ChatMessage, PromptEdits, RunSettings, Tier } from "../log/types.ts";
import type { ControlGroup } from "../runtime/controls.ts";
import { type EditProblem, editProblems, type PromptTemplate } from "../runtime/prompt-template.ts";
import { rewriterParts } from "../stages/rewrite.ts";
import { chainOfThoughtTemplate } from "./baselines/chain-of-thought/chain-of-thought.ts";
import { leastToMostTemplates, splitExamples } from "./baselines/least-to-most/least-to-most.ts";
import { replugTemplate } from "./baselines/replug/replug.ts";
import { followUpExamples, selfAskTemplate } from "./baselines/self-ask/self-ask.ts";
import { selfEvalTemplates } from "./baselines/self-eval/self-eval.ts";
import { sentenceTemplate } from "./baselines/thoughts.ts";
import { coopTemplates as coop, exampleTurns } from "./coop-llm/prompts.ts";
import { methodList } from "./list.ts";
import { raIsfTemplates as raIsf } from "./ra-isf/prompts.ts";
import { skillTemplates as skill } from "./skills.ts";
import { slimPlmTemplates as slim } from "./slim-plm/prompts.ts";

/** Who is asked: a small model with the skills, one without, or the large model. */
export const promptSets = ["trained", "small", "large"] as const;
export type PromptSet = (typeof promptSets)[number];

export interface ListedPrompt {
  template: PromptTemplate;
  group: ControlGroup;
  sets: readonly PromptSet[];
  /** Whether a run by these settings may ask it of that tier. */
  asked(settings: RunSettings, tier: Tier): boolean;
}

type Asked = ListedPrompt["asked"];

const kinds = new Map(methodList.map(({ id, kind }) => [id, kind]));
const isRival = ({ method }: RunSettings) => kinds.get(method) === "rival";

/** By the pipeline of stages; a rival goes its own way. */
const staged =
  (asked: Asked): Asked =>
  (settings, tier) =>
    !isRival(settings) && asked(settings, tier);
const chained = (asked: Asked): Asked =>
  staged((settings, tier) => settings.plan !== "off" && asked(settings, tier));
/** By rivals, which ask one model for everything. */
const rivals =
  (...methods: readonly string[]): Asked =>
  ({ method, solve }, tier) =>
    methods.includes(method) && solve === tier;
const either =
  (...all: readonly Asked[]): Asked =>
  (settings, tier) =>
    all.some((asked) => asked(settings, tier));

const mayDo = (choice: string, tier: Tier) => choice === tier || choice === "decide";
const solves: Asked = ({ solve }, tier) => solve === tier;
const gates: Asked = ({ gate }, tier) => gate.kind !== "off" && gate.by === tier;
const makesClaims: Asked = ({ rewriter, rewriteBy }, tier) =>
  rewriter === "claims" && rewriteBy === tier;
/** Who answers a question as it stands, or a hop, or the parts of either. */
const answersOutright: Asked = (settings, tier) => {
  const { plan, summarise, solve, fallback, gate, source } = settings;
  if (plan === "off") return mayDo(summarise, tier) || (fallback.on && solve === tier);
  const byHeart = source.choice !== "fixed" || source.tool === "none";
  const known = gate.kind !== "off" && mayDo(summarise, tier);
  return known || (solve === tier && (fallback.on || byHeart));
};
const readsHops: Asked = ({ reader, solve }, tier) =>
  solve === tier && (tier === "large" || reader !== "encoder");

const searches: readonly string[] = [
  "direct-rag",
  "self-ask",
  "self-eval",
  "iter-retgen",
  "replug",
  "skr-knn",
  "flare",
  "ircot",
  "least-to-most",
];
const chainRivals: readonly string[] = ["self-ask", "flare", "ircot"];

const plansAlone: Asked = either(
  chained((settings, tier) => mayDo(settings.plan, tier) || solves(settings, tier)),
  rivals(...chainRivals),
);
/** A chain of parts has the same end as a chain. */
const combines: Asked = either(
  staged((settings, tier) => settings.fallback.on && answersOutright(settings, tier)),
  rivals("least-to-most"),
);
const concludes: Asked = chained(({ summarise }, tier) => mayDo(summarise, tier));
const splits: Asked = staged(({ fallback }, tier) => fallback.on && fallback.by === tier);
const filters = (kind: string): Asked =>
  staged(({ filter }, tier) => filter.kind === kind && filter.by === tier);
const guesses: Asked = staged(
  (settings, tier) =>
    settings.gate.by === tier && (settings.gate.kind === "judge" || settings.rewriter === "claims"),
);
const judgesGuess: Asked = staged(({ gate, rewriter, filter }, tier) => {
  const judged = gate.kind === "judge" || (rewriter === "claims" && filter.claims);
  return judged && gate.judge === "model" && gate.by === tier;
});
const knows: Asked = staged(
  (settings, tier) => gates(settings, tier) && settings.gate.kind === "self-knowledge",
);
const writesKeywords: Asked = staged(
  ({ rewriter, rewriteBy }, tier) => rewriterParts[rewriter].keywords && rewriteBy === tier,
);
const decides = (stage: "plan" | "summarise"): Asked =>
  staged((settings, tier) => settings[stage] === "decide" && tier === "small");
const fromMemory: Asked = either(staged(answersOutright), rivals("vanilla", ...searches));
const fromPassages = (form: string): Asked =>
  either(
    staged((settings, tier) => settings.answer.form === form && answersOutright(settings, tier)),
    (settings, tier) => settings.answer.form === form && rivals(...searches)(settings, tier),
  );

const untrained = ["small", "large"] as const;
const trained = ["trained"] as const;

function listed(
  group: ControlGroup,
  sets: readonly PromptSet[],
  template: PromptTemplate,
  asked: Asked,
): ListedPrompt {
  return { template, group, sets, asked };
}

/** In the order of the stages. */
export const promptList: readonly ListedPrompt[] = [
  listed("gate", trained, skill.proxy, either(guesses, fromMemory, rivals("flare"))),
  listed("gate", untrained, slim.heuristic, either(guesses, fromMemory)),
  listed("gate", ["trained", ...untrained], slim.judge, judgesGuess),
  listed("gate", trained, skill.know, either(knows, selfEval("self-knowledge"))),
  listed("gate", untrained, raIsf.know, knows),
  listed("gate", untrained, selfEvalTemplates.knows, selfEval("self-knowledge")),
  listed("gate", ["trained", ...untrained], selfEvalTemplates.isTrue, selfEval("judge")),
  listed("plan", trained, skill.decidePlan, decides("plan")),
  listed("plan", ["small"], coop.decidePlan, decides("plan")),
  listed("plan", trained, skill.plan, either(plansAlone, concludes, combines)),
  listed(
    "plan",
    ["small"],
    coop.planSmall,
    either(
      chained((s, t) => mayDo(s.plan, t) || solves(s, t)),
      concludes,
    ),
  ),
  listed(
    "plan",
    ["large"],
    coop.planLarge,
    chained(({ plan }, tier) => mayDo(plan, tier)),
  ),
  listed(
    "solve",
    trained,
    skill.read,
    either(chained(readsHops), fromPassages("short"), fromPassages("long")),
  ),
  listed("solve", ["small"], coop.readSmall, chained(readsHops)),
  listed("solve", ["large"], coop.readLarge, chained(readsHops)),
  listed("solve", trained, skill.correct, chained(solves)),
  listed("solve", ["large"], coop.continueLarge, chained(solves)),
  listed("solve", untrained, chainOfThoughtTemplate, rivals("chain-of-thought")),
  listed("solve", trained, chainOfThoughtTemplate, rivals("chain-of-thought")),
  listed("solve", untrained, selfAskTemplate, rivals("self-ask")),
  listed("solve", untrained, sentenceTemplate, rivals("flare", "ircot")),
  listed("solve", untrained, leastToMostTemplates.split, rivals("least-to-most")),
  listed("solve", untrained, leastToMostTemplates.answer, rivals("least-to-most")),
  listed("solve", untrained, replugTemplate, rivals("replug")),
  listed("rewrite", trained, skill.keywords, writesKeywords),
  listed("rewrite", untrained, coop.keywords, writesKeywords),
  listed(
    "rewrite",
    ["trained", ...untrained],
    coop.digest,
    chained(
      ({ rewriter, rewriteBy }, tier) => rewriterParts[rewriter].digest && rewriteBy === tier,
    ),
  ),
  listed("rewrite", trained, skill.claims, staged(makesClaims)),
  listed("rewrite", untrained, slim.claims, staged(makesClaims)),
  listed("filter", trained, skill.relevant, filters("per-passage")),
  listed("filter", untrained, raIsf.relevant, filters("per-passage")),
  listed("filter", ["trained", ...untrained], raIsf.relevantOf, filters("batch")),
  listed("fallback", trained, skill.decompose, either(splits, rivals("least-to-most"))),
  listed("fallback", untrained, raIsf.decompose, splits),
  listed("fallback", untrained, raIsf.combine, combines),
  listed("summarise", trained, skill.decideSummary, decides("summarise")),
  listed("summarise", ["small"], coop.decideSummary, decides("summarise")),
  listed("summarise", untrained, slim.answerShort, fromPassages("short")),
  listed("summarise", untrained, slim.answerLong, fromPassages("long")),
  listed("summarise", ["large"], coop.summariseLarge, concludes),
];

function selfEval(kind: string): Asked {
  return (settings, tier) => settings.gate.kind === kind && rivals("self-eval")(settings, tier);
}

const byId = new Map(promptList.map(({ template }) => [template.id, template]));

export type ListedProblem = EditProblem | { code: "unknown" };

/** What is wrong with changed texts, by the prompt's id; `unknown` for one that there is not. */
export function problemsOfEdits(edits: PromptEdits): ReadonlyMap<string, readonly ListedProblem[]> {
  const problems = new Map<string, readonly ListedProblem[]>();
  for (const [id, texts] of Object.entries(edits)) {
    const template = byId.get(id);
    const found = template === undefined ? [unknown] : editProblems(template, texts);
    if (found.length > 0) problems.set(id, found);
  }
  return problems;
}

const unknown: ListedProblem = { code: "unknown" };

/** The texts of a prompt as they are without any change. */
export function originalTexts({ messages }: PromptTemplate): string[] {
  return messages.map(({ content }) => content);
}

const examplesOf: ReadonlyMap<string, (question: string) => readonly ChatMessage[]> = new Map([
  [coop.planSmall.id, exampleTurns],
  [leastToMostTemplates.split.id, splitExamples],
  [selfAskTemplate.id, followUpExamples],
]);

/** The worked examples that the prompt holds for this question; null where it chooses none by it. */
export function examplesFor(
  { id }: PromptTemplate,
  question: string,
): readonly ChatMessage[] | null {
  return examplesOf.get(id)?.(question) ?? null;
}
