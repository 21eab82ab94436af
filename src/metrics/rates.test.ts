import { describe, expect, it } from "vitest";
import { misledBy, misledRate, parseFailureRate } from "./rates.ts";

const golds = ["Danube"];

describe("misled by retrieval", () => {
  it("is a right answer without and a wrong one with it", () => {
    const without = "The river is the Danube.";
    expect(misledBy({ without, with: "Rhine", golds, retrievals: 2 })).toBe(true);
    expect(misledBy({ without, with: "Danube", golds, retrievals: 2 })).toBe(false);
  });

  it("is not retrieval's fault where nothing was searched", () => {
    expect(misledBy({ without: "Danube", with: "Rhine", golds, retrievals: 0 })).toBe(false);
  });

  it("cannot be told without an answer that was right before", () => {
    expect(misledBy({ without: null, with: "Rhine", golds, retrievals: 1 })).toBeNull();
    expect(misledBy({ without: "Rhine", with: "Elbe", golds, retrievals: 1 })).toBeNull();
    expect(misledBy({ without: "I know it", with: "x", golds: ["no"], retrievals: 1 })).toBeNull();
  });

  it("is a share of those that were right without", () => {
    expect(misledRate([true, false, null, false, null, false])).toBe(0.25);
    expect(misledRate([null])).toBeNull();
  });
});

it("the parse-failure rate is over outputs, not over runs", () => {
  const runs = [
    { parses: 9, parseFailures: 1 },
    { parses: 1, parseFailures: 1 },
  ];
  expect(parseFailureRate(runs)).toBe(0.2);
  expect(parseFailureRate([])).toBeNull();
});
