/**
 * All small answers first, for nothing. From there any other setup may follow, reusing the stages
 * that were paid for: these are the states and actions that a report of eight setups covers.
 */
import { isLarge } from "../../../src/evaluation/analysis/combination-ids.ts";
import { repricedResult } from "../../../src/evaluation/analysis/reprice.ts";
import type { QuestionRow } from "../../../src/evaluation/questions/question.ts";
import type { LabResult } from "../../../src/evaluation/types.ts";
import { normalise } from "../../../src/language/normalise.ts";
import { type Price, type Stage, stages } from "../../../src/log/types.ts";

export const base = "SSS";
export const allLarge = "LLL";
export const setups = [base, "SSL", "SLS", "SLL", "LSS", "LSL", "LLS", allLarge] as const;
const more: readonly string[] = setups.slice(1);
const mostActions = 3;

export interface Run {
  right: number;
  sure: number;
  answer: string;
  found: number;
  usd: Readonly<Record<Stage, number>>;
}

export interface Question {
  id: string;
  set: string;
  words: number;
  steps: number;
  unsolved: number;
  runs: Readonly<Record<string, Run>>;
}

/** The setups that were run, in their order. */
export type State = readonly string[];

export const start: State = [base];

const foundRank = { "not-in-library": 0, "partly-found": 1, found: 2 } as const;

/** Only questions that every setup answered. */
export function questionsOf(
  set: string,
  questions: readonly QuestionRow[],
  results: readonly LabResult[],
  price: Price,
): Question[] {
  return questions.flatMap(({ id, question }) => {
    const own = results.filter((one) => one.question === id && one.outcome === "answered");
    const runs: Record<string, Run> = {};
    for (const setup of setups) {
      const result = own.find(({ configuration }) => configuration === setup);
      if (result === undefined || result.metrics.right === null) return [];
      runs[setup] = runOf(repricedResult(result, null, price));
    }
    const { steps } = own.find(({ configuration }) => configuration === base) ?? {};
    const words = question.split(/\s+/u).length;
    return [{ id, set, words, steps: steps?.all ?? 0, unsolved: steps?.unsolved ?? 0, runs }];
  });
}

function runOf({ metrics, sure, prediction, found, byStage }: LabResult): Run {
  const usd = (stage: Stage) => byStage[stage]?.usd ?? 0;
  return {
    right: metrics.right ?? 0,
    sure: sure ?? 0,
    answer: normalise(prediction),
    found: foundRank[found ?? "not-in-library"],
    usd: { plan: usd("plan"), solve: usd("solve"), summarise: usd("summarise") },
  };
}

/** Every state with at most `actions` after the base. */
export function statesWithin(actions: number): State[] {
  const grow = (from: number, left: number): State[] => [
    [],
    ...(left === 0
      ? []
      : more
          .slice(from)
          .flatMap((setup, at) =>
            grow(from + at + 1, left - 1).map((rest): State => [setup, ...rest]),
          )),
  ];
  return grow(0, actions).map((rest) => [base, ...rest]);
}

export function actionsFrom(state: State): string[] {
  return state.length > mostActions ? [] : more.filter((setup) => !state.includes(setup));
}

export function withSetup(state: State, setup: string): State {
  return setups.filter((one) => one === setup || state.includes(one));
}

export function runIn({ runs }: Question, setup: string): Run {
  const run = runs[setup];
  if (run === undefined) throw new RangeError(`no run of ${setup}`);
  return run;
}

/** A stage whose inputs are those of an earlier run is not paid again. */
export function priceOf(question: Question, state: State, setup: string): number {
  const { usd } = runIn(question, setup);
  return stages.reduce((sum, stage, depth) => {
    if (!isLarge(setup, stage)) return sum;
    const same = (other: string) => other.slice(0, depth + 1) === setup.slice(0, depth + 1);
    const paid = state.filter(same).map((other) => runIn(question, other).usd[stage]);
    return sum + Math.max(0, usd[stage] - Math.max(0, ...paid));
  }, 0);
}

/** Remembers what was computed for a question in a state. */
export function remembered<T>(compute: (question: Question, state: State) => T): typeof compute {
  const known = new WeakMap<Question, Map<string, T>>();
  return (question, state) => {
    const own = known.get(question) ?? new Map<string, T>();
    known.set(question, own);
    const key = state.join();
    const before = own.get(key);
    if (before !== undefined) return before;
    const found = compute(question, state);
    own.set(key, found);
    return found;
  };
}

/** A tie keeps the earlier run's answer. */
export const surest = remembered(
  (question, state): Run =>
    state
      .map((setup) => runIn(question, setup))
      .reduce((best, run) => (run.sure > best.sure ? run : best)),
);

/** The runs of each different answer. */
export const candidates = remembered((question, state) => {
  const found = new Map<string, string[]>();
  for (const setup of state) {
    const { answer } = runIn(question, setup);
    found.set(answer, [...(found.get(answer) ?? []), setup]);
  }
  return found;
});

const inside = 0.99;

export function logit(share: number): number {
  const p = Math.min(inside, Math.max(1 - inside, share));
  return Math.log(p / (1 - p));
}
