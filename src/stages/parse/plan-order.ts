/**
 * Sorts a plan so that marks `[n]` name only earlier steps. Steps in a loop, or needing an empty
 * step, are cut.
 */
import { markedSteps, renumberMarks } from "./step-marks.ts";

interface PlannedStep {
  query: string;
  answer: string | null;
}

/** `places` maps plan numbers to indices in `steps`; null without text. Unknown marks stay. */
export function inOrder(
  steps: readonly PlannedStep[],
  places: ReadonlyMap<number, number | null>,
): { steps: PlannedStep[]; faults: string[] } {
  const order: number[] = [];
  const isReady = (place: number) =>
    markedSteps(steps[place]?.query ?? "").every((mark) => {
      const named = places.get(mark);
      return named === undefined || (named !== null && order.includes(named));
    });
  let left = [...steps.keys()];
  for (let next = left.find(isReady); next !== undefined; next = left.find(isReady)) {
    order.push(next);
    left = left.filter((place) => place !== next);
  }
  const faults: string[] = [];
  if (left.length > 0) faults.push("a step that names itself or nothing was cut");
  if (order.some((place, index) => index > 0 && place < (order[index - 1] ?? 0))) {
    faults.push("steps put in the order in which they can be looked up");
  }
  const numberOf = (mark: number) => {
    const place = places.get(mark);
    return place === undefined || place === null ? mark : order.indexOf(place) + 1;
  };
  return {
    steps: order.flatMap((place) => {
      const step = steps[place];
      return step === undefined ? [] : [{ ...step, query: renumberMarks(step.query, numberOf) }];
    }),
    faults,
  };
}
