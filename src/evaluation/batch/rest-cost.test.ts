import { expect, it } from "vitest";
import { generatedLab } from "../../testing/lab/generated-lab.ts";
import type { LabResult } from "../types.ts";
import { restUsd } from "./rest-cost.ts";

const { batch, results } = generatedLab(40);
const [one, other] = batch.configurations;
if (one === undefined || other === undefined) throw new Error("there are setups");
const two = { configurations: [one, other], questionCount: 40 };

function costing(id: string, usd: readonly (number | null)[]): LabResult[] {
  const own = results.filter(({ configuration }) => configuration === id);
  return usd.flatMap((cost, at) => {
    const result = own[at];
    if (result === undefined) return [];
    return [{ ...result, outcome: "answered", total: { ...result.total, usd: cost } } as const];
  });
}

it("costs what each setup's mean says, for the questions that it was not asked", () => {
  const asked = [...costing(one.id, [0.01, 0.03]), ...costing(other.id, [0.5])];
  expect(restUsd(two, asked)).toBeCloseTo(38 * 0.02 + 39 * 0.5, 9);
  expect(restUsd({ ...two, questionCount: 1 }, asked)).toBe(0);
});

it("counts failed answers as asked, and not in the mean", () => {
  const failed = costing(one.id, [9]).map((result) => ({ ...result, outcome: "failed" as const }));
  const asked = [...failed, ...costing(one.id, [1, 0.2]).slice(1), ...costing(other.id, [0])];
  expect(restUsd(two, asked)).toBeCloseTo(38 * 0.2, 9);
});

it("is unknown while a setup has no answer, or one of unknown cost", () => {
  expect(restUsd(two, costing(one.id, [0.01]))).toBeNull();
  expect(restUsd(two, [...costing(one.id, [0.01]), ...costing(other.id, [0, null])])).toBeNull();
  expect(restUsd(two, [])).toBeNull();
});
