/**
 * Which combinations of stages A to H cannot run, and which settings do nothing beside the
 * others. Pure: the page shows the problems, `runMethod` refuses what is an error.
 */

import { localTools, type RunSettings, type ToolRef } from "../log/types.ts";
import {
  type ControlPath,
  type OwnSettings,
  ownPaths,
  ownSettingAt,
  readControl,
} from "./controls.ts";
import type { MethodInfo } from "./method.ts";
import type { Ports } from "./ports.ts";

export const problemCodes = [
  /** A stage is set to the large model and none is connected. */
  "large-missing",
  /** The small model may hand a stage to the large one, and there is none. */
  "decide-without-large",
  /** The fixed tool is neither the library nor a service that is set up. */
  "unknown-tool",
  /** The tool is to be predicted and no router was trained. */
  "router-missing",
  /** None of the tools that the router was trained on can be asked now. */
  "router-without-tools",
  /** The router knows a tool that is not set up: it is left out. */
  "router-tool-missing",
  /** Money is to be saved and the price of a tool is unknown. */
  "price-unknown",
  /** Several passages in one prompt are for a language model; the encoder reads one at a time. */
  "batch-by-encoder",
  /** No passage counts and nothing is split: no question can be answered. */
  "no-way-to-answer",
  /** The encoder that is loaded has no heads: the language model does it, or nobody. */
  "heads-missing",
  /** The rewriter rests on earlier steps or the passages of a hop; without a chain there are none. */
  "rewriter-needs-chain",
  /** The long form is asked of a writer that only gives bare answers. */
  "long-form-by-small",
  /** D_th leaves no level for sub-questions. */
  "fallback-without-levels",
  /** `control` does nothing, `because` another is as it is. */
  "no-effect",
] as const;
export type ProblemCode = (typeof problemCodes)[number];

/** A switch of the three stages, or a control. */
export type ProblemPlace = ControlPath | "solve" | "summarise";

export interface Problem {
  /** `error`: such a run is refused. `note`: it runs, but not as one might think. */
  level: "error" | "note";
  code: ProblemCode;
  /** Where it shows. */
  control: ProblemPlace;
  /** `no-effect` only: the control that makes it so. */
  because: ProblemPlace | null;
  /** The tool that is meant, by its title or else its id. */
  tool: string | null;
}

/** What a combination is judged by, beside the settings. */
export interface Facts {
  /** A baseline is one stage of its own: only what it needs is judged. */
  kind: MethodInfo["kind"];
  /** The method's own settings; absent where it has none. */
  own?: OwnSettings;
  large: boolean;
  /** The encoder has heads that read and judge. */
  heads: boolean;
  /** Services that are set up. */
  tools: readonly ToolRef[];
  /** Tools of the trained router; null without one. */
  routerTools: readonly string[] | null;
}

export function factsOf(
  { kind, settings: own }: Pick<MethodInfo, "kind" | "settings">,
  ports: Ports,
): Facts {
  return {
    kind,
    own,
    large: ports.large !== null,
    heads: ports.reader !== null,
    tools: ports.tools.map(({ ref }) => ref),
    routerTools: ports.router?.toolIds ?? null,
  };
}

/** Every problem of the settings, errors first. */
export function validateSettings(settings: RunSettings, facts: Facts): Problem[] {
  const found = [...sourceProblems(settings, facts), ...modelProblems(settings, facts)];
  if (facts.kind !== "baseline")
    found.push(...stageProblems(settings, facts), ...idle(settings, facts));
  found.push(...formProblems(settings, facts), ...ownIdle(settings, facts.own ?? {}));
  const errors = found.filter(({ level }) => level === "error");
  return [...errors, ...found.filter(({ level }) => level === "note")];
}

function problem(
  level: Problem["level"],
  code: ProblemCode,
  control: ProblemPlace,
  rest: Partial<Pick<Problem, "because" | "tool">> = {},
): Problem {
  return { level, code, control, because: null, tool: null, ...rest };
}

