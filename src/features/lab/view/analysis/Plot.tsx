/** Shared by the Lab's pictures: the frame, and axis ticks. */
import type { ReactNode, Ref, RefObject } from "react";
import { css } from "./css.ts";

/** Hidden from screen readers: a table beside it says the same. */
export function Plot(props: {
  place: RefObject<HTMLDivElement | null>;
  width: number;
  height: number;
  svg?: Ref<SVGSVGElement>;
  children: ReactNode;
  under?: ReactNode;
}) {
  const { place, width, height, svg, children, under } = props;
  return (
    <div ref={place}>
      <svg
        ref={svg}
        data-picture=""
        className={css("picture")}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        aria-hidden="true"
      >
        {children}
      </svg>
      {under}
    </div>
  );
}

type Scale = (value: number) => number;

export function GridLines(props: {
  ticks: readonly number[];
  at: Scale;
  left: number;
  right: number;
  text: (value: number) => string;
}) {
  const { ticks, at, left, right, text } = props;
  return ticks.map((tick) => (
    <g key={tick} transform={`translate(0,${at(tick)})`}>
      <line className={css(tick === 0 ? "zero" : "grid")} x1={left} x2={right} />
      <text x={left - 8} dy="0.32em" textAnchor="end">
        {text(tick)}
      </text>
    </g>
  ));
}

export function BaseTicks(props: {
  ticks: readonly number[];
  at: Scale;
  base: number;
  text: (value: number) => string;
}) {
  const { ticks, at, base, text } = props;
  return ticks.map((tick) => (
    <g key={tick} transform={`translate(${at(tick)},${base})`}>
      <line className={css("tick")} y2={5} />
      <text y={19} textAnchor="middle">
        {text(tick)}
      </text>
    </g>
  ));
}
