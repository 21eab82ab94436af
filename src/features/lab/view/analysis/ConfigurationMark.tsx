/** A configuration as three marks on a line, in stage order: plan, solve, summarise. */

import type { LabBatch } from "../../../../evaluation/types.ts";
import { type PlanChoice, type RunSettings, type Stage, stages } from "../../../../log/types.ts";
import { circlePath, diamondPath, hexagonPath } from "../../../../ui-kit/glyphs.ts";
import { css } from "./css.ts";

const paths: Record<PlanChoice, { path: string; letter: string }> = {
  small: { path: circlePath, letter: "S" },
  large: { path: hexagonPath, letter: "L" },
  decide: { path: diamondPath, letter: "?" },
  off: { path: "", letter: "–" },
};

type Tiers = Pick<RunSettings, Stage>;

const letters: Record<string, Tiers["solve"]> = { S: "small", L: "large" };

export function tiersOf(id: string): Tiers {
  const tier = (at: number) => letters[id[at] ?? ""] ?? "small";
  return { plan: id[0] === "-" ? "off" : tier(0), solve: tier(1), summarise: tier(2) };
}

/** Pixels between marks, at scale 1. */
const step = 32;

export const marksSize = { scale: 0.5, width: 2 * step * 0.5 + 15, height: 15 };

/** Inside a drawing; the left edge is at x = 0, the middle at y = 0. */
export function TierMarks({ settings, scale }: { settings: Tiers; scale: number }) {
  return (
    <g transform={`scale(${scale})`}>
      <path className={css("markLine")} d={`M15,0h${2 * step}`} />
      {stages.map((stage, index) => {
        const tier = settings[stage];
        const { path, letter } = paths[tier];
        return (
          <g key={stage} transform={`translate(${15 + index * step},0)`}>
            <path className={css(tier)} d={path} />
            <text className={css("tierLetter", tier)} y="5">
              {letter}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** Inside text; decorative, as the adjacent words say the same. */
export function ConfigurationMark({ settings }: { settings: Tiers }) {
  return (
    <svg className={css("marks")} viewBox="-1 -16 96 32" width="66" height="22" aria-hidden="true">
      <TierMarks settings={settings} scale={1} />
    </svg>
  );
}

export function isToldByMarks({ configurations }: Pick<LabBatch, "configurations">): boolean {
  const marks = configurations.map(({ settings, small }) =>
    [...stages.map((stage) => settings[stage]), small].join(),
  );
  return new Set(marks).size === marks.length;
}
