/**
 * Eight setups by cost and accuracy, their twelve flips as lines. A ring marks the chosen one and
 * moves along a line when a stage is flipped; hovering shows intervals.
 */
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { stagesOf } from "../../../../evaluation/analysis/combination-ids.ts";
import type { Flip, Verdicts } from "../../../../evaluation/types.ts";
import type { Stage } from "../../../../log/types.ts";
import {
  costPhrase,
  figureOf,
  walkMark,
  firstScreenText as words,
} from "../../text/first-screen.ts";
import { marksSize, TierMarks, tiersOf } from "../analysis/ConfigurationMark.tsx";
import { BudgetLine, PlotAxes } from "../analysis/PlotAxes.tsx";
import { useAnalysis, useAnalysisContext } from "../analysis/use-analysis.ts";
import { usePlotWidth } from "../analysis/use-plot-width.ts";
import type { PlotBox } from "../pictures/lab-box.ts";
import {
  type CubeLayout,
  cubeLayout,
  nearestCorner,
  neighbour,
  type Way,
  walkPlace,
} from "../pictures/lab-cube.ts";
import { css } from "./css.ts";
import { usePointed } from "./first-context.ts";

export interface Walk {
  flip: Flip;
  toLarge: boolean;
}

const wayOf: Readonly<Record<string, Way>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};
/** Approximate letter width of the walk's label, in pixels. */
const letterWidth = 7;
const reach = 60;

