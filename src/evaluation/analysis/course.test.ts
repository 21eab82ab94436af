import { describe, expect, it } from "vitest";
import { labResultOf } from "../../testing/lab/stage-world.ts";
import type { LabResult } from "../types.ts";
import { courseOf, shareOf } from "./course.ts";

const result = (score: number, changes: Partial<LabResult>) =>
  labResultOf("q", "SSS", score, [], changes);
const course = (...results: LabResult[]) => courseOf(results, "right");

it("gives a share its count and Wilson's interval, and none of nothing", () => {
  const share = shareOf(3, 12);
  expect(share).toMatchObject({ count: 3, n: 12, mean: 0.25 });
  expect(share?.low).toBeCloseTo(0.0889, 4);
  expect(share?.high).toBeCloseTo(0.5323, 4);
  expect(shareOf(0, 0)).toBeNull();
});

describe("what did not work out", () => {
  it("is counted over outputs and over steps, not over runs", () => {
    const { unfit, unsolved } = course(
      result(1, { parses: 9, parseFailures: 1, steps: { all: 7, unsolved: 0 } }),
      result(0, { parses: 1, parseFailures: 1, steps: { all: 1, unsolved: 1 } }),
    );
    expect(unfit).toMatchObject({ count: 2, n: 10, mean: 0.2 });
    expect(unsolved).toMatchObject({ count: 1, n: 8, mean: 0.125 });
  });

  it("is unknown of steps where one result does not tell them, and of nothing", () => {
    const old = result(1, {});
    expect(course(result(1, { steps: { all: 2, unsolved: 1 } }), old).unsolved).toBeNull();
    expect(course()).toMatchObject({ unfit: null, unsolved: null, misled: null, routes: [] });
  });
});

it("misled is a share of those right before, helped of those wrong before", () => {
  const before = [
    { misled: true, helped: null },
    { misled: false, helped: null },
    { misled: null, helped: true },
    { misled: null, helped: false },
    { misled: null, helped: false },
    { misled: null, helped: null },
  ];
  const { misled, helped } = course(...before.map((one) => result(1, one)));
  expect(misled).toMatchObject({ count: 1, n: 2 });
  expect(helped).toMatchObject({ count: 1, n: 3 });
  expect(course(result(1, { misled: false })).helped).toBeNull();
});

describe("ways to an answer", () => {
  it("have the share that left by each and how often it was right, of the metric", () => {
    const { routes } = course(
      result(1, { exit: "self-knowledge" }),
      result(1, { exit: "passages" }),
      result(0, { exit: "passages" }),
      result(0, { exit: "passages" }),
      result(0, { exit: null }),
    );
    expect(routes).toMatchObject([
      { exit: "passages", share: { count: 3, n: 5, mean: 0.6 }, right: { count: 1, n: 3 } },
      { exit: "self-knowledge", share: { count: 1, n: 5 }, right: { count: 1, n: 1 } },
      { exit: null, share: { count: 1, n: 5 }, right: { count: 0, n: 1 } },
    ]);
  });

  it("are none where no question left by any, and not right or wrong where that is unknown", () => {
    expect(course(result(1, {}), result(0, {})).routes).toEqual([]);
    const unscored = result(0, { exit: "passages" });
    const metrics = { ...unscored.metrics, right: null };
    expect(course({ ...unscored, metrics }).routes).toMatchObject([
      { share: { count: 1, n: 1 }, right: null },
    ]);
  });
});

describe("tokens written", () => {
  it("are means a question by what they were written for; what was not asked for is 0", () => {
    const { written } = course(
      result(1, { written: { answer: 40, proxy: 10, claims: 20, rewrite: 4, judge: 1 } }),
      result(1, { written: { answer: 20, summarise: 5, reason: 15, plan: 9 } }),
    );
    expect(written).toEqual({ answer: 40, proxy: 5, rewriting: 12, judge: 0.5, others: 4.5 });
  });

  it("are unknown where a server told none, and in results that do not tell", () => {
    const { written } = course(
      result(1, { written: { answer: 40, proxy: null } }),
      result(1, { written: { answer: 20 } }),
    );
    expect(written).toEqual({ answer: 30, proxy: null, rewriting: 0, judge: 0, others: 0 });
    const { written: old } = course(result(1, { written: { answer: 40 } }), result(1, {}));
    expect(Object.values(old)).toEqual([null, null, null, null, null]);
  });
});
