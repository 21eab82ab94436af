/**
 * Setups in the plane of cost and score, with flips as lines. For a pointer: the table of setups
 * does the same by keyboard.
 */
import { type MouseEvent, memo, useCallback, useMemo, useState } from "react";
import type { SetupFlip } from "../../../../evaluation/pipelines/factorial.ts";
import type { PipelineReport } from "../../pipeline-worker.ts";
import { costPhrase, figureOf } from "../../text/first-screen.ts";
import {
  setupCode,
  setupName,
  shortScore,
  pipelineText as words,
} from "../../text/lab-pipeline.ts";
import { PlotAxes } from "../analysis/PlotAxes.tsx";
import { usePlotWidth } from "../analysis/use-plot-width.ts";
import type { PlotBox } from "../pictures/lab-box.ts";
import { nearestCorner } from "../pictures/lab-cube.ts";
import { type Line, withLabels } from "../pictures/lab-labels.ts";
import { type BarePlace, barePlaces } from "../pictures/lab-pareto.ts";
import { css } from "./css.ts";
import { kindOf } from "./FlipLine.tsx";

/** Pixels from a dot that count as on it. */
const reach = 40;
const letterWidth = 7;

export interface PlaneProps {
  report: PipelineReport;
  flips: readonly SetupFlip[];
  /** Also draws the front, and names the setups on it. */
  withFront?: boolean;
  /** Names every setup. */
  isNamed?: boolean;
  height: number;
  most: number;
  chosen: number;
  onChoose: (setup: number) => void;
}

export function SetupPlane(props: PlaneProps) {
  const { report, flips, withFront = false, isNamed = false, height, most } = props;
  const { chosen, onChoose } = props;
  const { cost } = report.analysis;
  const { place, width } = usePlotWidth({ least: 240, most });
  const box = useMemo(
    (): PlotBox => ({ width, height, left: 44, right: 24, top: 30, bottom: 42 }),
    [width, height],
  );
  const layout = useMemo(() => barePlaces(marksOf(report), box), [report, box]);
  const at = useMemo(() => new Map(layout.places.map((one) => [one.id, one])), [layout]);
  const drawn = useMemo(() => drawnFlips(flips, at), [flips, at]);
  const lines = useMemo(() => drawn.map(({ line }) => line), [drawn]);
  const [near, setNear] = useState<string | null>(null);
  const titles = useMemo(() => ({ y: words.axisY(report), x: words.axisX(cost) }), [report, cost]);
  const figure = useCallback((value: number) => figureOf(cost, value), [cost]);
  const level = useCallback((value: number) => shortScore(report, value), [report]);
  const named = layout.places.filter((one) => isNamed || (withFront && one.onFront));
  const ring = at.get(String(chosen));
  const nearTo = (event: MouseEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return nearestCorner(layout.places, [event.clientX - left, event.clientY - top], reach);
  };
  return (
    // The table of setups does the same by keyboard; this picture is not read aloud.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      ref={place}
      className={css("canvas")}
      onPointerMove={(event) => setNear(nearTo(event))}
      onPointerLeave={() => setNear(null)}
      onClick={(event) => {
        const setup = nearTo(event);
        if (setup !== null) onChoose(Number(setup));
      }}
    >
      <svg
        data-picture=""
        className={css("picture")}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        aria-hidden="true"
      >
        <PlotAxes layout={layout} box={box} titles={titles} figure={figure} level={level} />
        {withFront ? <path className={css("front")} d={layout.front} /> : null}
        <Flips report={report} drawn={drawn} isBack={near !== null} />
        {near === null ? null : (
          <Flips
            report={report}
            drawn={drawn.filter(({ flip }) => [flip.from, flip.to].map(String).includes(near))}
          />
        )}
        <path className={css("setups")} d={layout.places.map(dot).join("")} />
        {withFront ? (
          <path
            className={css("setups", "frontSetups")}
            d={layout.places
              .filter(({ onFront }) => onFront)
              .map(dot)
              .join("")}
          />
        ) : null}
        {ring === undefined ? null : (
          <circle className={css("ring")} cx={ring.x} cy={ring.y} r="10" />
        )}
        <Codes
          report={report}
          places={named}
          box={box}
          lines={isNamed ? lines : stairs(named, box)}
        />
      </svg>
      {near === null ? null : (
        <Tip report={report} setup={Number(near)} place={at.get(near)} width={width} />
      )}
    </div>
  );
}

