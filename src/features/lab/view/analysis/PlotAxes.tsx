/** Both axes of an accuracy-against-cost picture, and its draggable budget line. */
import { memo, useEffect, useEffectEvent, useRef } from "react";
import { points, labAnalysisText as words } from "../../text/lab-analysis.ts";
import type { PlotBox } from "../pictures/lab-box.ts";
import { dragAlong } from "../pictures/lab-brush.ts";
import type { ParetoLayout } from "../pictures/lab-pareto.ts";
import { css } from "./css.ts";
import { BaseTicks, GridLines } from "./Plot.tsx";
import { useAnalysis, useAnalysisContext } from "./use-analysis.ts";

const wholePoints = (share: number) => points(share, 0);

type PlotLayout = Pick<ParetoLayout, "x" | "y" | "unknownFrom">;

export const PlotAxes = memo(function PlotAxes(props: {
  layout: PlotLayout;
  box: PlotBox;
  titles: { y: string; x: string };
  figure: (cost: number) => string;
  level?: (quality: number) => string;
}) {
  const { layout, box, titles, figure, level = wholePoints } = props;
  const base = box.height - box.bottom;
  const end = layout.unknownFrom ?? box.width - box.right;
  return (
    <>
      <GridLines
        ticks={layout.y.ticks}
        at={layout.y}
        left={box.left}
        right={box.width - box.right}
        text={level}
      />
      <BaseTicks ticks={layout.x.ticks} at={layout.x} base={base} text={figure} />
      <text className={css("bandTitle")} x={0} y={14}>
        {titles.y}
      </text>
      <text className={css("bandTitle")} x={end} y={box.height - 6} textAnchor="end">
        {titles.x}
      </text>
      {layout.unknownFrom === null ? null : (
        <>
          <line className={css("zero")} x1={end + 8} x2={end + 8} y1={box.top} y2={base} />
          <text x={box.width - box.right} y={base + 19} textAnchor="end">
            {words.paretoUnknown}
          </text>
        </>
      )}
    </>
  );
});

/**
 * For mouse and touch; a slider beside the picture does the same by keyboard. Without a budget it
 * is at the end.
 */
export function BudgetLine(props: {
  layout: PlotLayout;
  box: PlotBox;
  svg: { readonly current: SVGSVGElement | null };
}) {
  const { layout, box, svg } = props;
  const { store } = useAnalysisContext();
  const budget = useAnalysis((state) => state.budget);
  const handle = useRef<SVGGElement>(null);
  const [low, high] = layout.x.domain;
  const move = useEffectEvent((at: number) => {
    store.choose({ budget: Math.min(high, Math.max(low, layout.x.invert(at))) });
  });
  useEffect(() => {
    if (handle.current === null || svg.current === null) return;
    return dragAlong(handle.current, svg.current, (at) => move(at));
  }, [svg]);
  const base = box.height - box.bottom;
  return (
    <g
      ref={handle}
      className={css("budget")}
      transform={`translate(${layout.x(Math.min(high, budget ?? high))},0)`}
    >
      <rect
        data-hand="budget"
        className={css("hit")}
        x={-12}
        y={box.top - 18}
        width={24}
        height={base - box.top + 18}
      />
      <line y1={box.top - 8} y2={base} />
      <path d={`M-6,${box.top - 16}h12l-6,8z`} />
    </g>
  );
}
