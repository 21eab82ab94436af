/** The page shows the problems, `runMethod` refuses errors. Pure. */

import { localTools, type RunSettings, type ToolRef } from "../log/types.ts";
import type { OwnSettings, Place } from "./controls.ts";
import type { MethodInfo } from "./method.ts";
import type { Ports } from "./ports.ts";
import { activeUses, doerOf, type StageProblem, stageProblems, type Uses } from "./uses.ts";

const generalProblems = [
  "large-missing",
  "decide-without-large",
  "worth-without-large",
  /** The tool is neither the library nor a configured service. */
  "unknown-tool",
  "router-missing",
  "router-without-tools",
  /** The router's tool is not configured and is left out. */
  "router-tool-missing",
  "price-unknown",
  /** The language model takes over, or the step is skipped. */
  "heads-missing",
  "long-form-by-small",
  "no-effect",
] as const;
export type ProblemCode = (typeof generalProblems)[number] | StageProblem;
export const problemCodes: readonly ProblemCode[] = [
  ...generalProblems,
  ...(Object.keys(stageProblems) as StageProblem[]),
];

export interface Problem {
  level: "error" | "note";
  code: ProblemCode;
  control: Place;
  /** The control that causes `no-effect`. */
  because: Place | null;
  /** The tool's title, else its id. */
  tool: string | null;
}

/** Settings are validated against these. */
export interface Facts {
  uses: Uses;
  own?: OwnSettings;
  large: boolean;
  /** The encoder's heads read and judge. */
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

/** Decides for the first paint whether settings can run; notes load later (`settings-notes.ts`). */
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
