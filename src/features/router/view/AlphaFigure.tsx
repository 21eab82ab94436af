/** HomoRouter's Figure 4: what label refinement brings, by the weight of a question's own scores. */
import { extent, line, scaleLinear } from "d3";
import { memo, useRef } from "react";
import type { TrialFigures } from "../../../evaluation/router/figures.ts";
import type { Interval } from "../../../evaluation/types.ts";
import type { Table } from "../../../ui-kit/csv.ts";
import { Figure } from "../../../ui-kit/Figure.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { useSize } from "../../../ui-kit/use-size.ts";
import type { Measured } from "../figures-worker.ts";
import { inLine, jOf, percentOf, routerFiguresText as words } from "../text/router-figures.ts";
import sheet from "./Router.module.css";

const css = classes(sheet);

/** Two pictures, one above the other, over the same α. */
const panel = { height: 168, left: 52, right: 16, top: 24, bottom: 16 };
const axis = 36;
const widths = { first: 560, least: 260, most: 640 };
const cap = 4;

export const AlphaFigure = memo(function AlphaFigure({ measured }: { measured: Measured }) {
  const { trials, figures } = measured;
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const room = size.width === 0 ? widths.first : Math.round(size.width);
  const width = Math.min(widths.most, Math.max(widths.least, room));
  const x = scaleLinear([0, 1], [panel.left, width - panel.right]);
  const height = 2 * panel.height + axis;
  return (
    <Figure
      title={words.alphaTitle}
      help={`${words.alphaHelp} ${words.tested(figures.questions, trials.testOn, trials.trainedOn)}`}
      file="router-alpha"
      table={() => csvOf(figures.trials, figures.questions)}
    >
      <div ref={place}>
        <svg
          data-picture=""
          className={css("picture")}
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          role="img"
          aria-label={labelOf(figures.trials)}
        >
          <Panel
            title={words.accuracy}
            points={figures.trials.map(({ alpha, accuracy }) => ({ alpha, at: accuracy }))}
            x={x}
            width={width}
            tick={(value) => `${(100 * value).toFixed(0)} %`}
          />
          <g transform={`translate(0,${panel.height})`}>
            <Panel
              title={words.j}
              points={figures.trials.map(({ alpha, j }) => ({ alpha, at: j }))}
              x={x}
              width={width}
              tick={(value) => value.toFixed(3)}
            />
          </g>
          {figures.trials.map(({ alpha }) => (
            <text key={alpha} x={x(alpha)} y={2 * panel.height + 4} textAnchor="middle">
              {alpha}
            </text>
          ))}
          <text x={x(0.5)} y={height - 8} textAnchor="middle">
            {words.alpha}
          </text>
        </svg>
      </div>
      <details>
        <summary>{words.asTable}</summary>
        <table className={css("table")}>
          <thead>
            <tr>
              {[words.alpha, words.accuracy, words.j].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.trials.map(({ alpha, accuracy, j }) => (
              <tr key={alpha}>
                <th scope="row">{alpha}</th>
                <td>{inLine(percentOf(accuracy))}</td>
                <td>{inLine(jOf(j))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Figure>
  );
});

interface Point {
  alpha: number;
  at: Interval;
}

function Panel(props: {
  title: string;
  points: readonly Point[];
  x: (alpha: number) => number;
  width: number;
  tick: (value: number) => string;
}) {
  const { title, points, x, width, tick } = props;
  const [low = 0, high = 1] = extent(points.flatMap(({ at }) => [at.low, at.high]));
  const y = scaleLinear(low === high ? [low - 0.01, high + 0.01] : [low, high], [
    panel.height - panel.bottom,
    panel.top,
  ]).nice(4);
  const joined = line<Point>()
    .x(({ alpha }) => x(alpha))
    .y(({ at }) => y(at.mean));
  return (
    <>
      <text x={0} y={12}>
        {title}
      </text>
      {y.ticks(4).map((value) => (
        <g key={value} transform={`translate(0,${y(value)})`}>
          <line className={css("grid")} x1={panel.left} x2={width - panel.right} />
          <text x={panel.left - 8} dy="0.32em" textAnchor="end">
            {tick(value)}
          </text>
        </g>
      ))}
      <path className={css("curve")} d={joined(points) ?? ""} />
      {points.map(({ alpha, at }) => (
        <g key={alpha} transform={`translate(${x(alpha)},0)`}>
          <path
            className={css("whisker")}
            d={`M${-cap},${y(at.low)}h${2 * cap}M${-cap},${y(at.high)}h${2 * cap}M0,${y(at.low)}V${y(at.high)}`}
          />
          <circle className={css("dot")} cy={y(at.mean)} r={4} />
        </g>
      ))}
    </>
  );
}

function labelOf(trials: readonly TrialFigures[]): string {
  const means = trials.map(({ accuracy }) => accuracy.mean);
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`;
  return words.alphaLabel(percent(Math.min(...means)), percent(Math.max(...means)));
}

function csvOf(trials: readonly TrialFigures[], questions: number): Table {
  const { csv } = words;
  const cells = ({ mean, low, high }: Interval) => [mean, low, high];
  return {
    head: [csv.alpha, csv.questions, ...csv.accuracy, ...csv.j],
    rows: trials.map(({ alpha, accuracy, j }) => [
      alpha,
      questions,
      ...cells(accuracy),
      ...cells(j),
    ]),
  };
}
