/** A configuration's confidence against its accuracy: whether the figure can be trusted here. */
import { useMemo } from "react";
import type { LabAnalysis, SurenessSummary } from "../../../../evaluation/types.ts";
import { SelectField } from "../../../../ui-kit/Field.tsx";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { interval, percentTick, points } from "../../text/lab-analysis.ts";
import { labSurenessText as words } from "../../text/lab-sureness.ts";
import { type SharePlot, shareTicks, surenessLayout } from "../pictures/lab-sureness.ts";
import { css } from "./css.ts";
import { FigureTable } from "./FigureTable.tsx";
import { BaseTicks, GridLines, Plot } from "./Plot.tsx";
import { useAnalysis, useAnalysisContext, useTitles } from "./use-analysis.ts";
import { usePlotWidth } from "./use-plot-width.ts";

export function SurenessPart({ analysis: { sureness } }: { analysis: LabAnalysis }) {
  const title = useTitles();
  const chosen = useAnalysis((state) => state.configuration) ?? sureness[0]?.id ?? "";
  const shown = sureness.find(({ id }) => id === chosen) ?? null;
  return (
    <Figure
      title={words.title}
      help={words.help}
      file="how-sure-how-right"
      table={() => csvTable(sureness)}
      isTable={shown === null}
    >
      {sureness.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <>
          <Choice sureness={sureness} chosen={chosen} />
          {shown === null ? <p>{words.nothingOf(title(chosen))}</p> : <Shown shown={shown} />}
          <Comparison sureness={sureness} />
        </>
      )}
    </Figure>
  );
}

function Choice(props: { sureness: readonly SurenessSummary[]; chosen: string }) {
  const { sureness, chosen } = props;
  const { store } = useAnalysisContext();
  const title = useTitles();
  const ids = [...new Set([chosen, ...sureness.map(({ id }) => id)])];
  if (ids.length === 1) return null;
  return (
    <div className={css("fields")}>
      <SelectField
        label={words.shown}
        value={chosen}
        options={ids.map((id) => ({ value: id, label: title(id) }))}
        onChange={(configuration) => store.choose({ configuration })}
      />
    </div>
  );
}

function Shown({ shown }: { shown: SurenessSummary }) {
  return (
    <>
      <p className={css("reading")}>
        <b>{words.surest(shown)}</b> {words.tellsApart(shown.auroc)} {words.calibrated(shown)}
      </p>
      <Picture shown={shown} />
    </>
  );
}

function Picture({ shown }: { shown: SurenessSummary }) {
  const { place, width } = usePlotWidth({ least: 264, most: 820 });
  const layout = useMemo(() => surenessLayout(shown, width), [shown, width]);
  const { reliability, selective } = layout;
  return (
    <Plot place={place} width={width} height={layout.height}>
      <Axes plot={reliability} titles={words.reliability} />
      <line
        className={css("diagonal")}
        x1={reliability.x(0)}
        y1={reliability.y(0)}
        x2={reliability.x(1)}
        y2={reliability.y(1)}
      />
      <text className={css("bandTitle")} x={reliability.left - 40} y={reliability.base + 34}>
        {words.reliability.counts}
      </text>
      <line
        className={css("tick")}
        x1={reliability.left}
        x2={reliability.right}
        y1={reliability.countsBase}
        y2={reliability.countsBase}
      />
      {reliability.places.map(({ from, x, y, whisker, bar, n }) => (
        <g key={from}>
          <path className={css("whisker")} d={whisker} />
          <circle className={css("roiPoint")} cx={x} cy={y} r={4.5} />
          <rect className={css("barQuality")} {...bar} />
          <text x={bar.x + bar.width / 2} y={bar.y - 4} textAnchor="middle">
            {n}
          </text>
        </g>
      ))}
      <Axes plot={selective} titles={words.selective} />
      <path className={css("intervalBand")} d={selective.band} />
      <line
        className={css("diagonal")}
        x1={selective.left}
        x2={selective.right}
        y1={selective.allY}
        y2={selective.allY}
      />
      <text x={selective.left + 4} y={selective.allY + 15} textAnchor="start">
        {words.selective.all}
      </text>
      <path className={css("curve")} d={selective.curve} />
      {selective.half === null ? null : (
        <circle className={css("roiPoint")} cx={selective.half.x} cy={selective.half.y} r={4.5} />
      )}
    </Plot>
  );
}

function Axes({ plot, titles }: { plot: SharePlot; titles: { x: string; y: string } }) {
  return (
    <g>
      <GridLines
        ticks={shareTicks}
        at={plot.y}
        left={plot.left}
        right={plot.right}
        text={percentTick}
      />
      <BaseTicks ticks={shareTicks} at={plot.x} base={plot.base} text={percentTick} />
      <text className={css("bandTitle")} x={plot.left - 40} y={plot.top - 16}>
        {titles.y}
      </text>
      <text className={css("bandTitle")} x={plot.right} y={plot.base + 34} textAnchor="end">
        {titles.x}
      </text>
    </g>
  );
}

const heads = ["n", "sure", "right", "half", "auroc", "error", "gap"] as const;

function Comparison({ sureness }: { sureness: readonly SurenessSummary[] }) {
  const title = useTitles();
  return (
    <FigureTable
      label={words.title}
      first={words.configuration}
      heads={heads.map((name) => ({ label: words.head[name] }))}
      rows={sureness.map((one) => ({
        id: one.id,
        title: title(one.id),
        cells: [
          one.n,
          points(one.sure),
          interval(one.right),
          interval(one.surest.find(({ share }) => share === 0.5)?.right ?? null),
          words.area(one.auroc),
          words.error(one),
          interval(one.gap),
        ],
      }))}
    />
  );
}

/** One line per bin; each repeats the configuration's totals. */
function csvTable(sureness: readonly SurenessSummary[]) {
  return {
    head: [
      "configuration",
      "n",
      "sure, %",
      "right, %",
      "AUROC",
      "AUROC low",
      "AUROC high",
      "ECE",
      "ECE by chance",
      "bin from",
      "bin to",
      "bin n",
      "bin sure, %",
      "bin right, %",
      "bin right low",
      "bin right high",
    ],
    rows: sureness.flatMap((one) =>
      one.bins.map(({ from, to, n, sure, right }) => [
        one.id,
        one.n,
        100 * one.sure,
        100 * one.right.mean,
        one.auroc?.mean ?? null,
        one.auroc?.low ?? null,
        one.auroc?.high ?? null,
        one.calibrationError,
        one.calibrationErrorByChance,
        from,
        to,
        n,
        100 * sure,
        100 * right.mean,
        100 * right.low,
        100 * right.high,
      ]),
    ),
  };
}
