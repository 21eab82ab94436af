/** P(the answer becomes right | the state of the log, the action), by boosted trees. */
import { isLarge } from "../../../src/evaluation/analysis/combination-ids.ts";
import { type BoostedTrees, probabilityOf } from "../../../src/folds/verifier/trees.ts";
import { stages } from "../../../src/log/types.ts";
import { defaultBoosting, fitTrees, type Sample } from "./boost.ts";
import {
  actionsFrom,
  base,
  candidates,
  logit,
  type Question,
  remembered,
  runIn,
  type State,
  statesWithin,
  surest,
  withSetup,
} from "./paths.ts";

/** Which of the answers is kept, with its P(right). */
export type Keep = (question: Question, state: State) => { right: number; p: number };

export const keepSurest: Keep = (question, state) => {
  const { right, sure } = surest(question, state);
  return { right, p: sure };
};

const answerColumns = [
  "surest",
  "meanSureness",
  "runs",
  "share",
  "surestOther",
  "answers",
  "bySmall",
  "bySmallPlan",
  "byLargePlan",
  "byLargeReader",
  "byLargeConclusion",
  "words",
  "yesOrNo",
  "found",
  "base",
];

function answerRow(question: Question, state: State, answer: string, by: readonly string[]) {
  const logits = (setups: readonly string[]) =>
    setups.map((setup) => logit(runIn(question, setup).sure));
  const [own, others] = [logits(by), logits(state.filter((setup) => !by.includes(setup)))];
  const some = (fits: (setup: string) => boolean) => Number(by.some(fits));
  return [
    Math.max(...own),
    own.reduce((sum, one) => sum + one, 0) / own.length,
    own.length,
    own.length / state.length,
    Math.max(logit(0), ...others),
    candidates(question, state).size,
    some((setup) => setup === base),
    some((setup) => !isLarge(setup, "plan")),
    ...stages.map((stage) => some((setup) => isLarge(setup, stage))),
    answer.split(" ").length,
    Number(/^(?:yes|no)$/u.test(answer)),
    Math.max(...by.map((setup) => runIn(question, setup).found)),
    logit(runIn(question, base).sure),
  ];
}

/** Learns which of several answers is right, instead of taking the surest. */
export function learnKeep(seen: readonly Question[]): Keep {
  const samples = seen.flatMap((question) =>
    statesWithin(3).flatMap((state) =>
      [...candidates(question, state)].map(
        ([answer, by]): Sample => ({
          row: answerRow(question, state, answer, by),
          target: bestRight(question, by),
        }),
      ),
    ),
  );
  const trees = fitTrees(answerColumns, samples, sizedFor(samples.length));
  return remembered((question, state) =>
    [...candidates(question, state)]
      .map(([answer, by]) => ({
        right: bestRight(question, by),
        p: probabilityOf(trees, answerRow(question, state, answer, by)),
      }))
      .reduce((best, one) => (one.p > best.p ? one : best)),
  );
}

function bestRight(question: Question, by: readonly string[]): number {
  return Math.max(...by.map((setup) => runIn(question, setup).right));
}

const actionColumns = [
  "kept",
  "surest",
  "base",
  "answers",
  "runs",
  "agreeing",
  "steps",
  "unsolved",
  "answerWords",
  "yesOrNo",
  "found",
  "questionWords",
  "asks",
  "plansLarge",
  "readsLarge",
  "concludesLarge",
  "planSeen",
  "readingSeen",
  "conclusionSeen",
];

function actionRow(question: Question, state: State, action: string | null, p: number): number[] {
  const first = runIn(question, base);
  const { sure, answer } = surest(question, state);
  const groups = candidates(question, state);
  return [
    p,
    logit(sure),
    logit(first.sure),
    groups.size,
    state.length,
    groups.get(answer)?.length ?? 0,
    question.steps,
    question.unsolved,
    first.answer.split(" ").length,
    Number(/^(?:yes|no)$/u.test(first.answer)),
    first.found,
    question.words,
    Number(action !== null),
    ...stages.map((stage) => Number(action !== null && isLarge(action, stage))),
    ...stages.map((stage) => Number(state.some((setup) => isLarge(setup, stage)))),
  ];
}

/** P(right) of the answer that is kept after the action; null accepts. */
export type Estimate = (question: Question, state: State, action: string | null) => number;

/** Targets are labels, or another model's estimates, which vary less. */
export function learnEstimate(
  seen: readonly Question[],
  keepFor: (question: Question) => Keep,
  targetOf: "right" | "p",
): { trees: BoostedTrees; estimateWith: (keep: Keep) => Estimate } {
  const samples = seen.flatMap((question) => {
    const keep = keepFor(question);
    return statesWithin(2).flatMap((state) => {
      const { p } = keep(question, state);
      return [null, ...actionsFrom(state)].map((action): Sample => {
        const then = keep(question, action === null ? state : withSetup(state, action));
        return { row: actionRow(question, state, action, p), target: then[targetOf] };
      });
    });
  });
  const trees = fitTrees(actionColumns, samples, sizedFor(samples.length));
  const estimateWith =
    (keep: Keep): Estimate =>
    (question, state, action) =>
      probabilityOf(trees, actionRow(question, state, action, keep(question, state).p));
  return { trees, estimateWith };
}

/** A leaf holds at least a twenty-fifth of all samples. */
function sizedFor(samples: number) {
  return { ...defaultBoosting, least: Math.ceil(samples / 25) };
}
