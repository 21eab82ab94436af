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
    expect(plan).toMatchObject({ stage: "plan", advice: "large" });
    expect(plan?.gain.mean).toBeCloseTo(0.2, 10);
    expect(plan?.cost?.mean).toBeCloseTo(0.001, 10);
    expect(solve).toMatchObject({ stage: "solve", advice: "small" });
    expect(solve?.gain.mean).toBeCloseTo(-0.1, 10);
    expect(solve?.cost?.mean).toBeCloseTo(0.004, 10);
    expect(summarise).toMatchObject({ advice: "open", p: 1, settles: null });
    expect(summarise?.gain.mean).toBeCloseTo(0, 10);
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
    expect(both).toMatchObject({ stage: "plan" });
    expect(both?.alone).toBeCloseTo(0, 10);
    expect(both?.together).toBeCloseTo(0.3, 10);
    const none = verdicts?.interactions.find(({ other }) => other === "solve");
    expect(none?.difference.mean).toBeCloseTo(0, 10);
  });

  it("are open where few questions differ, and say how many would settle it", () => {
    const [plan] = world((id) => 40 + 2 * large(id, "plan"))?.stages ?? [];
    expect(plan?.advice).toBe("open");
    // Two of 100 questions differ: z = 2.394 for one of three tests, s² = 0.0198, d = 0.02.
    expect(plan?.settles).toBeCloseTo((2.394 ** 2 * 0.0198) / 0.02 ** 2, -1);
  });

  it("are none under 30 questions, however large the difference", () => {
    const of = (questions: number) =>
      told(
        ids.flatMap((id) =>
          Array.from({ length: questions }, (_, at) =>
            labResultOf(`q${at}`, id, large(id, "plan")),
          ),
        ),
        "largeTokens",
      )?.stages[0]?.advice;
    expect(of(29)).toBe("few");
    expect(of(30)).toBe("large");
  });

  it("are of the Shapley value, in F1 whatever the cube is judged by, and corrected by Holm", () => {
    // Plan gains 30 alone, nothing beside another large stage: Shapley gives 1/3 of 30, the mean of
    // flips 1/4.
    const results = ids.flatMap((id) =>
      Array.from({ length: 100 }, (_, at): LabResult => {
        const result = labResultOf(`q${at}`, id, at < 40 + (id === "LSS" ? 30 : 0) ? 1 : 0);
        return { ...result, metrics: { ...result.metrics, right: 0 } };
      }),
    );
    const verdicts = told(results, "largeTokens");
    expect(verdicts?.metric).toBe("right");
    expect(verdicts?.stages[0]?.gain.mean).toBeCloseTo(0.1, 10);
    const [plan, solve, summarise] = verdicts?.stages ?? [];
    // Three tests: the others, which lose 5 each, get p × 2 and no less.
    expect(solve?.gain.mean).toBeCloseTo(-0.05, 10);
    expect(solve?.p).toBeGreaterThanOrEqual(plan?.p ?? 1);
    expect(summarise?.p).toBe(solve?.p);
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
