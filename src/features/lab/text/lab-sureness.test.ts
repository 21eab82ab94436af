import { describe, expect, it } from "vitest";
import type { SurenessSummary } from "../../../evaluation/types.ts";
import { labSurenessText as words } from "./lab-sureness.ts";

const span = (mean: number, low: number, high: number) => ({ mean, low, high, n: 96 });

const told: SurenessSummary = {
  id: "SSS",
  n: 96,
  sure: 0.5,
  right: span(0.42, 0.32, 0.52),
  gap: span(0.02, -0.05, 0.09),
  bins: [],
  calibrationError: 0.06,
  calibrationErrorByChance: 0.09,
  auroc: span(0.8, 0.71, 0.87),
  surest: [
    { share: 0.5, right: span(0.71, 0.57, 0.82) },
    { share: 1, right: span(0.42, 0.32, 0.52) },
  ],
};

describe("what the picture of sureness says, in words", () => {
  it("reads the curve", () => {
    expect(words.surest(told)).toBe("Of the surest half, 71\u00a0% are right; of all, 42\u00a0%.");
  });

  it("says whether right answers are the surer ones, and where that is not shown", () => {
    expect(words.tellsApart(told.auroc)).toContain("80\u00a0% of all pairs (AUROC 0.80 (0.71");
    expect(words.tellsApart(told.auroc)).not.toContain("so few");
    expect(words.tellsApart(span(0.6, 0.4, 0.8))).toContain("so few answers do not show");
    expect(words.tellsApart(null)).toContain("nothing to tell apart");
  });

  it("says whether it was well calibrated, and which way it was not", () => {
    expect(words.calibrated(told)).toContain("As far as 96 answers tell, it is well calibrated.");
    const off = { ...told, calibrationError: 0.2 };
    expect(words.calibrated({ ...off, sure: 0.54 })).toContain("it claims 12.0 points too much.");
    expect(words.calibrated({ ...off, sure: 0.3 })).toContain("it claims 12.0 points too little.");
    expect(words.calibrated(off)).toContain("too sure of some answers");
    expect(words.calibrated({ ...told, n: 1 })).toContain("As far as 1 answer tells");
    expect(words.calibrated({ ...told, n: 12, calibrationErrorByChance: 0.3 })).toContain(
      "So few answers cannot show whether it is well calibrated.",
    );
  });
});
