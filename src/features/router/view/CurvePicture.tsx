import { memo, useMemo, useRef } from "react";
import type { Curve } from "../../../methods/homo-router/training/curve.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { useSize } from "../../../ui-kit/use-size.ts";
import { dollars, routerText as words } from "../text/router.ts";
import { type CurveScale, curveScale } from "./curve-scale.ts";
import { namePlaces } from "./mark-names.ts";
import sheet from "./Router.module.css";
import type { RouterToolSelection } from "./use-router-tools.ts";

const css = classes(sheet);

const box = { height: 300, left: 44, right: 16, top: 24, bottom: 48 };
/** In pixels, until the page has been measured. */
const firstWidth = 560;
const widths = { least: 260, most: 640 };
const markSize = 5;
const diamond = `M0,${-markSize}L${markSize},0L0,${markSize}L${-markSize},0Z`;
/** The best prediction is often a single tool, so the square must show around its diamond. */
const squareSize = 8;
const square = `M${-squareSize},${-squareSize}H${squareSize}V${squareSize}H${-squareSize}Z`;

interface Marker {
  usdPerThousand: number | null;
  meanPredicted: number;
  accuracy: number | null;
}

/** Marks are drawn at their true accuracy, not the predicted one. */
function truthOf({ accuracy, meanPredicted }: Marker): number {
  return accuracy ?? meanPredicted;
}

export function CurvePicture(
  props: { curve: Curve; marker: Marker | null } & Pick<RouterToolSelection, "name">,
) {
  const { curve, marker, name } = props;
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const room = size.width === 0 ? firstWidth : Math.round(size.width);
  const width = Math.min(widths.most, Math.max(widths.least, room));
  const scale = useMemo(() => scaleOf(curve, width), [curve, width]);
  const costs = costsOf(curve);
  return (
    <div ref={place}>
      <svg
        className={css("picture")}
        viewBox={`0 0 ${width} ${box.height}`}
        width={width}
        role="img"
        aria-label={words.curveLabel(
          curve.points.length,
          dollars(Math.min(...costs)),
          dollars(Math.max(...costs)),
        )}
      >
        <Lines curve={curve} scale={scale} name={name} width={width} />
        {marker === null ? null : (
          <circle
            className={css("marker")}
            cx={scale.x(marker.usdPerThousand ?? 0)}
            cy={scale.y(truthOf(marker))}
            r={7}
          />
        )}
      </svg>
      <p className={css("soft")}>{words.curveKey}</p>
    </div>
  );
}

function costsOf({ points, references }: Curve): number[] {
  return [...points, ...references].map(({ usdPerThousand }) => usdPerThousand ?? 0);
}

function scaleOf(curve: Curve, width: number): CurveScale {
  const accuracies = [...curve.points, ...curve.references].flatMap(
    ({ meanPredicted, accuracy }) => [meanPredicted, accuracy ?? meanPredicted],
  );
  return curveScale({ ...box, width }, costsOf(curve), accuracies);
}

/** Only the marker moves with the slider. */
const Lines = memo(function Lines(
  props: { curve: Curve; scale: CurveScale; width: number } & Pick<RouterToolSelection, "name">,
) {
  const { curve, scale, width, name } = props;
  const expected = curve.points.map(
    ({ usdPerThousand, meanPredicted }) => [usdPerThousand ?? 0, meanPredicted] as const,
  );
  const truth = curve.points.flatMap(({ usdPerThousand, accuracy }) =>
    accuracy === null ? [] : [[usdPerThousand ?? 0, accuracy] as const],
  );
  const marks = curve.references.map((reference) => {
    const { strategy, toolId, usdPerThousand } = reference;
    const isFixed = strategy === "fixed";
    return {
      id: toolId ?? strategy,
      x: scale.x(usdPerThousand ?? 0),
      y: scale.y(truthOf(reference)),
      reach: isFixed ? markSize : squareSize,
      name: toolId === null ? words.bestPredictedMark : name(toolId),
      isFixed,
    };
  });
  const places = namePlaces(marks, { left: 0, right: width });
  return (
    <>
      <Axes scale={scale} width={width} />
      <path className={css("expected")} d={scale.path(expected)} />
      <path className={css("curve")} d={scale.path(truth)} />
      {marks.map(({ id, x, y, name: text, isFixed }, index) => {
        const { dx = 0, dy = 0, anchor = "start" } = places[index] ?? {};
        return (
          <g key={id} transform={`translate(${x},${y})`}>
            <path
              className={css(isFixed ? "reference" : "around")}
              d={isFixed ? diamond : square}
            />
            <text className={css("named")} x={dx} y={dy} textAnchor={anchor}>
              {text}
            </text>
          </g>
        );
      })}
    </>
  );
});

function Axes({ scale, width }: { scale: CurveScale; width: number }) {
  const base = box.height - box.bottom;
  return (
    <>
      {scale.yTicks.map((tick) => (
        <g key={tick} transform={`translate(0,${scale.y(tick)})`}>
          <line className={css("grid")} x1={box.left} x2={width - box.right} />
          <text x={box.left - 8} dy="0.32em" textAnchor="end">
            {tick.toFixed(2)}
          </text>
        </g>
      ))}
      {scale.xTicks.map((tick) => (
        <text key={tick} x={scale.x(tick)} y={base + 18} textAnchor="middle">
          {tick}
        </text>
      ))}
      <text x={(box.left + width - box.right) / 2} y={box.height - 8} textAnchor="middle">
        {words.costAxis}
      </text>
      <text x={0} y={12}>
        {words.accuracyAxis}
      </text>
    </>
  );
}
