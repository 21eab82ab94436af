/** SlimPLM's Figure 2: each question with retrieval beside the same question without. */
import type { LabAnalysis, RetrievalEffect } from "../../../../evaluation/types.ts";
import { Figure } from "../../../../ui-kit/Figure.tsx";
import { percentTick, points } from "../../text/lab-analysis.ts";
import { courseText } from "../../text/lab-course.ts";
import {
  fittingText,
  type SharesPlace,
  shareBarHeight,
  sharesLayout,
} from "../pictures/lab-shares.ts";
import { css } from "./css.ts";
import { FigureTable, ShareFigure, shareCells, shareHeads } from "./FigureTable.tsx";
import { useTitles } from "./use-analysis.ts";
import { usePlotWidth } from "./use-plot-width.ts";

const words = courseText.retrieval;
const outcomes = ["better", "equal", "worse"] as const;
const turns = ["misled", "helped"] as const;

/** Nothing where no configuration goes without a search beside one that does not. */
export function RetrievalPart({ analysis }: { analysis: LabAnalysis }) {
  const { retrieval, metric } = analysis;
  const title = useTitles();
  const [first] = retrieval;
  if (first === undefined) return null;
  return (
    <Figure
      title={words.title}
      help={words.help(title(first.base), metric)}
      file="with-and-without-retrieval"
      table={() => csvTable(retrieval)}
    >
      <RetrievalPicture effects={retrieval} />
      <FigureTable
        label={words.title}
        first={courseText.configuration}
        heads={[...outcomes, ...turns].map((name) => ({ label: words.head[name] }))}
        rows={retrieval.map((effect) => ({
          id: effect.with,
          title: title(effect.with),
          cells: [...outcomes, ...turns].map((name) => (
            <ShareFigure key={name} share={effect[name]} />
          )),
        }))}
      />
    </Figure>
  );
}

const margin = { left: 4, right: 16 };

function RetrievalPicture({ effects }: { effects: readonly RetrievalEffect[] }) {
  const { place, width } = usePlotWidth({ least: 264, most: 760 });
  const layout = sharesLayout(
    effects.map((effect) => ({
      id: effect.with,
      parts: outcomes.map((outcome) => effect[outcome].mean),
    })),
    { width, ...margin },
  );
  return (
    <div ref={place}>
      <svg
        data-picture=""
        className={css("picture")}
        viewBox={`0 0 ${width} ${layout.height}`}
        width={width}
        aria-hidden="true"
      >
        {layout.x.ticks.map((tick) => (
          <g key={tick} transform={`translate(${layout.x(tick)},${layout.base})`}>
            <line className={css("tick")} y2={5} />
            <text y={19} textAnchor={tick === 0 ? "start" : "middle"}>
              {percentTick(tick)}
            </text>
          </g>
        ))}
        <text
          className={css("bandTitle")}
          x={width - margin.right}
          y={layout.height - 4}
          textAnchor="end"
        >
          {words.x}
        </text>
        <text x={margin.left} y={layout.headline}>
          {words.order}
        </text>
        {layout.rows.map((row, index) => {
          const effect = effects[index];
          return effect === undefined ? null : (
            <Bar key={row.id} row={row} effect={effect} end={width - margin.right} />
          );
        })}
      </svg>
    </div>
  );
}

function Bar(props: { row: SharesPlace; effect: RetrievalEffect; end: number }) {
  const { row, effect, end } = props;
  const title = useTitles();
  const name = words.bar(title(effect.with), effect.better.n);
  const parts = outcomes.map((outcome, at) => {
    const place = row.parts[at] ?? { x: 0, width: 0 };
    const figure = points(effect[outcome].mean, 0);
    const long = words.told(outcome, figure);
    const text = fittingText(place.width, [long, figure]);
    return { outcome, ...place, long, text };
  });
  // A part too narrow for its figure is told over the bar, where the name leaves room.
  const untold = parts.filter(({ text, width }) => text === "" && width > 0);
  const aside = untold.map(({ long }) => long).join(", ");
  return (
    <g>
      <text className={css("columnName")} x={margin.left} y={row.name}>
        {name}
      </text>
      <text x={end} y={row.name} textAnchor="end">
        {fittingText(end - margin.left, [`${name} ${aside}`]) === "" ? "" : aside}
      </text>
      {parts.map(({ outcome, x, width, text }) => (
        <g key={outcome}>
          <rect className={css(outcome)} x={x} y={row.top} width={width} height={shareBarHeight} />
          <text
            className={css("inBar", outcome)}
            x={x + width / 2}
            y={row.top + shareBarHeight / 2}
            dy="0.32em"
            textAnchor="middle"
          >
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

function csvTable(effects: readonly RetrievalEffect[]) {
  return {
    head: ["configuration", "without", ...[...outcomes, ...turns].flatMap(shareHeads)],
    rows: effects.map((effect) => [
      effect.with,
      effect.base,
      ...[...outcomes, ...turns].flatMap((name) => shareCells(effect[name])),
    ]),
  };
}
