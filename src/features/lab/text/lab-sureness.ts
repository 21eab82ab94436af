/** Text of the answers' confidence and calibration. */
import type { Interval, SurenessSummary } from "../../../evaluation/types.ts";
import { plural } from "../../../ui-kit/text/format.ts";
import { interval, points } from "./lab-analysis.ts";

export const labSurenessText = {
  title: "How sure, how right",
  help: "The first plot: of the answers that were so sure, how many were right; on the diagonal, sureness means what it says. Its bars: how many answers there are. The second: how right the surest are, from the surest twentieth to all. Whiskers and band: 95 %, by Wilson.",
  nothing:
    "No answer here tells how sure it is. Results of earlier versions tell it only where their logs were kept.",
  nothingOf: (title: string) =>
    `No answer of “${title}” tells how sure it is, or it cannot be told whether it is right.`,
  shown: "Configuration shown",
  reliability: { y: "% right", x: "% sure", counts: "answers" },
  selective: { y: "% right", x: "% of the answers, the surest first", all: "all" },
  /** "Of the surest half, 71 % are right; of all, 42 %." */
  surest: ({ surest, right }: SurenessSummary) => {
    const half = surest.find(({ share }) => share === 0.5);
    const all = whole(right.mean);
    return half === undefined
      ? `${all} are right.`
      : `Of the surest half, ${whole(half.right.mean)} are right; of all, ${all}.`;
  },
  tellsApart: (auroc: Interval | null) => {
    if (auroc === null) return "All are right, or none is: there is nothing to tell apart.";
    const span = `AUROC ${area(auroc)}, where 0.50 is chance`;
    const lead = `Of a right and a wrong answer, the right one is the surer in ${whole(auroc.mean)} of all pairs`;
    return `${lead} (${span})${auroc.low <= 0.5 ? "; so few answers do not show that it tells them apart" : ""}.`;
  },
  /** Direction of miscalibration beyond chance, if most of the distance is on one side. */
  calibrated: (told: SurenessSummary) => {
    const { calibrationError: error, calibrationErrorByChance: chance, sure, right, n } = told;
    const apart = `Sureness and share right lie ${points(error)} points apart (ECE); chance alone makes up to ${points(chance)}.`;
    if (error <= chance && chance > mostByChance) {
      return `${apart} So few answers cannot show whether it is well calibrated.`;
    }
    if (error <= chance) {
      return `${apart} As far as ${plural(n, "answer tells", "answers tell")}, it is well calibrated.`;
    }
    const excess = sure - right.mean;
    if (Math.abs(excess) < error / 2) {
      return `${apart} It is not well calibrated: too sure of some answers, not sure enough of others.`;
    }
    const way = excess > 0 ? "too much" : "too little";
    return `${apart} It is not well calibrated: on average it claims ${points(Math.abs(excess))} points ${way}.`;
  },
  configuration: "Configuration",
  head: {
    n: "n",
    sure: "Mean sureness, %",
    right: "Right, %",
    half: "Right of the surest half, %",
    auroc: "AUROC",
    error: "ECE, points (chance up to)",
    gap: "Claims too much, points",
  },
  /** "16.7 (33.3)". */
  error: ({ calibrationError, calibrationErrorByChance }: SurenessSummary) =>
    `${points(calibrationError)} (${points(calibrationErrorByChance)})`,
  area,
};

/** If chance alone gives a larger error than this, a small error means little. */
const mostByChance = 0.15;

function area(span: Interval | null): string {
  if (span === null) return interval(null);
  const text = (value: number) => value.toFixed(2);
  return `${text(span.mean)} (${text(span.low)}\u00a0…\u00a0${text(span.high)})`;
}

function whole(share: number): string {
  return `${points(share, 0)}\u00a0%`;
}