interface DrawnFlip {
  flip: SetupFlip;
  line: Line;
}

/** One path for each kind: thousands of them would take long to draw. */
const Flips = memo(function Flips(props: {
  report: PipelineReport;
  drawn: readonly DrawnFlip[];
  isBack?: boolean;
}) {
  const { report, drawn, isBack = false } = props;
  const paths = new Map<ReturnType<typeof kindOf>, string>();
  for (const { flip, line } of drawn) {
    const kind = kindOf(report.table, flip);
    const [from, to] = line;
    paths.set(kind, `${paths.get(kind) ?? ""}M${from.x},${from.y}L${to.x},${to.y}`);
  }
  return [...paths].map(([kind, path]) => (
    <path key={kind} className={css("flip", kind, isBack && "isBack")} d={path} />
  ));
});

function drawnFlips(flips: readonly SetupFlip[], at: ReadonlyMap<string, BarePlace>): DrawnFlip[] {
  return flips.flatMap((flip) => {
    const [from, to] = [at.get(String(flip.from)), at.get(String(flip.to))];
    if (from === undefined || to === undefined) return [];
    const line: Line = [from, to];
    return [{ flip, line }];
  });
}

function dot({ x, y }: BarePlace): string {
  return `M${x},${y}h0`;
}

function marksOf({ analysis }: PipelineReport) {
  return analysis.setups.map(({ setup, quality: { mean }, cost, onFront }) => ({
    id: String(setup),
    cost,
    quality: { mean, low: mean, high: mean },
    onFront,
  }));
}

/** The front's line, which names should not cover. */
function stairs(front: readonly BarePlace[], box: PlotBox): Line[] {
  const sorted = front.toSorted((a, b) => a.x - b.x || b.y - a.y);
  return sorted.flatMap((place, at) => {
    const next = sorted[at + 1];
    const turn = { x: next?.x ?? box.width - box.right, y: place.y };
    const along: Line = [place, turn];
    return next === undefined ? [along] : [along, [turn, next]];
  });
}

function Codes(props: {
  report: PipelineReport;
  places: readonly BarePlace[];
  box: PlotBox;
  lines: readonly Line[];
}) {
  const { report, places, box, lines } = props;
  const length = 2 * report.table.stages.length - 1;
  const size = { width: length * letterWidth, height: 15 };
  return withLabels(places, box, size, lines).map(({ id, label }) => (
    <text
      key={id}
      className={css("code")}
      x={label.x}
      y={label.y}
      dy="0.32em"
      textAnchor={label.anchor}
    >
      {setupCode(report, Number(id))}
    </text>
  ));
}

function Tip(props: {
  report: PipelineReport;
  setup: number;
  place: BarePlace | undefined;
  width: number;
}) {
  const { report, setup, place, width } = props;
  const { setups, cost } = report.analysis;
  const own = setups.find((one) => one.setup === setup);
  if (own === undefined || place === undefined) return null;
  const side = place.x > width / 2 ? { right: width - place.x + 14 } : { left: place.x + 14 };
  return (
    <div aria-hidden="true" className={css("tip")} style={{ top: place.y + 14, ...side }}>
      <strong dir="auto">{setupName(report, setup)}</strong>
      <span>{words.setup(report, own.quality)}</span>
      <span>{costPhrase(cost, own.cost)}</span>
      {setup === 0 ? null : <span>{words.over(report, own.gain)}</span>}
    </div>
  );
}
