/**
 * Two plots of one configuration: accuracy by confidence with bin counts below, and accuracy of
 * the most confident answers. Side by side if there is room.
 */
import { area, line, scaleLinear } from "d3";
import type { SurenessSummary } from "../../../../evaluation/types.ts";
import { uprightWhisker } from "./lab-box.ts";

/** Both axes are shares, from 0 to 1. */
export interface SharePlot {
  x(share: number): number;
  y(share: number): number;
  left: number;
  right: number;
  top: number;
  base: number;
}

export interface BinPlace {
  from: number;
  x: number;
  y: number;
  whisker: string;
  /** Bin count, as a bar that hangs from the axis of counts. */
  bar: { x: number; y: number; width: number; height: number };
  n: number;
}

export interface SurenessLayout {
  width: number;
  height: number;
  reliability: SharePlot & { places: readonly BinPlace[]; countsBase: number };
  selective: SharePlot & {
    curve: string;
    band: string;
    allY: number;
    half: { x: number; y: number } | null;
  };
}

const plotHeight = 240;
const countsHeight = 44;
const gap = 44;
const margin = { left: 40, right: 10, top: 34, under: 34 };
/** Minimum width in pixels for side by side. */
const besideFrom = 620;

export function surenessLayout(
  { bins, surest, right }: Pick<SurenessSummary, "bins" | "surest" | "right">,
  width: number,
): SurenessLayout {
  const beside = width >= besideFrom;
  const own = beside ? (width - gap) / 2 : width;
  const first = plotAt(0, 0, own);
  const countsTop = first.base + margin.under + 22;
  const countsBase = countsTop + countsHeight;
  const second = beside ? plotAt(own + gap, 0, own) : plotAt(0, countsBase + gap, own);
  const most = bins.reduce((max, { n }) => Math.max(max, n), 1);
  const count = scaleLinear([0, most], [0, countsHeight]);
  const places = bins.map(({ from, to, n, sure, right: share }): BinPlace => {
    const x = first.x(sure);
    const height = count(n);
    return {
      from,
      x,
      y: first.y(share.mean),
      whisker: uprightWhisker(x, first.y(share.low), first.y(share.high)),
      bar: {
        x: first.x(from) + 2,
        y: countsBase - height,
        width: first.x(to) - first.x(from) - 4,
        height,
      },
      n,
    };
  });
  const half = surest.find(({ share }) => share === 0.5);
  type Point = SurenessSummary["surest"][number];
  const at = ({ share }: Point) => second.x(share);
  return {
    width,
    height:
      (beside ? Math.max(countsBase, second.base + margin.under) : second.base + margin.under) + 8,
    reliability: { ...first, places, countsBase },
    selective: {
      ...second,
      curve: line<Point>(at, (one) => second.y(one.right.mean))(surest) ?? "",
      band:
        area<Point>(
          at,
          (one) => second.y(one.right.low),
          (one) => second.y(one.right.high),
        )(surest) ?? "",
      allY: second.y(right.mean),
      half: half === undefined ? null : { x: at(half), y: second.y(half.right.mean) },
    },
  };
}

function plotAt(x: number, y: number, width: number): SharePlot {
  const [left, right] = [x + margin.left, x + width - margin.right];
  const [top, base] = [y + margin.top, y + margin.top + plotHeight];
  const lying = scaleLinear([0, 1], [left, right]);
  const upright = scaleLinear([0, 1], [base, top]);
  return {
    x: (share) => lying(share),
    y: (share) => upright(share),
    left,
    right,
    top,
    base,
  };
}

export const shareTicks = [0, 0.25, 0.5, 0.75, 1] as const;
