import { expect, it } from "vitest";
import {
  pipelineText,
  score,
  setupCode,
  setupName,
  signedScore,
  upgradeName,
} from "./lab-pipeline.ts";
import { unreadSentence } from "./pipeline-problems.ts";

const table = {
  stages: [
    { name: "plan", models: ["small", "big"] },
    { name: "read", models: ["a", "b", "c"] },
  ],
  fixed: [],
  runs: 12,
  questions: 2,
  ran: [2, 2, 2, 2, 2, 0],
  hasRepeats: false,
};

it("names setups and upgrades by the file's own stages and models", () => {
  expect([0, 3, 5].map((setup) => setupCode({ table }, setup))).toEqual(["1·1", "2·2", "2·3"]);
  expect(setupName({ table }, 5)).toBe("plan big, read c");
  expect(upgradeName({ table }, { stage: 1, model: 2 })).toBe("read: a → c");
});

it("shows shares in points, and other scores as they are", () => {
  const [share, own] = [{ isShare: true }, { isShare: false }];
  expect([score(share, 0.5), signedScore(share, -0.25)]).toEqual(["50.0", "−25.0"]);
  expect([score(own, 3.456), signedScore(own, -1.5), signedScore(own, 0)]).toEqual([
    "3.46",
    "−1.5",
    "0",
  ]);
});

it("says what a cell of the grid shows: a score, the mean of repeats, or that it was not run", () => {
  const share = { isShare: true };
  expect(pipelineText.gridCell(share, 2 / 3, 3)).toBe("66.7 (3)");
  expect(pipelineText.gridSaid(share, 2 / 3, 3)).toBe("score 66.7, the mean of 3 runs");
  expect(pipelineText.gridSaid(share, 1, 1)).toBe("score 100");
  expect(pipelineText.gridSaid({ isShare: false }, -1.25, 1)).toBe("score −1.25");
  expect(pipelineText.gridSaid(share, Number.NaN, Number.NaN)).toBe("not run");
});

it("says which row could not be read, and why", () => {
  expect(unreadSentence({ row: 3, reason: "no-score", at: "punkte" })).toBe(
    "Row 3 has no score (punkte).",
  );
  expect(unreadSentence({ row: 4, reason: "no-score", at: "" })).toBe("Row 4 has no score.");
});
