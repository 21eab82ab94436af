import { describe, expect, it } from "vitest";
import type { RunEventOf } from "../../log/events.ts";
import { weighedSentence } from "./worth.ts";

const small = { plan: "small", solve: "small", summarise: "small" } as const;
const worth: RunEventOf<"worth"> = {
  type: "worth",
  seq: 40,
  atMs: 4000,
  sure: 0.41,
  ways: [
    { id: "SSS", stages: small, expected: 0.41, usd: 0 },
    { id: "SSL", stages: { ...small, summarise: "large" }, expected: 0.55, usd: 0.0001 },
    {
      id: "LLL",
      stages: { plan: "large", solve: "large", summarise: "large" },
      expected: 0.68,
      usd: 0.0004,
    },
  ],
  chosen: "LLL",
  pointUsd: 0.05,
  learnt: { questions: 150, large: "some model" },
  totalMs: 3,
};

describe("what was weighed", () => {
  it.each([
    [
      "the way that was taken",
      {},
      "The first answer was 41 % sure, so it was asked again: All of it by the large model, 68 % expected, for ≈ $0.00040.",
    ],
    [
      "the best that was not taken",
      { chosen: null },
      "The first answer was 41 % sure, and it was left at that. All of it by the large model: 68 % expected, for ≈ $0.00040; less than your price of a point allows.",
    ],
    [
      "that the first answer was the surer one",
      { chosen: null, after: 0.2 },
      "The first answer was 41 % sure. The large model was asked, too; its answer is only 20 % sure, so the first one was kept.",
    ],
    [
      "a failure on the way",
      { chosen: null, error: { code: "spending-cap-reached", retryable: false, params: {} } },
      /^It was asked again, and that failed: .+\. The first answer was kept\.$/u,
    ],
    [
      "that nothing could be weighed",
      { chosen: null, ways: [], error: { code: "generation-failed", retryable: true, params: {} } },
      /^Whether asking again would pay could not be weighed: .+\. The answer was kept\.$/u,
    ],
    [
      "that nothing was learnt",
      { chosen: null, ways: [], sure: null, learnt: null },
      "Nothing was learnt yet of what the large model brings here.",
    ],
  ] as const)("tells %s", (_what, changes, sentence) => {
    const said = weighedSentence({ ...worth, ...changes } as RunEventOf<"worth">);
    if (typeof sentence === "string") expect(said).toBe(sentence);
    else expect(said).toMatch(sentence);
  });
});
