import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sampleSummary } from "../../../../evaluation/sample/summary.ts";
import { measuringUsd } from "./use-measured.ts";

const sample = sampleSummary.parse(
  JSON.parse(readFileSync("public/examples/summary.json", "utf8")),
);
const price = {
  inputPerMillion: 1,
  outputPerMillion: 2,
  cachedInputPerMillion: null,
  source: "fake",
  asOf: "2026-11-26",
};

it("says what twelve questions would cost, one stage at a time, at one's own price", () => {
  const wanted = sample.combinations
    .filter(({ id }) => id.replaceAll("S", "").length <= 1)
    .reduce((sum, { read, written }) => sum + (12 * ((read ?? 0) + 2 * (written ?? 0))) / 1e6, 0);
  expect(measuringUsd(sample, price)).toBeCloseTo(wanted, 10);
  expect(wanted).toBeGreaterThan(0);
});

it("says that it is unknown without a price, or without the tokens", () => {
  expect(measuringUsd(sample, null)).toBeNull();
  const bare = sample.combinations.map((one) => ({ ...one, read: null }));
  expect(measuringUsd({ ...sample, combinations: bare }, price)).toBeNull();
});
