/** The learned policy's curve between the fixed setups, the plain cascade and the oracle. */
import { useMemo } from "react";
import { isCombination, largeStages } from "../../../../../evaluation/analysis/combination-ids.ts";
import type { DesignCurve, Point } from "../../../../../evaluation/policy/curve.ts";
import type { PolicyStudy } from "../../../../../evaluation/policy/study.ts";
import type { LabBatch } from "../../../../../evaluation/types.ts";
import { circlePath, hexagonPath } from "../../../../../ui-kit/glyphs.ts";
import { thousandTick, labPolicyText as words } from "../../../text/lab-policy.ts";
import type { PlotBox } from "../../pictures/lab-box.ts";
import {
  type CurveMark,
  keyLayout,
  keySample,
  letterWidth,
  type NamedPlace,
  policyLayout,
} from "../../pictures/lab-policy.ts";
import { isToldByMarks, marksSize, TierMarks } from "../ConfigurationMark.tsx";
import { css } from "../css.ts";
import { PlotAxes } from "../PlotAxes.tsx";
import { usePlotWidth } from "../use-plot-width.ts";

const margins = { height: 420, left: 48, right: 20, top: 34, bottom: 46 };
/** Letters of a name beside its point. */
const longestName = 20;

const diamond = "M0,-4.5L4.5,0L0,4.5L-4.5,0Z";
const triangle = "M0,-6.5L6,4.5H-6Z";

/** How a fixed point is drawn, and what it is called. */
type Look =
  | { kind: "small" | "large" | "fixed" | "outside"; name: string; tiers: null }
  | { kind: "fixed"; name: string; tiers: LabBatch["configurations"][number]["settings"] };

export function PolicyPicture(props: { study: PolicyStudy; own: DesignCurve; batch: LabBatch }) {
  const { study, own, batch } = props;
  const { place, width } = usePlotWidth({ least: 264, most: 860 });
  const looks = useMemo(() => looksOf(study, batch), [study, batch]);
  const box = useMemo((): PlotBox => ({ ...margins, width }), [width]);
  const cascade = cascadeOf(study);
  const layout = useMemo(
    () =>
      policyLayout(
        {
          named: [...study.fixed, ...study.outside]
            .map((point, at) => ({ point, id: markId(study, at) }))
            .map(({ point, id }) => ({ id, ...markOf(point), size: sizeOf(looks.get(id)) }))
            .sort((a, b) => Number(isNamed(looks.get(b.id))) - Number(isNamed(looks.get(a.id)))),
          learned: own.points.map(markOf),
          cascade: (cascadeOf(study)?.points ?? []).map(markOf),
          oracle: study.oracle.map(markOf),
        },
        box,
      ),
    [study, own, looks, box],
  );
  const key = useMemo(
    () => keyLayout(keyOf(study, cascade?.target ?? null), width),
    [study, cascade, width],
  );
  const titles = useMemo(
    () => ({ y: words.y(study.metric), x: words.x(study.cost, layout.isRooted) }),
    [study, layout.isRooted],
  );
  return (
    <div ref={place}>
      <svg
        data-picture=""
        className={css("picture")}
        viewBox={`0 0 ${width} ${box.height + 12 + key.height}`}
        width={width}
        aria-hidden="true"
      >
        <PlotAxes
          layout={layout}
          box={box}
          titles={titles}
          figure={(value) => thousandTick(study.cost, value)}
        />
        <path className={css("policyBand")} d={layout.learned.band} />
        <path className={css("policyOracle")} d={layout.oracle} />
        <path className={css("policyCascade")} d={layout.cascade.path} />
        {layout.cascade.dots.map(({ x, y }, at) => (
          <path
            key={`${String(at)}`}
            className={css("dot")}
            d={diamond}
            transform={`translate(${x},${y}) scale(0.75)`}
          />
        ))}
        <path className={css("policyLearned")} d={layout.learned.path} />
        {layout.learned.dots.map(({ x, y }, at) => (
          <circle key={`${String(at)}`} className={css("policyDot")} cx={x} cy={y} r={2.75} />
        ))}
        {layout.named.map((mark) => (
          <Fixed key={mark.id} mark={mark} look={looks.get(mark.id)} />
        ))}
        <g transform={`translate(0,${box.height + 12})`}>
          {key.entries.map(({ id, text, x, y }) => (
            <g key={id} transform={`translate(${x},${y})`}>
              <KeySample kind={id} />
              <text x={keySample + 8} dy="0.32em">
                {text}
              </text>
            </g>
          ))}
        </g>
      </svg>
    </div>
  );
}

