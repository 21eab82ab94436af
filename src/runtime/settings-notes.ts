/**
 * What is said of single settings beside the errors: those that do nothing beside the others, and
 * those that do not do what one might think. Pure.
 */

import { localTools, type RunSettings } from "../log/types.ts";
import {
  type ControlPath,
  type OwnSettings,
  ownPaths,
  ownSettingAt,
  readControl,
} from "./controls.ts";
import {
  asksProxy,
  type Facts,
  judgesPassages,
  mainProblems,
  type Problem,
  type ProblemPlace,
  problem,
  rewriterCalls,
} from "./settings-validation.ts";

/** Every problem of the settings, errors first. */
export function validateSettings(settings: RunSettings, facts: Facts): Problem[] {
  const found = mainProblems(settings, facts);
  if (facts.kind !== "baseline")
    found.push(...stageNotes(settings, facts), ...idle(settings, facts));
  found.push(...formProblems(settings, facts), ...ownIdle(settings, facts.own ?? {}));
  const errors = found.filter(({ level }) => level === "error");
  return [...errors, ...found.filter(({ level }) => level === "note")];
}

function stageNotes(settings: RunSettings, facts: Facts): Problem[] {
  const { fallback, rewriter, plan } = settings;
  const found: Problem[] = [];
  // A hop of a chain is at level 1 already.
  if (fallback.on && fallback.maxDepth < (plan === "off" ? 1 : 2)) {
    found.push(problem("note", "fallback-without-levels", "fallback.maxDepth"));
  }
  if (plan === "off" && chainRewriters.has(rewriter)) {
    found.push(problem("note", "rewriter-needs-chain", "rewriter"));
  }
  return facts.heads ? found : [...found, ...headProblems(settings)];
}

/** The small model and the encoder's heads answer in a few words, whatever the form. */
function formProblems(settings: RunSettings, { kind, large }: Facts): Problem[] {
  if (settings.answer.form === "short") return [];
  const baseline = kind === "baseline";
  if (!baseline && chainOnly(settings)) return [];
  const writer = baseline || settings.plan !== "off" ? settings.solve : settings.summarise;
  const small = writer === "small" || (writer === "decide" && !large);
  return small ? [problem("note", "long-form-by-small", "answer.form")] : [];
}

function headProblems(settings: RunSettings): Problem[] {
  const wanted: readonly [ControlPath, boolean][] = [
    ["reader", settings.reader !== "model"],
    ["rerank", settings.rerank],
    ["evidence", settings.evidence],
    ["gate.judge", settings.gate.judge === "encoder" && judges(settings)],
    ["filter.by", settings.filter.by === "encoder" && judgesPassages(settings)],
  ];
  return wanted.flatMap(([control, on]) => (on ? [problem("note", "heads-missing", control)] : []));
}

const chainRewriters: ReadonlySet<string> = new Set(["top3", "history", "soft-prompt", "all"]);

function filtersClaims({ rewriter, filter }: RunSettings): boolean {
  return rewriter === "claims" && filter.claims;
}

function judges(settings: RunSettings): boolean {
  return settings.gate.kind === "judge" || filtersClaims(settings);
}

