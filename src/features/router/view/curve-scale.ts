import { line, scaleLinear } from "d3";

export interface PlotArea {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface CurveScale {
  /** From US dollars per 1,000 questions to pixels. */
  x(usd: number): number;
  /** From [0, 1] to pixels. */
  y(accuracy: number): number;
  xTicks: readonly number[];
  yTicks: readonly number[];
  path(points: readonly (readonly [usd: number, accuracy: number])[]): string;
}

/** Cost starts at 0, accuracy near the minimum. */
export function curveScale(
  box: PlotArea,
  costs: readonly number[],
  accuracies: readonly number[],
): CurveScale {
  const most = Math.max(0, ...costs);
  const low = Math.min(...accuracies);
  const high = Math.max(...accuracies);
  // A flat curve needs room, too.
  const room = Math.max(0.02, (high - low) * 0.15);
  const x = scaleLinear([0, most === 0 ? 1 : most], [box.left, box.width - box.right]).nice(5);
  const y = scaleLinear(
    [Math.max(0, low - room), Math.min(1, high + room)],
    [box.height - box.bottom, box.top],
  ).nice(5);
  const joined = line<readonly [number, number]>()
    .x(([usd]) => x(usd))
    .y(([, accuracy]) => y(accuracy));
  return {
    x,
    y,
    xTicks: x.ticks(5),
    yTicks: y.ticks(5),
    path: (points) => joined([...points]) ?? "",
  };
}