/** Who does what: each with the question whether the settings come to ask it at all. */
function modelProblems(settings: RunSettings, facts: Facts): Problem[] {
  if (facts.large) return [];
  const baseline = facts.kind === "baseline";
  const uses: readonly [ProblemPlace, string, boolean][] = [
    ["solve", settings.solve, baseline || settings.plan !== "off" || settings.fallback.on],
    ["plan", settings.plan, !baseline],
    ["summarise", settings.summarise, !baseline],
    ["gate.by", settings.gate.by, !baseline && asksProxy(settings)],
    ["rewriteBy", settings.rewriteBy, !baseline && rewriterCalls(settings)],
    ["filter.by", settings.filter.by, !baseline && judgesPassages(settings)],
    ["fallback.by", settings.fallback.by, !baseline && settings.fallback.on],
  ];
  return uses.flatMap(([control, by, used]) => {
    if (used && by === "large") return [problem("error", "large-missing", control)];
    return used && by === "decide" ? [problem("note", "decide-without-large", control)] : [];
  });
}

function sourceProblems({ source }: RunSettings, facts: Facts): Problem[] {
  const known = (id: string) =>
    [...localTools, "library"].includes(id) || facts.tools.some((tool) => tool.id === id);
  if (source.choice === "fixed") {
    if (known(source.tool)) return [];
    return [problem("error", "unknown-tool", "source.tool", { tool: source.tool })];
  }
  if (facts.routerTools === null) return [problem("error", "router-missing", "source.choice")];
  const missing = facts.routerTools.filter((id) => !known(id));
  if (missing.length === facts.routerTools.length) {
    return [problem("error", "router-without-tools", "source.choice")];
  }
  const problems = missing.map((tool) =>
    problem("note", "router-tool-missing", "source.choice", { tool }),
  );
  if (source.choice !== "cost-saving") return problems;
  const unpriced = facts.tools.filter(
    ({ id, usdPerThousand }) => usdPerThousand === null && facts.routerTools?.includes(id),
  );
  const unknown = unpriced.map(({ title }) =>
    problem("error", "price-unknown", "source.choice", { tool: title }),
  );
  return [...problems, ...unknown];
}

function stageProblems(settings: RunSettings, facts: Facts): Problem[] {
  const { filter, fallback, rewriter, plan } = settings;
  const found: Problem[] = [];
  if (filter.kind === "batch" && filter.by === "encoder") {
    found.push(problem("error", "batch-by-encoder", "filter.kind"));
  }
  if (filter.kind === "none" && !fallback.on) {
    found.push(problem("error", "no-way-to-answer", "filter.kind"));
  }
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

function rewriterCalls({ rewriter, plan }: RunSettings): boolean {
  const always = rewriter === "keyword" || rewriter === "all" || rewriter === "claims";
  return always || (rewriter === "soft-prompt" && plan !== "off");
}

function filtersClaims({ rewriter, filter }: RunSettings): boolean {
  return rewriter === "claims" && filter.claims;
}

/** Somebody is asked for a heuristic answer, or judges one. */
function asksProxy(settings: RunSettings): boolean {
  return settings.gate.kind !== "off" || settings.rewriter === "claims";
}

function judges(settings: RunSettings): boolean {
  return settings.gate.kind === "judge" || filtersClaims(settings);
}

function judgesPassages({ filter }: RunSettings): boolean {
  return filter.kind === "per-passage" || filter.kind === "batch";
}

/** Each control that can lie idle: what makes it so, and when. */
const idleRules: readonly [ControlPath, ProblemPlace, (settings: RunSettings) => boolean][] = [
  ["gate.by", "gate.kind", (s) => !asksProxy(s)],
  ["gate.judge", "gate.kind", (s) => !judges(s)],
  ["gate.threshold", "gate.kind", (s) => s.gate.kind === "off" && !filtersClaims(s)],
  ["decisionThreshold", "plan", (s) => s.plan !== "decide" && s.summarise !== "decide"],
  ["maxRounds", "plan", withoutChain],
  ["historyTokens", "plan", (s) => withoutChain(s) && s.historyTokens > 0],
  ["confidenceThreshold", "plan", withoutChain],
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