export function CubePicture(props: {
  verdicts: Verdicts;
  chosen: string | null;
  walk: Walk | null;
  onFlip: (stage: Stage) => void;
}) {
  const { verdicts, chosen, walk, onFlip } = props;
  const { store } = useAnalysisContext();
  const budget = useAnalysis((state) => state.budget);
  const { place, width } = usePlotWidth({ least: 264, most: 1100 });
  const box = useMemo((): PlotBox => {
    const height = width < 520 ? 300 : 372;
    return { width, height, left: 40, right: 24, top: 30, bottom: 42 };
  }, [width]);
  const layout = useMemo(() => cubeLayout(verdicts, box, marksSize), [verdicts, box]);
  const svg = useRef<SVGSVGElement>(null);
  const [near, setNear] = useState<string | null>(null);
  const { cost, metric } = verdicts;
  const titles = useMemo(() => ({ y: words.axisY(metric), x: words.axisX(cost) }), [metric, cost]);
  const figure = useCallback((value: number) => figureOf(cost, value), [cost]);
  const isOver = (id: string) => {
    const cost = verdicts.corners.find((corner) => corner.id === id)?.cost ?? null;
    return budget !== null && cost !== null && cost > budget;
  };
  function press(event: KeyboardEvent): void {
    const way = wayOf[event.key];
    const stage = stagesOf(chosen ?? "---")[Number(event.key) - 1];
    if (chosen === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (way === undefined && stage === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (stage !== undefined) onFlip(stage);
    const next = way === undefined ? null : neighbour(layout, chosen, way);
    if (next !== null) store.choose({ configuration: next });
  }
  return (
    <div
      ref={place}
      className={css("canvas")}
      onPointerMove={(event) => {
        const { left, top } = event.currentTarget.getBoundingClientRect();
        const at = [event.clientX - left, event.clientY - top] as const;
        setNear(nearestCorner(layout.corners, at, reach));
      }}
      onPointerLeave={() => setNear(null)}
    >
      <svg
        ref={svg}
        data-picture=""
        className={css("picture")}
        viewBox={`0 0 ${box.width} ${box.height}`}
        width={box.width}
        height={box.height}
        aria-hidden="true"
      >
        <PlotAxes layout={layout} box={box} titles={titles} figure={figure} />
        {budget === null ? null : <OverBudget x={layout.x(budget)} layout={layout} box={box} />}
        <BudgetLine layout={layout} box={box} svg={svg} />
        <Edges layout={layout} at={near} isOver={isOver} />
        <Whisker layout={layout} box={box} verdicts={verdicts} id={near ?? chosen} />
        {layout.corners.map((corner) => {
          const { id, x, y, label } = corner;
          const left = label.anchor === "end" ? label.x - marksSize.width : label.x;
          return (
            <g key={id} className={css("corner", isOver(id) && "isOver")}>
              <circle
                className={css("cornerDot", id === chosen && "isChosen")}
                cx={x}
                cy={y}
                r="5"
              />
              <g transform={`translate(${left},${label.y})`}>
                <TierMarks settings={tiersOf(id)} scale={marksSize.scale} />
              </g>
            </g>
          );
        })}
        <Ring layout={layout} chosen={chosen} walk={walk} verdicts={verdicts} box={box} />
      </svg>
      <div
        role="radiogroup"
        aria-label={words.corners}
        className={css("corners")}
        onKeyDown={press}
      >
        {layout.corners.map(({ id, x, y }, at) => (
          <CornerButton
            key={id}
            id={id}
            at={[x, y]}
            verdicts={verdicts}
            isChosen={id === chosen}
            isStop={chosen === null ? at === 0 : id === chosen}
          />
        ))}
      </div>
      {near === null ? null : <Tip id={near} layout={layout} box={box} verdicts={verdicts} />}
    </div>
  );
}

function CornerButton(props: {
  id: string;
  at: readonly [number, number];
  verdicts: Verdicts;
  isChosen: boolean;
  isStop: boolean;
}) {
  const { id, at, verdicts, isChosen, isStop } = props;
  const { store } = useAnalysisContext();
  const button = useRef<HTMLButtonElement>(null);
  const { metric, cost, corners } = verdicts;
  const corner = corners.find((one) => one.id === id);
  // Arrow keys move the choice and the focus.
  useEffect(() => {
    const group = button.current?.parentElement;
    if (isChosen && group?.contains(document.activeElement) === true) {
      button.current?.focus({ preventScroll: true });
    }
  }, [isChosen]);
  if (corner === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it stands at a place of a picture
    <button
      ref={button}
      type="button"
      role="radio"
      aria-checked={isChosen}
      aria-label={words.corner(id, corner.quality, metric, cost, corner.cost)}
      tabIndex={isStop ? 0 : -1}
      className={css("cornerButton")}
      style={{ left: at[0], top: at[1] }}
      onClick={() => store.choose({ configuration: id })}
    />
  );
}

function OverBudget({ x, layout, box }: { x: number; layout: CubeLayout; box: PlotBox }) {
  const end = layout.unknownFrom ?? box.width - box.right;
  const base = box.height - box.bottom;
  const room = Math.max(0, end - x);
  return (
    <>
      <rect
        className={css("shade")}
        x={x}
        y={box.top - 8}
        width={room}
        height={base - box.top + 8}
      />
      {room < 90 ? null : (
        <text x={end - 4} y={box.top - 12} textAnchor="end">
          {words.overBudget}
        </text>
      )}
    </>
  );
}

/** Emphasises the edges of a hovered setup or a lit stage, and dims the others. */
function Edges(props: { layout: CubeLayout; at: string | null; isOver: (id: string) => boolean }) {
  const { layout, at, isOver } = props;
  const { lit } = usePointed();
  return layout.edges.map(({ flip, line: [start, end] }) => {
    const { stage, from, to } = flip;
    const isLit = lit === null ? at !== null && (from === at || to === at) : lit === stage;
    const isBack = !isLit && (lit !== null || at !== null);
    const over = isOver(from) || isOver(to);
    return (
      <path
        key={`${from} ${to}`}
        className={css("edge", stage, isLit && "isLit", isBack && "isBack", over && "isOver")}
        d={`M${start.x},${start.y}L${end.x},${end.y}`}
      />
    );
  });
}

function Whisker(props: {
  layout: CubeLayout;
  box: PlotBox;
  verdicts: Verdicts;
  id: string | null;
}) {
  const { layout, box, verdicts, id } = props;
  const corner = verdicts.corners.find((one) => one.id === id);
  const place = layout.corners.find((one) => one.id === id);
  if (corner === undefined || place === undefined) return null;
  const within = (y: number) => Math.min(box.height - box.bottom, Math.max(box.top - 10, y));
  const high = within(layout.y(corner.quality.high));
  const low = within(layout.y(corner.quality.low));
  return (
    <rect className={css("light")} x={place.x - 5} y={high} width="10" height={low - high} rx="5" />
  );
}

/** Animated by the style sheet; jumps with reduced motion. */
function Ring(props: {
  layout: CubeLayout;
  chosen: string | null;
  walk: Walk | null;
  verdicts: Verdicts;
  box: PlotBox;
}) {
  const { layout, chosen, walk, verdicts, box } = props;
  const corner = layout.corners.find(({ id }) => id === chosen);
  if (corner === undefined) return null;
  const mark = walk === null ? "" : walkMark(walk.flip, walk.toLarge, verdicts.cost);
  const size = { width: mark.length * letterWidth, height: 18 };
  const beside = walkPlace(layout, corner, box, size, marksSize);
  return (
    <>
      <circle
        className={css("ring", "walking")}
        style={{ transform: `translate(${corner.x}px,${corner.y}px)` }}
        r="11"
      />
      {mark === "" ? null : (
        <text
          className={css("walkMark")}
          x={beside.x}
          y={beside.y}
          dy="0.32em"
          textAnchor={beside.anchor}
        >
          {mark}
        </text>
      )}
    </>
  );
}

/** Details of the nearest setup, paired with all small. */
function Tip(props: { id: string; layout: CubeLayout; box: PlotBox; verdicts: Verdicts }) {
  const { id, layout, box, verdicts } = props;
  const corner = verdicts.corners.find((one) => one.id === id);
  const place = layout.corners.find((one) => one.id === id);
  if (corner === undefined || place === undefined) return null;
  const isRight = place.x > box.width / 2;
  return (
    <div
      aria-hidden="true"
      className={css("tip")}
      style={{
        top: place.y + 14,
        ...(isRight ? { right: box.width - place.x + 14 } : { left: place.x + 14 }),
      }}
    >
      <strong>{words.flips(id).replace(/^.*→ /u, "")}</strong>
      <span>{words.quality(corner.quality, verdicts.metric)}</span>
      <span>{costPhrase(verdicts.cost, corner.cost)}</span>
      {id === verdicts.corners[0]?.id ? null : <span>{words.overSmall(corner.gain)}</span>}
    </div>
  );
}
