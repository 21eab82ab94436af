import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunEventOf } from "../log/events.ts";
import { considered } from "./considered.ts";

const small = { plan: "small", solve: "small", summarise: "small" } as const;
const large = { plan: "large", solve: "large", summarise: "large" } as const;
const worth: RunEventOf<"worth"> = {
  type: "worth",
  seq: 40,
  atMs: 4000,
  sure: 0.41,
  ways: [
    { id: "SSS", stages: small, expected: 0.4, usd: 0 },
    { id: "SLS", stages: { ...small, solve: "large" }, expected: 0.52, usd: 0.0001 },
    { id: "LSS", stages: { ...small, plan: "large" }, expected: 0.41, usd: 0.0004 },
    { id: "LLL", stages: large, expected: 0.6, usd: 0.0009 },
  ],
  chosen: "SLS",
  pointUsd: 0.05,
  learnt: { questions: 150, large: "some model" },
  totalMs: 3,
};
const verdicts = (pointUsd: number, changes: Partial<typeof worth> = {}) =>
  Object.fromEntries(
    considered({ ...worth, ...changes }, pointUsd).map(({ way, done, verdict }) => [
      way.id,
      done ? `done ${verdict}` : verdict,
    ]),
  );

describe("what was considered", () => {
  it("takes what is worth most at a price, and nothing where a point may cost nothing", () => {
    expect(verdicts(0.05)).toEqual({ SLS: "done taken", LSS: "too-dear", LLL: "less" });
    expect(verdicts(1)).toEqual({ SLS: "done less", LSS: "less", LLL: "taken" });
    expect(verdicts(0)).toEqual({ SLS: "done too-dear", LSS: "too-dear", LLL: "too-dear" });
  });

  it("knows what was asked although the first answer was kept, and that nothing was", () => {
    expect(verdicts(0, { chosen: null, after: 0.2 })["SLS"]).toBe("done too-dear");
    expect(verdicts(0.05, { chosen: null })["SLS"]).toBe("taken");
  });

  it("takes nothing whose cost is unknown, and knows that it was done", () => {
    const ways = worth.ways.map((way) => (way.id === "SLS" ? { ...way, usd: null } : way));
    expect(verdicts(1000, { ways })).toEqual({
      SLS: "done unpriced",
      LSS: "less",
      LLL: "taken",
    });
  });

  it("never spends less where a point may cost more", () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(share, share), { minLength: 1 }),
        share,
        share,
        (drawn, a, b) => {
          const ways = [
            ...worth.ways.slice(0, 1),
            ...drawn.map(([expected, usd], at) => ({ id: `${at}`, stages: large, expected, usd })),
          ];
          const spent = (pointUsd: number) =>
            considered({ ...worth, ways }, pointUsd).find(({ verdict }) => verdict === "taken")?.way
              .usd ?? 0;
          expect(spent(1e4 * Math.max(a, b))).toBeGreaterThanOrEqual(spent(1e4 * Math.min(a, b)));
        },
      ),
    );
  });
});
