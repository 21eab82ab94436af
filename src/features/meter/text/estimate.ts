import type { PlanChoice } from "../../../log/types.ts";
import { count, seconds, unknown, usd } from "../../../ui-kit/text/format.ts";
import { methodText } from "../../../ui-kit/text/method.ts";
import type { Interval } from "../estimate.ts";

export const estimateText = {
  expected: (runs: number, money: Interval | null, time: Interval) =>
    `Your last ${count(runs)} took ${range(time, seconds)} and cost ${cost(money)}.`,
  flips: "Predicted, if done by another",
  choices: {
    large: "large",
    small: "small",
    decide: "decide",
    off: methodText.nobody,
  } satisfies Record<PlanChoice, string>,
  change: (money: number | null, repriced: boolean, time: number | null) =>
    `${repriced ? "≈ " : ""}${signed(money, usd)}, ${signed(time, seconds)}`,
  changeLong: (money: Interval | null, time: Interval | null) =>
    `Money ${changeRange(money, usd)}, time ${changeRange(time, seconds)}, by your earlier runs.`,
};

function cost(money: Interval | null): string {
  return money !== null && money.high === 0 ? "nothing" : range(money, usd);
}

function range(interval: Interval | null, format: (value: number) => string): string {
  if (interval === null) return unknown;
  const [low, high] = [format(interval.low), format(interval.high)];
  return low === high ? low : `${low} to ${high}`;
}

function changeRange(interval: Interval | null, format: (value: number) => string): string {
  if (interval === null) return "not known";
  return `${signed(interval.low, format)} to ${signed(interval.high, format)}`;
}

function signed(value: number | null, format: (value: number) => string): string {
  if (value === null) return unknown;
  const size = format(Math.abs(value));
  if (size === format(0)) return `±${size}`;
  return `${value < 0 ? "−" : "+"}${size}`;
}