function Fixed({ mark, look }: { mark: NamedPlace; look: Look | undefined }) {
  if (look === undefined) return null;
  const { x, y, label } = mark;
  const left = label.anchor === "end" ? label.x - marksSize.width : label.x;
  return (
    <g className={css("policyFixed")}>
      <path className={css("whisker")} d={mark.whisker} />
      {mark.leader === "" ? null : <path className={css("policyLeader")} d={mark.leader} />}
      <g transform={`translate(${x},${y})`}>
        <FixedMark kind={look.kind} />
      </g>
      {look.tiers === null ? (
        <text x={label.x} y={label.y} dy="0.32em" textAnchor={label.anchor}>
          {look.name}
        </text>
      ) : (
        <g transform={`translate(${left},${label.y})`}>
          <TierMarks settings={look.tiers} scale={marksSize.scale} />
        </g>
      )}
    </g>
  );
}

function FixedMark({ kind }: { kind: Look["kind"] }) {
  if (kind === "outside") return <path className={css("dot")} d={triangle} />;
  if (kind === "fixed") return <circle className={css("dot")} r={5} />;
  return (
    <g transform="scale(0.68)">
      <path className={css(kind)} d={kind === "small" ? circlePath : hexagonPath} />
      <text className={css("tierLetter", kind)} y="5">
        {kind === "small" ? "S" : "L"}
      </text>
    </g>
  );
}

function KeySample({ kind }: { kind: string }) {
  const middle = `translate(${keySample / 2},0)`;
  const flat = `M0,0H${keySample}`;
  switch (kind) {
    case "learned":
      return (
        <>
          <path className={css("policyBand")} d={`M0,-7H${keySample}V7H0Z`} />
          <path className={css("policyLearned")} d={flat} />
          <circle className={css("policyDot")} cx={keySample / 2} r={2.75} />
        </>
      );
    case "cascade":
      return (
        <>
          <path className={css("policyCascade")} d={flat} />
          <path className={css("dot")} d={diamond} transform={`${middle} scale(0.75)`} />
        </>
      );
    case "oracle":
      return <path className={css("policyOracle")} d={flat} />;
    default:
      return (
        <g transform={middle}>
          <FixedMark kind={kind === "outside" ? "outside" : "fixed"} />
        </g>
      );
  }
}

/** The cascade from the base to all large; null where there is none. */
export function cascadeOf({ cascades, allLarge }: PolicyStudy) {
  return cascades.find(({ target }) => target === allLarge) ?? null;
}

function keyOf(study: PolicyStudy, target: string | null) {
  const { fixed, outside } = study;
  const title = fixed.find(({ id }) => id === target)?.title;
  return [
    { id: "learned", text: words.key.learned },
    ...(title === undefined ? [] : [{ id: "cascade", text: words.key.cascade(title) }]),
    { id: "oracle", text: words.key.oracle },
    { id: "fixed", text: words.key.fixed },
    ...(outside.length === 0 ? [] : [{ id: "outside", text: words.key.outside }]),
  ];
}

/** Fixed ones first; another report's may have the same name. */
function markId({ fixed, outside }: PolicyStudy, at: number): string {
  const own = fixed[at];
  return own?.id ?? `outside ${outside[at - fixed.length]?.id ?? at}`;
}

function markOf({ accuracy, cost }: Point): CurveMark {
  return { cost: 1000 * cost.mean, right: accuracy };
}

function looksOf(study: PolicyStudy, batch: LabBatch): ReadonlyMap<string, Look> {
  const marked = isToldByMarks(batch);
  return new Map(
    [...study.fixed, ...study.outside].map(({ id, title }, at): [string, Look] => {
      const own = at < study.fixed.length;
      const name = title.length <= longestName ? title : `${title.slice(0, longestName - 1)}…`;
      const key = markId(study, at);
      if (!own) return [key, { kind: "outside", name, tiers: null }];
      const isEnd = isCombination(id) && (id === study.allLarge || largeStages(id) === 0);
      if (isEnd)
        return [key, { kind: largeStages(id) === 0 ? "small" : "large", name, tiers: null }];
      const tiers = batch.configurations.find((one) => one.id === id)?.settings;
      return marked && tiers !== undefined
        ? [key, { kind: "fixed", name, tiers }]
        : [key, { kind: "fixed", name, tiers: null }];
    }),
  );
}

function isNamed(look: Look | undefined): boolean {
  return look?.tiers === null;
}

function sizeOf(look: Look | undefined) {
  return look === undefined || look.tiers !== null
    ? { width: marksSize.width, height: marksSize.height }
    : { width: look.name.length * letterWidth, height: 16 };
}
