import type { TierChoice } from "../log/types.ts";
import { circlePath, diamondPath, hexagonPath } from "./glyphs.ts";
import { classes } from "./styles/classes.ts";
import sheet from "./TierIcon.module.css";

const css = classes(sheet);

const shapes: Record<TierChoice, { path: string; letter: string }> = {
  small: { path: circlePath, letter: "S" },
  large: { path: hexagonPath, letter: "L" },
  decide: { path: diamondPath, letter: "?" },
};

/** Decorative: adjacent text says the same. */
export function TierIcon({ tier, size = 20 }: { tier: TierChoice; size?: number }) {
  const { path, letter } = shapes[tier];
  return (
    <svg
      className={css("mark", tier)}
      viewBox="-15 -15 30 30"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path d={path} />
      <text y="4.5">{letter}</text>
    </svg>
  );
}
