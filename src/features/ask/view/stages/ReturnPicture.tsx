/**
 * What the switches buy: the eight combinations of the sample report by money and by right answers.
 * The ring is where the switches are; its three lines are the flips from there, whose slope is the
 * stage's return.
 */
import { paths } from "../../../../app/runtime/routes.ts";
import { useSettings } from "../../../../app/runtime/runtime-context.ts";
import type { SampleSummary } from "../../../../evaluation/sample/summary.ts";
import { stages } from "../../../../log/types.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { percent } from "../../../../ui-kit/text/format.ts";
import { stageNames } from "../../../../ui-kit/text/stages.ts";
import { combinationOf } from "../../combination.ts";
import { switchText as words } from "../../text/switchboard.ts";
import sheet from "./ReturnPicture.module.css";
import { useSample } from "./use-sample.ts";

const css = classes(sheet);

const size = { width: 380, height: 118 };
const room = { left: 44, right: 16, top: 18, bottom: 26 };

export function ReturnPicture() {
  const sample = useSample();
  const now = useSettings((state) => combinationOf(state.run)) ?? "";
  if (sample === null) return null;
  return (
    <a className={css("picture")} href={paths.lab} aria-label={words.picture(sample, now)}>
      <span className={css("title")}>
        <span>{words.pictureTitle}</span> <span className={css("more")}>{words.seeAll} →</span>
      </span>
      <Plot sample={sample} now={now} />
      <span className={css("source")}>{words.source(sample)}</span>
      <span className={css("source")}>{words.priced(sample)}</span>
    </a>
  );
}

function Plot({ sample, now }: { sample: SampleSummary; now: string }) {
  const known = sample.combinations.flatMap((one) =>
    one.usd === null ? [] : [{ ...one, usd: one.usd * 1000 }],
  );
  const most = Math.max(...known.map(({ usd }) => usd), 0.01);
  const dearest = most * 1.06;
  const step = niceStep(most);
  const ticks = [0, step, 2 * step].filter((usd) => usd <= dearest);
  const rights = known.map(({ right }) => right);
  const low = Math.min(...rights) - 0.02;
  const high = Math.max(...rights) + 0.02;
  const x = (usd: number) => room.left + (usd / dearest) * (size.width - room.left - room.right);
  const y = (right: number) =>
    size.height -
    room.bottom -
    ((right - low) / (high - low)) * (size.height - room.top - room.bottom);
  const chosen = known.find(({ id }) => id === now);
  return (
    <svg
      className={css("plot")}
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      aria-hidden="true"
    >
      <path
        className={css("axis")}
        d={`M${room.left},${room.top}V${size.height - room.bottom}H${size.width - room.right}`}
      />
      {[Math.min(...rights), Math.max(...rights)].map((right) => (
        <text
          key={right}
          className={css("tick")}
          x={room.left - 6}
          y={y(right) + 4}
          textAnchor="end"
        >
          {percent(right)}
        </text>
      ))}
      {ticks.map((usd) => (
        <text
          key={usd}
          className={css("tick")}
          x={x(usd)}
          y={size.height - room.bottom + 13}
          textAnchor="middle"
        >
          {`$${usd === 0 ? 0 : usd.toFixed(step < 1 ? 2 : 0)}`}
        </text>
      ))}
      <text
        className={css("tick")}
        x={size.width - room.right}
        y={size.height - 2}
        textAnchor="end"
      >
        {words.money}
      </text>
      <text className={css("tick")} x={0} y={9}>
        {words.right}
      </text>
      {chosen === undefined
        ? null
        : stages.map((stage, at) => {
            const to = known.find(({ id }) => id === flipped(now, at));
            if (to === undefined) return null;
            return (
              <g key={stage}>
                <path
                  className={css("flip", stage)}
                  d={`M${x(chosen.usd)},${y(chosen.right)}L${x(to.usd)},${y(to.right)}`}
                />
                <title>{stageNames[stage]}</title>
              </g>
            );
          })}
      {known.map((one) => (
        <circle key={one.id} className={css("corner")} cx={x(one.usd)} cy={y(one.right)} r={3.5} />
      ))}
      {chosen === undefined ? null : (
        <g
          className={css("ring")}
          style={{ transform: `translate(${x(chosen.usd)}px, ${y(chosen.right)}px)` }}
        >
          <circle r={7} />
          <text {...besides(x(chosen.usd), y(chosen.right))}>
            {`${[...now].join("·")} ${percent(chosen.right)}`}
          </text>
        </g>
      )}
    </svg>
  );
}

/** Above the point, or below where there is no room above; never out of the picture. */
function besides(x: number, y: number): { x: number; y: number; textAnchor: "start" | "end" } {
  const above = y > room.top + 20 ? -11 : 20;
  return x > size.width * 0.7
    ? { x: 8, y: above, textAnchor: "end" }
    : { x: -6, y: above, textAnchor: "start" };
}

function flipped(id: string, at: number): string {
  return `${id.slice(0, at)}${id[at] === "L" ? "S" : "L"}${id.slice(at + 1)}`;
}

/** The most of 1, 2, 5 times a power of ten that is there twice, or nearly. */
function niceStep(value: number): number {
  const half = (value * 1.06) / 2;
  const unit = 10 ** Math.floor(Math.log10(half));
  return unit * ([5, 2, 1].find((step) => step * unit <= half) ?? 1);
}
