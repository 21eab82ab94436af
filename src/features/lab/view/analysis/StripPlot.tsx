/** Every question as a dot by its cost or score, with a brush. */
import { memo, useEffect, useEffectEvent, useId, useMemo, useRef } from "react";
import { costText, points, labAnalysisText as words } from "../../text/lab-analysis.ts";
import { createBrush } from "../pictures/lab-brush.ts";
import { type StripLayout, stripLayout } from "../pictures/lab-strip.ts";
import { css } from "./css.ts";
import { BaseTicks } from "./Plot.tsx";
import type { ShownSet } from "./question-set.tsx";
import { useAnalysis, useAnalysisContext } from "./use-analysis.ts";
import { usePlotWidth } from "./use-plot-width.ts";

const box = { height: 190, left: 12, right: 16, top: 18, bottom: 40 };
const steps = 200;

export function StripPlot({ shown }: { shown: ShownSet }) {
  const { place, width } = usePlotWidth({ least: 264, most: 1100 });
  const { values, configuration } = shown;
  const layout = useMemo(
    () => stripLayout({ values, right: configuration.right }, { ...box, width }),
    [values, configuration, width],
  );
  return (
    <div ref={place} className={css("strip")}>
      <Drawing layout={layout} width={width} />
      <Sliders layout={layout} />
      {layout.unknown === 0 ? null : (
        <p className={css("soft")}>{words.stripUnknown(layout.unknown)}</p>
      )}
    </div>
  );
}

function useValueText(): (value: number) => string {
  const strip = useAnalysis((state) => state.strip);
  const cost = useAnalysis((state) => state.cost);
  return (value) => (strip === "cost" ? costText(cost, value) : points(value, 0));
}

/**
 * Three layers, so that moving the brush repaints no dot: all dots, the brushed dots (clipped),
 * and the brush. A file has one layer that includes the clipped dots.
 */
function Drawing({ layout, width }: { layout: StripLayout; width: number }) {
  const { store } = useAnalysisContext();
  const brush = useAnalysis((state) => state.brush);
  const group = useRef<SVGGElement>(null);
  const handle = useRef<ReturnType<typeof createBrush> | null>(null);
  const clip = useId();
  const [from, to] = brush === null ? [0, width] : [layout.x(brush[0]), layout.x(brush[1])];
  const brushed = useEffectEvent((range: readonly [number, number] | null) => {
    store.choose({
      brush: range === null ? null : [layout.x.invert(range[0]), layout.x.invert(range[1])],
    });
  });
  useEffect(() => {
    if (group.current === null) return;
    const extent: [[number, number], [number, number]] = [
      [box.left, box.top - 8],
      [width - box.right, box.height - box.bottom],
    ];
    const made = createBrush(group.current, extent, (range) => brushed(range));
    handle.current = made;
    return () => {
      handle.current = null;
      made.destroy();
    };
  }, [width]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new brush (width) must be shown too
  useEffect(() => {
    handle.current?.show(brush === null ? null : [from, to]);
  }, [brush, from, to, width]);
  const view = { viewBox: `0 0 ${width} ${box.height}`, width };
  const inset = `inset(0 ${share(width - to, width)} 0 ${share(from, width)})`;
  return (
    <div className={css("stripPlot")}>
      <svg data-picture="" className={css("picture")} {...view} aria-hidden="true">
        <Axis layout={layout} width={width} />
        <Dots layout={layout} name={brush === null ? "dots" : "dotsAside"} />
        {brush === null ? null : (
          <g className={css("inFile")} clipPath={`url(#${clip})`}>
            <clipPath id={clip}>
              <rect x={from} y={0} width={Math.max(0, to - from)} height={box.height} />
            </clipPath>
            <Dots layout={layout} name="dots" />
          </g>
        )}
      </svg>
      {brush === null ? null : (
        <div className={css("stripLayer")} style={{ clipPath: inset }}>
          <svg className={css("picture")} {...view} aria-hidden="true">
            <Dots layout={layout} name="dots" />
          </svg>
        </div>
      )}
      <div className={css("stripLayer")}>
        <svg className={css("picture", "stripHand")} {...view} aria-hidden="true">
          <g ref={group} className={css("brush")} />
        </svg>
      </div>
    </div>
  );
}

function share(part: number, of: number): string {
  return `${(100 * Math.max(0, part)) / of}%`;
}

/** Two paths for any number of questions, unaffected by the brush. */
const Dots = memo(function Dots({ layout, name }: { layout: StripLayout; name: string }) {
  return (
    <g className={css(name)} strokeWidth={Math.max(1.2, layout.dot - 0.8)}>
      <path className={css("dotsRight")} d={layout.rightPath} />
      <path className={css("dotsWrong")} d={layout.wrongPath} />
    </g>
  );
});

function Axis({ layout, width }: { layout: StripLayout; width: number }) {
  const text = useValueText();
  const metric = useAnalysis((state) => state.metric);
  const cost = useAnalysis((state) => state.cost);
  const strip = useAnalysis((state) => state.strip);
  const base = box.height - box.bottom;
  return (
    <>
      <line
        className={css("zero")}
        x1={box.left}
        x2={width - box.right}
        y1={layout.middle}
        y2={layout.middle}
      />
      <text x={width - box.right} y={box.top - 6} textAnchor="end">
        {words.stripRight}
      </text>
      <text x={width - box.right} y={base} textAnchor="end">
        {words.stripWrong}
      </text>
      <BaseTicks ticks={layout.x.ticks} at={layout.x} base={base + 2} text={text} />
      <text className={css("bandTitle")} x={box.left} y={box.height - 4}>
        {words.stripValues(strip, metric, cost)}
      </text>
    </>
  );
}

function Sliders({ layout }: { layout: StripLayout }) {
  const { store } = useAnalysisContext();
  const brush = useAnalysis((state) => state.brush);
  const text = useValueText();
  const [low, high] = layout.x.domain;
  const [from, to] = brush ?? [low, high];
  const slider = (label: string, value: number, change: (next: number) => void) => (
    <label className={css("budgetField")}>
      <span>{label}</span>
      <input
        type="range"
        min={low}
        max={high}
        step={(high - low) / steps}
        value={value}
        aria-valuetext={text(value)}
        onChange={(event) => change(event.target.valueAsNumber)}
      />
      <output>{text(value)}</output>
    </label>
  );
  return (
    <div className={css("sliders")}>
      {slider(words.from, from, (next) => store.choose({ brush: [Math.min(next, to), to] }))}
      {slider(words.to, to, (next) => store.choose({ brush: [from, Math.max(next, from)] }))}
    </div>
  );
}