/** Each control that can lie idle: what makes it so, and when. */
const idleRules: readonly [ControlPath, ProblemPlace, (settings: RunSettings) => boolean][] = [
  ["gate.by", "gate.kind", (s) => !asksProxy(s)],
  ["gate.judge", "gate.kind", (s) => !judges(s)],
  ["gate.threshold", "gate.kind", (s) => s.gate.kind === "off" && !filtersClaims(s)],
  ["passOn.answer", "gate.kind", (s) => s.gate.kind !== "judge"],
  ["passOn.claims", "gate.kind", (s) => s.gate.kind !== "judge"],
  ["passOn.claims", "rewriter", (s) => s.gate.kind === "judge" && !searchesClaims(s)],
  ["passOn.relevance", "filter.kind", (s) => !judgesPassages(s)],
  ["passOn.relevance", "reader", (s) => judgesPassages(s) && s.reader === "model"],
  ["decisionThreshold", "plan", (s) => s.plan !== "decide" && s.summarise !== "decide"],
  ["maxRounds", "plan", withoutChain],
  ["historyTokens", "plan", (s) => withoutChain(s) && s.historyTokens > 0],
  ["confidenceThreshold", "plan", (s) => withoutChain(s) && !checksMemory(s)],
  ["answerForm", "plan", withoutChain],
  ["rougeThreshold", "plan", withoutChain],
  ["rougeThreshold", "answerForm", (s) => !withoutChain(s) && s.answerForm === "short"],
  ["duplicateThreshold", "plan", (s) => withoutChain(s) && !s.fallback.on],
  ["switches.fillProcessedQueries", "plan", withoutChain],
  ["switches.emptySpanGuard", "plan", withoutChain],
  ["switches.repeatStop", "plan", withoutChain],
  ["switches.correctUnsolved", "plan", withoutChain],
  ["rewriteBy", "rewriter", (s) => !rewriterCalls(s)],
  ["rewriter", "reader", remembersForNobody],
  ["rewriter", "source.tool", (s) => asksNothing(s) && s.rewriter !== "vanilla"],
  ["source.tool", "source.choice", (s) => s.source.choice !== "fixed"],
  ["retrieval.mode", "source.tool", (s) => fixedTo(s, [...localTools])],
  ["retrieval.k", "source.tool", asksNothing],
  ["rerank", "source.tool", (s) => asksNothing(s) && s.rerank],
  ["filter.kind", "source.tool", (s) => asksNothing(s) && judgesPassages(s)],
  ["filter.by", "filter.kind", (s) => !judgesPassages(s)],
  ["filter.threshold", "filter.kind", (s) => s.filter.kind !== "per-passage"],
  ["filter.claims", "rewriter", (s) => s.rewriter !== "claims"],
  ["fallback.by", "fallback.on", (s) => !s.fallback.on],
  ["fallback.maxDepth", "fallback.on", (s) => !s.fallback.on],
  ["fallback.fillEarlier", "fallback.on", (s) => !s.fallback.on],
  ["answer.form", "plan", chainOnly],
  ["answer.passages", "plan", chainOnly],
  ["answer.maxTokens", "plan", chainOnly],
  ["evidence", "source.tool", (s) => withoutChain(s) && asksNothing(s)],
  ["evidenceThreshold", "evidence", (s) => !s.evidence],
  ["evidenceThreshold", "plan", (s) => withoutChain(s) && s.evidence],
  ["arithmetic", "plan", (s) => withoutChain(s) && s.arithmetic],
];

/** An answer from memory is overruled by what is surer than θ, with a chain or without. */
function checksMemory({ passOn, gate }: RunSettings): boolean {
  return passOn?.answer === true && gate.kind === "judge";
}

/** Keywords are a query of the rewriter's own. */
function searchesClaims({ rewriter }: RunSettings): boolean {
  return rewriter !== "keyword" && rewriter !== "all";
}

/** Earlier steps are told to a language model that reads; the encoder takes none. */
function remembersForNobody(settings: RunSettings): boolean {
  const { rewriter, solve, reader } = settings;
  const onlySteps = rewriter === "history" || rewriter === "soft-prompt";
  return onlySteps && !withoutChain(settings) && solve === "small" && reader !== "model";
}

function withoutChain({ plan }: RunSettings): boolean {
  return plan === "off";
}

/** With a chain, only what a hop is split into is answered from passages outright. */
function chainOnly({ plan, fallback }: RunSettings): boolean {
  return plan !== "off" && !fallback.on;
}

function asksNothing(settings: RunSettings): boolean {
  return fixedTo(settings, ["none"]);
}

function fixedTo({ source }: RunSettings, tools: readonly string[]): boolean {
  return source.choice === "fixed" && tools.includes(source.tool);
}

function idle(given: RunSettings, { heads }: Pick<Facts, "heads">): Problem[] {
  // Without heads the encoder reads nothing, whatever is set.
  const settings: RunSettings = heads ? given : { ...given, reader: "model" };
  return idleRules.flatMap(([control, because, when]) =>
    when(settings) && isSet(settings, control)
      ? [problem("note", "no-effect", control, { because })]
      : [],
  );
}

/** What a method says of its own settings. */
function ownIdle(settings: RunSettings, own: OwnSettings): Problem[] {
  return ownPaths(own).flatMap((path) => {
    const because = ownSettingAt(path, own)?.idle?.(settings) ?? null;
    return because === null ? [] : [problem("note", "no-effect", path, { because })];
  });
}

/** A switch that is off asks for nothing, so it cannot lie idle. */
function isSet(settings: RunSettings, control: ControlPath): boolean {
  return readControl(settings, control) !== false;
}
