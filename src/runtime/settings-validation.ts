/**
 * Which combinations of stages A to H cannot run. Pure: the page shows the problems, `runMethod`
 * refuses what is an error.
 */

import { localTools, type RunSettings, type ToolRef } from "../log/types.ts";
import type { ControlPath, OwnSettings } from "./controls.ts";
import type { MethodInfo } from "./method.ts";
import type { Ports } from "./ports.ts";

export const problemCodes = [
  /** A stage is set to the large model and none is connected. */
  "large-missing",
  /** The small model may hand a stage to the large one, and there is none. */
  "decide-without-large",
  /** The large model may be asked where it pays, and there is none. */
  "worth-without-large",
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

/**
 * What decides whether these settings can run, and what is left to a model that is not there. All
 * of it is asked for in the page's first picture; what is said of single settings comes later
 * (`settings-notes.ts`).
 */
export function mainProblems(settings: RunSettings, facts: Facts): Problem[] {
  return [
    ...sourceProblems(settings, facts),
    ...modelProblems(settings, facts),
    ...(facts.kind === "baseline" ? [] : stageErrors(settings)),
  ];
}

/** What stops a run by these settings. */
export function settingsErrors(settings: RunSettings, facts: Facts): Problem[] {
  return mainProblems(settings, facts).filter(({ level }) => level === "error");
}

export function problem(
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
  const asked = uses.flatMap(([control, by, used]) => {
    if (used && by === "large") return [problem("error", "large-missing", control)];
    return used && by === "decide" ? [problem("note", "decide-without-large", control)] : [];
  });
  const weighed = settings.worth !== undefined && !baseline;
  return weighed ? [...asked, problem("note", "worth-without-large", "plan")] : asked;
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

function stageErrors({ filter, fallback }: RunSettings): Problem[] {
  const found: Problem[] = [];
  if (filter.kind === "batch" && filter.by === "encoder") {
    found.push(problem("error", "batch-by-encoder", "filter.kind"));
  }
  if (filter.kind === "none" && !fallback.on) {
    found.push(problem("error", "no-way-to-answer", "filter.kind"));
  }
  return found;
}

export function rewriterCalls({ rewriter, plan }: RunSettings): boolean {
  const always = rewriter === "keyword" || rewriter === "all" || rewriter === "claims";
  return always || (rewriter === "soft-prompt" && plan !== "off");
}

/** Somebody is asked for a heuristic answer, or judges one. */
export function asksProxy(settings: RunSettings): boolean {
  return settings.gate.kind !== "off" || settings.rewriter === "claims";
}

export function judgesPassages({ filter }: RunSettings): boolean {
  return filter.kind === "per-passage" || filter.kind === "batch";
}
