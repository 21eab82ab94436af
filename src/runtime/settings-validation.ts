/**
 * Finds combinations of stages A to H that cannot run. Pure: the page shows the problems,
 * `runMethod` refuses errors.
 */

import { localTools, type RunSettings, type ToolRef } from "../log/types.ts";
import type { OwnSettings, Place } from "./controls.ts";
import type { MethodInfo } from "./method.ts";
import type { Ports } from "./ports.ts";
import { activeUses, doerOf, type StageProblem, stageProblems, type Uses } from "./uses.ts";

const generalProblems = [
  /** A stage uses the large model, but none is connected. */
  "large-missing",
  /** The small model may hand a stage to the large one, but there is none. */
  "decide-without-large",
  /** The large model may be asked where it pays, but there is none. */
  "worth-without-large",
  /** The fixed tool is neither the library nor a configured service. */
  "unknown-tool",
  /** The tool is to be predicted, but no router was trained. */
  "router-missing",
  /** None of the tools the router was trained on is available. */
  "router-without-tools",
  /** The router knows a tool that is not configured; it is left out. */
  "router-tool-missing",
  /** Money is to be saved, but the price of a tool is unknown. */
  "price-unknown",
  /** The loaded encoder has no heads: the language model takes over, or the step is skipped. */
  "heads-missing",
  /** The long form is requested from a writer that only gives short answers. */
  "long-form-by-small",
  /** `control` has no effect because of the value of `because`. */
  "no-effect",
] as const;
export type ProblemCode = (typeof generalProblems)[number] | StageProblem;
export const problemCodes: readonly ProblemCode[] = [
  ...generalProblems,
  ...(Object.keys(stageProblems) as StageProblem[]),
];

export interface Problem {
  /** `error`: the run is refused. `note`: it runs, but may surprise. */
  level: "error" | "note";
  code: ProblemCode;
  /** Where the problem is shown. */
  control: Place;
  /** `no-effect` only: the control that causes it. */
  because: Place | null;
  /** The tool in question, by its title or else its id. */
  tool: string | null;
}

/** The facts that settings are validated against. */
export interface Facts {
  uses: Uses;
  own?: OwnSettings;
  large: boolean;
  /** The encoder has heads that read and judge. */
  heads: boolean;
  tools: readonly ToolRef[];
  /** Tools of the trained router; null without one. */
  routerTools: readonly string[] | null;
}

export function factsOf(
  { uses, settings: own }: Pick<MethodInfo, "uses" | "settings">,
  ports: Ports,
): Facts {
  return {
    uses,
    own,
    large: ports.large !== null,
    heads: ports.reader !== null,
    tools: ports.tools.map(({ ref }) => ref),
    routerTools: ports.router?.toolIds ?? null,
  };
}

/**
 * Problems that decide whether these settings can run, and settings that need a missing model.
 * Needed for the first paint; notes on single settings load later (`settings-notes.ts`).
 */
export function mainProblems(settings: RunSettings, facts: Facts): Problem[] {
  return [
    ...sourceProblems(settings, facts),
    ...modelProblems(settings, facts),
    ...stageProblemsOf(settings, facts, "error"),
  ];
}

export function settingsErrors(settings: RunSettings, facts: Facts): Problem[] {
  return mainProblems(settings, facts).filter(({ level }) => level === "error");
}

export function problem(
  level: Problem["level"],
  code: ProblemCode,
  control: Place,
  rest: Partial<Pick<Problem, "because" | "tool">> = {},
): Problem {
  return { level, code, control, because: null, tool: null, ...rest };
}

/** Settings that need a large model when there is none; each once. */
function modelProblems(settings: RunSettings, { large, uses }: Facts): Problem[] {
  if (large) return [];
  const byPlace = new Map<Place, Problem>();
  for (const use of activeUses(uses(settings))) {
    if (!("asks" in use) || use.by === "small" || use.by === "large") continue;
    const doer = doerOf(settings, use.by);
    if (doer === "large") byPlace.set(use.by, problem("error", "large-missing", use.by));
    if (doer === "decide") byPlace.set(use.by, problem("note", "decide-without-large", use.by));
  }
  const weighs =
    settings.worth === undefined ? [] : [problem("note", "worth-without-large", "plan")];
  return [...byPlace.values(), ...weighs];
}

export function stageProblemsOf(
  settings: RunSettings,
  { uses }: Pick<Facts, "uses">,
  level: Problem["level"],
): Problem[] {
  return activeUses(uses(settings)).flatMap((use) =>
    "says" in use && stageProblems[use.says] === level ? [problem(level, use.says, use.of)] : [],
  );
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
