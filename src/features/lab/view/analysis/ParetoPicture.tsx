/** Accuracy against cost, the front as stairs, and a draggable budget line. */
import { useCallback, useMemo, useRef } from "react";
import { onSet } from "../../../../evaluation/analysis/columns.ts";
import { sweptValue } from "../../../../evaluation/analysis/variant-ids.ts";
import type { LabAnalysis, LabBatch } from "../../../../evaluation/types.ts";
import { costText, labAnalysisText as words } from "../../text/lab-analysis.ts";
import type { PlotBox } from "../pictures/lab-box.ts";
import { type ParetoLayout, type ParetoPlace, paretoLayout } from "../pictures/lab-pareto.ts";
import { isToldByMarks, marksSize, TierMarks } from "./ConfigurationMark.tsx";
import { css } from "./css.ts";
import { Plot } from "./Plot.tsx";
import { BudgetLine, PlotAxes } from "./PlotAxes.tsx";
import { useShownSet } from "./question-set.tsx";
import { useAnalysis, useAnalysisContext } from "./use-analysis.ts";
import { usePlotWidth } from "./use-plot-width.ts";

const margins = { height: 380, left: 48, right: 20, top: 34, bottom: 46 };
const longestTitle = 18;

export function ParetoPicture({ analysis, batch }: { analysis: LabAnalysis; batch: LabBatch }) {
  const { place, width } = usePlotWidth({ least: 264, most: 760 });
  const marked = isToldByMarks(batch);
  const box = useMemo(() => ({ ...margins, width }), [width]);
  const { cost, metric, pareto } = analysis;
  const names = useMemo(() => namesOf(batch), [batch]);
  const layout = useMemo(() => {
    const longest = Math.max(0, ...[...names.values()].map((name) => name.length));
    const label = marked
      ? { width: marksSize.width, height: marksSize.height }
      : { width: longest * 6.6, height: 16 };
    return paretoLayout(pareto, box, label);
  }, [pareto, box, marked, names]);
  const titles = useMemo(
    () => ({ y: words.inPercent(metric), x: words.paretoX(cost) }),
    [metric, cost],
  );
  const figure = useCallback((value: number) => costText(cost, value), [cost]);
  const svg = useRef<SVGSVGElement>(null);
  return (
    <Plot place={place} width={width} height={box.height} svg={svg}>
      <PlotAxes layout={layout} box={box} titles={titles} figure={figure} />
      <path className={css("front")} d={layout.front} />
      <InSetMarks layout={layout} box={box} />
      {layout.places.map((one) => (
        <Point
          key={one.id}
          place={one}
          batch={batch}
          marked={marked}
          name={names.get(one.id) ?? one.id}
        />
      ))}
      <BudgetLine layout={layout} box={box} svg={svg} />
    </Plot>
  );
}

function Point(props: { place: ParetoPlace; batch: LabBatch; marked: boolean; name: string }) {
  const { place, batch, marked, name } = props;
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
          {name}
        </text>
      )}
    </g>
  );
}

/** By id. A sweep shows only the values: its titles begin alike, and are cut at the end. */
function namesOf({ configurations, comparison }: LabBatch): ReadonlyMap<string, string> {
  return new Map(
    configurations.map(({ id, title }) => {
      const value = sweptValue(id, comparison?.path ?? "");
      return [id, value === null ? shortened(title) : String(value)];
    }),
  );
}

function shortened(title: string): string {
  return title.length <= longestTitle ? title : `${title.slice(0, longestTitle - 1)}…`;
}

function InSetMarks({ layout, box }: { layout: ParetoLayout; box: PlotBox }) {
  const shown = useShownSet();
  if (shown === null || !shown.narrowed) return null;
  return layout.places.map(({ id, x, y }) => {
    const column = shown.columns.byConfiguration.get(id);
    const metric = column === undefined ? null : onSet(column, shown.set).metric;
    if (metric === null) return null;
    // The chosen questions can score far from the mean: clamp the mark to the edge.
    const to = Math.min(box.height - box.bottom, Math.max(box.top, layout.y(metric)));
    return <path key={id} className={css("inSet")} d={`M${x},${y}V${to}m-5,0h10`} />;
  });
}
