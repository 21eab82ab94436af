/** A sweep over one number: score and cost by value. */
import { useMemo } from "react";
import { sweptValue } from "../../../../evaluation/analysis/variant-ids.ts";
import type { LabAnalysis, LabBatch, ParetoPoint } from "../../../../evaluation/types.ts";
import { isControlPath } from "../../../../runtime/controls.ts";
import { findMethodInfo } from "../../../../session/presets.ts";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { wordsOf } from "../../../../ui-kit/text/controls.ts";
import { costText, interval, labAnalysisText, points as share } from "../../text/lab-analysis.ts";
import { comparisonText as words } from "../../text/lab-comparison.ts";
import { type SweepLayout, sweepLayout } from "../pictures/lab-sweep.ts";
import { css } from "./css.ts";
import { FigureTable } from "./FigureTable.tsx";
import { GridLines, Plot } from "./Plot.tsx";
import { usePlotWidth } from "./use-plot-width.ts";

export function SweepPart({ analysis, batch }: { analysis: LabAnalysis; batch: LabBatch }) {
  const { metric, cost, pareto } = analysis;
  const label = sweptLabel(batch);
  const swept = useMemo(() => sweptPoints(batch, pareto), [batch, pareto]);
  if (label === null || swept.length === 0) return null;
  return (
    <Figure
      title={words.sweepTitle(label)}
      help={words.sweepHelp}
      file="sweep"
      table={() => csvTable(swept, analysis)}
    >
      <SweepPicture swept={swept} analysis={analysis} label={label} />
      <FigureTable
        label={words.sweepTitle(label)}
        first={label}
        heads={[
          { label: labAnalysisText.inPercent(metric) },
          { label: labAnalysisText.paretoX(cost) },
          { label: words.sweepHead.n },
        ]}
        rows={swept.map((one) => ({
          id: one.id,
          title: one.value,
          cells: [interval(one.quality), costText(cost, one.cost), one.quality.n],
        }))}
      />
    </Figure>
  );
}

type Swept = Pick<ParetoPoint, "id" | "quality" | "cost"> & { value: number };

function sweptPoints({ comparison }: LabBatch, points: readonly ParetoPoint[]): Swept[] {
  return points
    .flatMap(({ id, quality, cost }) => {
      const value = sweptValue(id, comparison?.path ?? "");
      return value === null ? [] : [{ id, quality, cost, value }];
    })
    .sort((a, b) => a.value - b.value);
}

/** The number's label, or its path if no method has it any more. */
function sweptLabel({ comparison }: LabBatch): string | null {
  if (comparison?.kind !== "sweep" || comparison.path === undefined) return null;
  const own = findMethodInfo(comparison.method)?.settings ?? {};
  const { path } = comparison;
  return isControlPath(path, own) ? wordsOf(path, own).label : path;
}

const margin = { left: 62, right: 12 };

function SweepPicture(props: { swept: readonly Swept[]; analysis: LabAnalysis; label: string }) {
  const { swept, analysis, label } = props;
  const { metric, cost } = analysis;
  const { place, width } = usePlotWidth({ least: 264, most: 760 });
  const layout = useMemo(() => sweepLayout(swept, { width, ...margin }), [swept, width]);
  return (
    <Plot place={place} width={width} height={layout.height}>
      <Band
        band={layout.quality}
        width={width}
        title={labAnalysisText.inPercent(metric)}
        tick={(value) => share(value, 0)}
      />
      {layout.cost === null ? null : (
        <Band
          band={layout.cost}
          width={width}
          title={labAnalysisText.paretoX(cost)}
          tick={(value) => costText(cost, value)}
        />
      )}
      {layout.places.map(({ value, x, y, whisker, costY, named }) => (
        <g key={value}>
          <path className={css("whisker")} d={whisker} />
          <circle className={css("roiPoint")} cx={x} cy={y} r={4.5} />
          {costY === null ? null : <circle className={css("dot")} cx={x} cy={costY} r={4} />}
          <line className={css("tick")} x1={x} x2={x} y1={layout.base} y2={layout.base + 5} />
          {named ? (
            <text x={x} y={layout.base + 19} textAnchor="middle">
              {value}
            </text>
          ) : null}
        </g>
      ))}
      <text
        className={css("bandTitle")}
        x={width - margin.right}
        y={layout.height - 6}
        textAnchor="end"
      >
        {label}
      </text>
    </Plot>
  );
}

function Band(props: {
  band: SweepLayout["quality"];
  width: number;
  title: string;
  tick: (value: number) => string;
}) {
  const { band, width, title, tick } = props;
  return (
    <g>
      <text className={css("bandTitle")} x={0} y={band.top - 14}>
        {title}
      </text>
      <GridLines
        ticks={band.axis.ticks}
        at={band.axis}
        left={margin.left}
        right={width - margin.right}
        text={tick}
      />
      <path className={css("curve")} d={band.line} />
    </g>
  );
}

function csvTable(swept: readonly Swept[], { metric, cost }: LabAnalysis) {
  return {
    head: ["value", "n", metric, `${metric} low`, `${metric} high`, `${cost} a question`],
    rows: swept.map(({ value, quality, cost: spent }) => [
      value,
      quality.n,
      quality.mean,
      quality.low,
      quality.high,
      spent,
    ]),
  };
}
