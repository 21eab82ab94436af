/** A configuration as three marks on a line, in the order of its stages: who plans, solves, sums up. */

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

/** Of a combination, by its name. */
export function tiersOf(id: string): Tiers {
  const tier = (at: number) => letters[id[at] ?? ""] ?? "small";
  return { plan: id[0] === "-" ? "off" : tier(0), solve: tier(1), summarise: tier(2) };
}

/** Pixels from mark to mark, at scale 1. */
const step = 32;

/** Of the marks in a drawing, at their scale. */
export const marksSize = { scale: 0.5, width: 2 * step * 0.5 + 15, height: 15 };

/** Inside a drawing; its left edge stands at 0, its middle at height 0. */
export function TierMarks({ settings, scale }: { settings: Tiers; scale: number }) {
  return (
    <g transform={`scale(${scale})`}>
      <path className={css("markLine")} d={`M15,0h${2 * step}`} />
      {stages.map((stage, index) => {
        const tier = settings[stage];
        const { path, letter } = paths[tier];
        return (
          <g key={stage} transform={`translate(${15 + index * step},0)`}>
            <path className={css("tier", tier)} d={path} />
            <text className={css("tierLetter", tier)} y="5">
              {letter}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** In a line of text; decorative, as the words beside it say the same. */
export function ConfigurationMark({ settings }: { settings: Tiers }) {
  return (
    <svg className={css("marks")} viewBox="-1 -16 96 32" width="66" height="22" aria-hidden="true">
      <TierMarks settings={settings} scale={1} />
    </svg>
  );
}

/** Whether marks tell the batch's configurations apart. */
export function isToldByMarks({ configurations }: Pick<LabBatch, "configurations">): boolean {
  const marks = configurations.map(({ settings, small }) =>
    [...stages.map((stage) => settings[stage]), small].join(),
  );
  return new Set(marks).size === marks.length;
}
