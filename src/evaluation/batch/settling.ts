/** Plans a batch that runs until its verdicts are settled, and looks at them. */
import type { Stage } from "../../log/types.ts";
import { combinationIds, setupIds, stagesOf } from "../analysis/combination-ids.ts";
import { isOver, looksOf, type Standing, standingOf, stepsOf } from "../pipelines/sequential.ts";
import { leastQuestions } from "../statistics/sample-size.ts";
import { type Configuration, type LabBatch, type LabResult, verdictMetric } from "../types.ts";

interface Shape extends Pick<LabBatch, "questionCount" | "untilSettled"> {
  configurations: readonly Configuration[];
}

export interface Asking {
  /** Its place in the batch. */
  question: number;
  configurations: readonly Configuration[];
}

/** Two stages or more in all combinations, and questions enough for a verdict. */
export function canSettle({ configurations, questionCount }: Omit<Shape, "untilSettled">): boolean {
  const ids = combinationIds(configurations);
  const [first] = ids;
  return (
    first !== undefined &&
    stagesOf(first).length > 1 &&
    setupIds(first).length === configurations.length &&
    ids.length === configurations.length &&
    questionCount >= leastQuestions
  );
}

/** Between two rounds the verdicts are looked at. A batch that asks everything has one round. */
export function roundsOf(batch: Shape): Asking[][] {
  const plan = planOf(batch);
  if (plan === null) {
    return [
      Array.from({ length: batch.questionCount }, (_, question) => ({
        question,
        configurations: batch.configurations,
      })),
    ];
  }
  const { ids, steps, looks } = plan;
  const asked = steps.map(({ question, setups }) => ({
    question,
    configurations: batch.configurations.filter(({ id }) => setups.includes(ids.indexOf(id))),
  }));
  return looks.map((look, at) => asked.slice(looks[at - 1] ?? 0, look));
}

export interface Settling {
  stages: readonly (Pick<Standing, "state" | "chance"> & { stage: Stage })[];
  isOver: boolean;
}

/**
 * At the last look of which all outcomes are there; later outcomes do not count, so that it is the
 * same however many questions ran at once. Null before the first look.
 */
export function settlingOf(
  batch: Shape,
  questions: readonly string[],
  results: readonly LabResult[],
): Settling | null {
  // A report from elsewhere may claim any number.
  const plan = planOf({ ...batch, questionCount: questions.length });
  if (plan === null) return null;
  const { ids, stages, steps, looks } = plan;
  const places = new Map(questions.map((id, place) => [id, place]));
  const setupOf = new Map(ids.map((id, setup) => [id, setup]));
  const outcomes = ids.map(() => new Array<LabResult | undefined>(questions.length));
  for (const result of results) {
    const place = places.get(result.question);
    const column = outcomes[setupOf.get(result.configuration) ?? -1];
    if (place !== undefined && column !== undefined) column[place] = result;
  }
  const missing = steps.findIndex(({ question, setups }) =>
    setups.some((setup) => outcomes[setup]?.[question] === undefined),
  );
  const done = missing === -1 ? steps.length : missing;
  const look = looks.findLast((one) => one <= done);
  if (look === undefined) return null;
  const quality = ids.map(() => new Float64Array(questions.length).fill(Number.NaN));
  for (const { question, setups } of steps.slice(0, look)) {
    for (const setup of setups) {
      const column = quality[setup];
      const score = outcomes[setup]?.[question]?.metrics[verdictMetric];
      if (column !== undefined) column[question] = score ?? Number.NaN;
    }
  }
  const models = stages.map(() => 2);
  const standings = standingOf(models, quality, look / steps.length);
  return {
    stages: standings.flatMap(({ stage: at, state, chance }) => {
      const stage = stages[at];
      return stage === undefined ? [] : [{ stage, state, chance }];
    }),
    isOver: isOver(standings),
  };
}

function planOf(batch: Shape) {
  const [first] = combinationIds(batch.configurations);
  if (batch.untilSettled !== true || first === undefined || !canSettle(batch)) return null;
  const stages = stagesOf(first);
  const models = stages.map(() => 2);
  return {
    stages,
    ids: setupIds(first),
    steps: stepsOf(models, batch.questionCount),
    looks: looksOf(models, batch.questionCount),
  };
}
