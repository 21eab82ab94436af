/**
 * Which combinations of stages A to H cannot run. Pure: the page shows the problems, `runMethod`
 * refuses what is an error.
 */

import { localTools, type RunSettings, type ToolRef } from "../log/types.ts";
import type { OwnSettings, Place } from "./controls.ts";
import type { MethodInfo } from "./method.ts";
import type { Ports } from "./ports.ts";
import { activeUses, doerOf, type StageProblem, stageProblems, type Uses } from "./uses.ts";

const generalProblems = [
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
  /** The encoder that is loaded has no heads: the language model does it, or nobody. */
  "heads-missing",
  /** The long form is asked of a writer that only gives bare answers. */
  "long-form-by-small",
  /** `control` does nothing, `because` another is as it is. */
  "no-effect",
] as const;
export type ProblemCode = (typeof generalProblems)[number] | StageProblem;
export const problemCodes: readonly ProblemCode[] = [
  ...generalProblems,
  ...(Object.keys(stageProblems) as StageProblem[]),
];

export interface Problem {
  /** `error`: such a run is refused. `note`: it runs, but not as one might think. */
  level: "error" | "note";
  code: ProblemCode;
  /** Where it shows. */
  control: Place;
  /** `no-effect` only: the control that makes it so. */
  because: Place | null;
  /** The tool that is meant, by its title or else its id. */
  tool: string | null;
}

/** What a combination is judged by, beside the settings. */
export interface Facts {
  /** What the method does. */
  uses: Uses;
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
 * What decides whether these settings can run, and what is left to a model that is not there. All
 * of it is asked for in the page's first picture; what is said of single settings comes later
 * (`settings-notes.ts`).
 */
export function mainProblems(settings: RunSettings, facts: Facts): Problem[] {
  return [
    ...sourceProblems(settings, facts),
    ...modelProblems(settings, facts),
    ...stageProblemsOf(settings, facts, "error"),
  ];
}

/** What stops a run by these settings. */
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

/** What is left to a large model that is not there: each setting once. */
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

/** What the stages say of their own settings. */
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
