import { describe, expect, it } from "vitest";
import { stages } from "../../log/types.ts";
import { labResultOf, worldBatch } from "../../testing/lab/stage-world.ts";
import { drawResamples } from "../statistics/resample.ts";
import type { LabResult, Spent } from "../types.ts";
import { stagesOf } from "./combination-ids.ts";
import { tableOf } from "./table.ts";
import { verdictsOf } from "./verdicts.ts";

const ids = ["SSS", "SSL", "SLS", "SLL", "LSS", "LSL", "LLS", "LLL"];
const by = { metric: "right", cost: "usd" } as const;

const spent = (usd: number | null): Spent => ({
  calls: 1,
  largeCalls: usd === 0 ? 0 : 1,
  tokens: 700,
  largeTokens: 500,
  usd,
  seconds: 1,
});

/** Of 100 questions, the first so many are right, in another order at each combination if `mixed`. */
function world(
  rightOf: (id: string) => number,
  usdOf = (_letter: string, _at: number): number | null => 0,
) {
  const results = ids.flatMap((id) =>
    Array.from({ length: 100 }, (_, at): LabResult => {
      const parts = [...id].map((letter, stage) => spent(usdOf(letter, stage)));
      return labResultOf(`q${String(at).padStart(3, "0")}`, id, at < rightOf(id) ? 1 : 0, parts);
    }),
  );
  return told(results);
}

function told(results: readonly LabResult[], cost: "usd" | "largeTokens" = "usd") {
  const table = tableOf(worldBatch, results);
  const resamples = drawResamples(table.questions.length, 1000, 42);
  return verdictsOf(table, resamples, { ...by, cost }, ids);
}

const large = (id: string, stage: (typeof stages)[number]) =>
  id[stages.indexOf(stage)] === "L" ? 1 : 0;

describe("verdicts", () => {
  it("tell the effects of a world that was made with them", () => {
    const verdicts = world(
      (id) => 40 + 20 * large(id, "plan") - 10 * large(id, "solve"),
      (letter, at) => (letter === "L" ? ([0.001, 0.004, 0.002][at] ?? 0) : 0),
    );
    expect(verdicts?.n).toBe(100);
    const [plan, solve, summarise] = verdicts?.stages ?? [];
    expect(plan).toMatchObject({ stage: "plan", advice: "large", probability: 1, more: 0 });
    expect(plan?.gain.mean).toBeCloseTo(0.2, 10);
    expect(plan?.cost).toBeCloseTo(0.001, 10);
    expect(solve).toMatchObject({ stage: "solve", advice: "small", probability: 0, more: 0 });
    expect(solve?.gain.mean).toBeCloseTo(-0.1, 10);
    expect(solve?.cost).toBeCloseTo(0.004, 10);
    expect(summarise).toMatchObject({ advice: "open", probability: 0.5, more: null });
    expect(summarise?.gain.mean).toBe(0);
    expect(verdicts?.corners.map(({ id }) => id)).toEqual(ids);
    expect(verdicts?.corners.at(-1)?.quality.mean).toBeCloseTo(0.5, 10);
    expect(verdicts?.corners.at(-1)?.cost).toBeCloseTo(0.007, 10);
    expect(verdicts?.flips).toHaveLength(12);
    for (const { stage, gain } of verdicts?.flips ?? []) {
      expect(gain.mean).toBeCloseTo({ plan: 0.2, solve: -0.1, summarise: 0 }[stage], 10);
    }
    for (const { difference } of verdicts?.interactions ?? []) {
      expect(difference.mean).toBeCloseTo(0, 10);
    }
  });

  it("tell an interaction, and its sign", () => {
    const verdicts = world((id) => 30 + 30 * large(id, "plan") * large(id, "summarise"));
    const [plan] = verdicts?.stages ?? [];
    expect(plan?.gain.mean).toBeCloseTo(0.15, 10);
    const both = verdicts?.interactions.find(({ other }) => other === "summarise");
    expect(both).toMatchObject({ stage: "plan", probability: 1 });
    expect(both?.alone).toBeCloseTo(0, 10);
    expect(both?.together).toBeCloseTo(0.3, 10);
    const none = verdicts?.interactions.find(({ other }) => other === "solve");
    expect(none?.difference.mean).toBeCloseTo(0, 10);
  });

  it("lean where few questions differ, and say how many more would settle it", () => {
    const [plan] = world((id) => 40 + 2 * large(id, "plan"))?.stages ?? [];
    expect(plan?.advice).toBe("lean-large");
    expect(plan?.probability).toBeGreaterThan(0.8);
    expect(plan?.more).toBeGreaterThan(100);
  });

  it("have one sign: what takes points is below 0 at both ends where it surely takes them", () => {
    const [, solve] = world((id) => 60 - 30 * large(id, "solve"))?.stages ?? [];
    const { mean = 0, low = 0, high = 0 } = solve?.gain ?? {};
    expect(low).toBeLessThan(mean);
    expect(mean).toBeLessThan(high);
    expect(high).toBeLessThan(0);
  });

  it("leave money unknown where a part of it is, and count only what all answered", () => {
    const verdicts = world(
      () => 40,
      (letter, at) => (letter === "L" && at === 1 ? null : 0),
    );
    expect(verdicts?.stages.map(({ cost }) => cost)).toEqual([null, null, null]);
    expect(verdicts?.corners[0]?.cost).toBe(0);
    expect(verdicts?.corners.at(-1)?.cost).toBeNull();
    const some = ids.flatMap((id) =>
      Array.from({ length: id === "LLL" ? 7 : 9 }, (_, at) => labResultOf(`q${at}`, id, 1)),
    );
    expect(told(some, "largeTokens")?.n).toBe(7);
  });

  it("are none until every combination has answered a common question", () => {
    const missing = ids.slice(1).map((id) => labResultOf("q", id, 1));
    expect(told(missing)).toBeNull();
    expect(told([])).toBeNull();
  });

  it("are of as many stages as can be switched", () => {
    const two = ["S-S", "S-L", "L-S", "L-L"];
    const batch = {
      ...worldBatch,
      configurations: two.flatMap((id) =>
        worldBatch.configurations.slice(0, 1).map((one) => ({ ...one, id })),
      ),
    };
    const results = two.flatMap((id) =>
      Array.from({ length: 20 }, (_, at) => labResultOf(`q${at}`, id, at % 2)),
    );
    const table = tableOf(batch, results);
    const verdicts = verdictsOf(table, drawResamples(20, 200, 1), by, two);
    expect(verdicts?.stages.map(({ stage }) => stage)).toEqual(stagesOf("S-S"));
    expect(verdicts?.flips).toHaveLength(4);
    expect(verdicts?.interactions).toHaveLength(1);
  });
});
