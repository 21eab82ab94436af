/** Accuracy against cost, the front as stairs, and a budget line that is dragged along. */
import { memo, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { onSet } from "../../../../evaluation/analysis/columns.ts";
import type { LabAnalysis, LabBatch } from "../../../../evaluation/types.ts";
import { costText, points, labAnalysisText as words } from "../../text/lab-analysis.ts";
import { dragAlong } from "../pictures/lab-brush.ts";
import { type ParetoLayout, type ParetoPlace, paretoLayout } from "../pictures/lab-pareto.ts";
import { isToldByMarks, marksSize, TierMarks } from "./ConfigurationMark.tsx";
import { css } from "./css.ts";
import { useShownSet } from "./question-set.tsx";
import { useAnalysis, useAnalysisContext } from "./use-analysis.ts";
import { usePlotWidth } from "./use-plot-width.ts";

const box = { height: 380, left: 48, right: 20, top: 34, bottom: 46 };
/** Letters of a title beside its point. */
const longestTitle = 18;

export function ParetoPicture({ analysis, batch }: { analysis: LabAnalysis; batch: LabBatch }) {
  const { place, width } = usePlotWidth({ least: 264, most: 760 });
  const marked = isToldByMarks(batch);
  const layout = useMemo(() => {
    const label = marked
      ? { width: marksSize.width, height: marksSize.height }
      : { width: longestTitle * 6.6, height: 16 };
    return paretoLayout(analysis.pareto, { ...box, width }, label);
  }, [analysis, width, marked]);
  const svg = useRef<SVGSVGElement>(null);
  return (
    <div ref={place}>
      <svg
        ref={svg}
        data-picture=""
        className={css("picture")}
        viewBox={`0 0 ${width} ${box.height}`}
        width={width}
        aria-hidden="true"
      >
        <Axes layout={layout} width={width} analysis={analysis} />
        <path className={css("front")} d={layout.front} />
        <InSetMarks layout={layout} />
        {layout.places.map((one) => (
          <Point key={one.id} place={one} batch={batch} marked={marked} />
        ))}
        <BudgetLine layout={layout} svg={svg} />
      </svg>
    </div>
  );
}

const Axes = memo(function Axes(props: {
  layout: ParetoLayout;
  width: number;
  analysis: LabAnalysis;
}) {
  const { layout, width, analysis } = props;
  const base = box.height - box.bottom;
  const end = layout.unknownFrom ?? width - box.right;
  return (
    <>
      {layout.y.ticks.map((tick) => (
        <g key={tick} transform={`translate(0,${layout.y(tick)})`}>
          <line className={css("grid")} x1={box.left} x2={width - box.right} />
          <text x={box.left - 8} dy="0.32em" textAnchor="end">
            {points(tick, 0)}
          </text>
        </g>
      ))}
      {layout.x.ticks.map((tick) => (
        <g key={tick} transform={`translate(${layout.x(tick)},${base})`}>
          <line className={css("tick")} y2={5} />
          <text y={19} textAnchor="middle">
            {costText(analysis.cost, tick)}
          </text>
        </g>
      ))}
      <text className={css("bandTitle")} x={0} y={16}>
        {words.metrics[analysis.metric]}, %
      </text>
      <text className={css("bandTitle")} x={end} y={box.height - 6} textAnchor="end">
        {words.paretoX(analysis.cost)}
      </text>
      {layout.unknownFrom === null ? null : (
        <>
          <line className={css("zero")} x1={end + 8} x2={end + 8} y1={box.top} y2={base} />
          <text x={width - box.right} y={base + 19} textAnchor="end">
            {words.paretoUnknown}
          </text>
        </>
      )}
    </>
  );
});

function Point(props: { place: ParetoPlace; batch: LabBatch; marked: boolean }) {
  const { place, batch, marked } = props;
  const { store } = useAnalysisContext();
  const isChosen = useAnalysis((state) => state.configuration === place.id);
  const own = batch.configurations.find(({ id }) => id === place.id);
  const { x, y, label } = place;
  const isLeft = label.anchor === "end";
  return (
    // The table beside it does the same by keyboard; this picture is not read aloud.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <g
      className={css("point", place.onFront && "isFront", isChosen && "isChosen")}
      onClick={() => store.choose({ configuration: place.id })}
    >
      <circle data-hand="" className={css("hit")} cx={x} cy={y} r={16} />
      <path className={css("whisker")} d={place.whisker} />
      {isChosen ? <circle className={css("ring")} cx={x} cy={y} r={10} /> : null}
      <circle className={css("dot")} cx={x} cy={y} r={5.5} />
      {marked && own !== undefined ? (
        <g transform={`translate(${isLeft ? label.x - marksSize.width : label.x},${label.y})`}>
          <TierMarks settings={own.settings} scale={marksSize.scale} />
        </g>
      ) : (
        <text x={label.x} y={label.y} dy="0.32em" textAnchor={label.anchor}>
          {shortened(own?.title ?? place.id)}
        </text>
      )}
    </g>
  );
}

function shortened(title: string): string {
  return title.length <= longestTitle ? title : `${title.slice(0, longestTitle - 1)}…`;
}

/** Where each configuration would stand on the chosen questions alone. */
function InSetMarks({ layout }: { layout: ParetoLayout }) {
  const shown = useShownSet();
  if (shown === null || !shown.narrowed) return null;
  return layout.places.map(({ id, x, y }) => {
    const column = shown.columns.byConfiguration.get(id);
    const metric = column === undefined ? null : onSet(column, shown.set).metric;
    if (metric === null) return null;
    // The chosen questions can be far better or worse than all: then the mark stands at the edge.
    const to = Math.min(box.height - box.bottom, Math.max(box.top, layout.y(metric)));
    return <path key={id} className={css("inSet")} d={`M${x},${y}V${to}m-5,0h10`} />;
  });
}

function BudgetLine(props: {
  layout: ParetoLayout;
  svg: { readonly current: SVGSVGElement | null };
}) {
  const { layout, svg } = props;
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
  const x = layout.x(budget ?? high);
  return (
    <g ref={handle} className={css("budget")} transform={`translate(${x},0)`}>
      <rect
        data-hand="budget"
        className={css("hit")}
        x={-12}
        y={box.top - 10}
        width={24}
        height={box.height - box.bottom - box.top + 10}
      />
      <line y1={box.top - 6} y2={box.height - box.bottom} />
      <path d={`M-6,${box.top - 14}h12l-6,8z`} />
    </g>
  );
}
