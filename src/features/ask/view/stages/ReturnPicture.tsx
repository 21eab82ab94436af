/**
 * Cost against right answers for the eight combinations of the sample report. The ring marks the
 * current switches; its three lines are the possible flips, and their slope is the stage's return.
 * Pointing at an option draws the way there.
 */
import { paths } from "../../../../app/runtime/routes.ts";
import { useSwitches } from "../../../../app/runtime/switches.ts";
import { usePreviewedRun } from "../../../../app/runtime/use-previewed-run.ts";
import type { SampleSummary } from "../../../../evaluation/sample/summary.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { percent } from "../../../../ui-kit/text/format.ts";
import { useMedia } from "../../../../ui-kit/use-media.ts";
import { combinationOf } from "../../combination.ts";
import { switchText as words } from "../../text/switchboard.ts";
import type { Box } from "./place-labels.ts";
import sheet from "./ReturnPicture.module.css";
import {
  type Corner,
  flipsFrom,
  labelPlaces,
  type PlotSize,
  type ReturnPlot,
  returnPlot,
} from "./return-plot.ts";
import { useSample } from "./use-sample.ts";

const css = classes(sheet);

const wide: PlotSize = { width: 480, height: 134, left: 44, right: 16, top: 18, bottom: 26 };
/** Text keeps its size in a narrower column. */
const medium: PlotSize = { ...wide, width: 380 };
/** On a phone, the axis title shares the line of the ticks. */
const narrow: PlotSize = { width: 328, height: 74, left: 40, right: 8, top: 12, bottom: 15 };

/** Fits "S S S 79 %" at 12 px. */
const labelSize = { width: 64, height: 14 };

export function ReturnPicture() {
  const sample = useSample();
  const now = combinationOf(useSwitches()) ?? "";
  const next = combinationOf(usePreviewedRun()) ?? "";
  if (sample === null) return null;
  return (
    <a
      className={css("picture")}
      href={now === "" ? paths.lab : paths.corner(now)}
      aria-label={words.picture(sample, now)}
    >
      <span className={css("title")}>
        <span>{words.pictureTitle(sample)}</span>{" "}
        <span className={css("more")}>{words.seeAll} →</span>
      </span>
      <Plot sample={sample} now={now} next={next} />
      <span className={css("source")} title={words.priced(sample)}>
        {words.source(sample)}
      </span>
    </a>
  );
}

function Plot({ sample, now, next }: { sample: SampleSummary; now: string; next: string }) {
  const isWide = useMedia("(min-width: 1440px)");
  const size = useMedia("(max-width: 560px)") ? narrow : isWide ? wide : medium;
  const plot = returnPlot(sample, size);
  const at = plot.corners.find(({ id }) => id === now);
  const to = next === now ? undefined : plot.corners.find(({ id }) => id === next);
  const flips = at === undefined ? [] : flipsFrom(plot, at).map((flip) => ({ ...flip, from: at }));
  const labelled = [at, to].filter((corner) => corner !== undefined);
  const [own, other] = labelPlaces(plot, size, labelled, flips, labelSize);
  return (
    <svg
      className={css("plot", to !== undefined && "isPointed")}
      viewBox={`0 0 ${size.width} ${size.height}`}
      preserveAspectRatio="xMinYMid"
      width={size.width}
      height={size.height}
      aria-hidden="true"
    >
      <Axes plot={plot} size={size} />
      {flips.map((flip) => (
        <path
          key={flip.stage}
          className={css("flip", flip.stage, flip.to === to && "isPointed")}
          d={`M${flip.from.x},${flip.from.y}L${flip.to.x},${flip.to.y}`}
        />
      ))}
      {plot.corners.map(({ id, x, y }) => (
        <circle key={id} className={css("corner")} cx={x} cy={y} r={3.5} />
      ))}
      {at === undefined || own === undefined ? null : (
        <>
          <circle
            className={css("ring")}
            r={7}
            style={{ transform: `translate(${at.x}px, ${at.y}px)` }}
          />
          <Label corner={at} box={own} />
        </>
      )}
      {at === undefined || to === undefined || other === undefined ? null : (
        <g className={css("ghost")}>
          <path d={arrow(at, to)} />
          <circle cx={to.x} cy={to.y} r={7} />
          <Label corner={to} box={other} />
        </g>
      )}
    </svg>
  );
}

function Axes({ plot, size }: { plot: ReturnPlot; size: PlotSize }) {
  const floor = size.height - size.bottom;
  const inTickRow = size === narrow;
  // The axis title takes the right end of the line.
  const ticks = inTickRow ? plot.ticks.filter(({ x }) => x < size.width - 128) : plot.ticks;
  return (
    <>
      <path
        className={css("axis")}
        d={`M${size.left},${size.top}V${floor}H${size.width - size.right}`}
      />
      {plot.qualities.map(({ f1, y }) => (
        <text key={f1} className={css("tick")} x={size.left - 6} y={y + 4} textAnchor="end">
          {percent(f1)}
        </text>
      ))}
      {ticks.map(({ usd, x }) => (
        <text key={usd} className={css("tick")} x={x} y={floor + 13} textAnchor="middle">
          {`$${usd === 0 ? 0 : usd.toFixed(plot.digits)}`}
        </text>
      ))}
      <text
        className={css("tick")}
        x={size.width - size.right}
        y={inTickRow ? floor + 13 : size.height - 2}
        textAnchor="end"
      >
        {words.money}
      </text>
      <text className={css("tick")} x={0} y={9}>
        {words.f1}
      </text>
    </>
  );
}

function Label({ corner: { id, f1 }, box }: { corner: Corner; box: Box }) {
  return (
    <text className={css("label")} x={box.x} y={box.y + box.height - 3}>
      {`${[...id].join(" ")} ${percent(f1)}`}
    </text>
  );
}

function arrow(from: Corner, to: Corner): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 22) return "";
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const point = (back: number, aside: number) =>
    `${to.x - dx * back - dy * aside},${to.y - dy * back + dx * aside}`;
  return `M${point(16, 4)}L${point(8, 0)}L${point(16, -4)}`;
}
