import { describe, expect, it } from "vitest";
import { fakeConfiguration, fakeKept } from "./fake-kept.ts";
import { methodsReport } from "./methods-tables.ts";

const one = (
  question: string,
  value: number,
  { metrics, ...changes }: Parameters<typeof fakeKept>[0] = {},
) =>
  fakeKept({
    question,
    metrics: { coverEm: 1, coverEmTokens: value, em: value, f1: value, ...metrics },
    ...changes,
  });

const cells = (report: string, first: string) =>
  report
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .find((line) => line[1] === first)
    ?.slice(2, -1);

describe("the table of methods", () => {
  const report = methodsReport(
    [
      fakeConfiguration("vanilla", [one("q1", 0), one("q2", 0), one("q3", 1)]),
      fakeConfiguration("other", [
        one("q1", 1, { seconds: 9, total: { tokens: 300, calls: 1, largeCalls: 0 } }),
        one("q2", 0, { seconds: 1, outcome: "failed", error: "internal" }),
      ]),
      fakeConfiguration("other", [one("q9", 1)], "c/d"),
    ],
    "vanilla",
  );

  it("has both kinds of cover-EM, what it took, and the median of the seconds", () => {
    const vanilla = cells(report, "VANILLA");
    expect(vanilla?.slice(0, 3)).toEqual(["3", "100.0 (100.0–100.0)", "33.3 (0.0–100.0)"]);
    expect(vanilla?.slice(5)).toEqual(["1.00", "4.0", "100", "2.0", "3.0", "2.00"]);
    const other = cells(report, "OTHER");
    expect(other?.[0]).toBe("2 (1 failed)");
    expect(other?.slice(5)).toEqual(["0.50", "2.5", "200", "2.0", "3.0", "5.00"]);
  });

  it("compares question by question, over those that both answered", () => {
    const difference = cells(report, "OTHER − VANILLA");
    expect(difference?.slice(0, 3)).toEqual(["2", "0.0 (0.0 to 0.0)", "+50.0 (0.0 to +100.0)"]);
  });

  it("keeps sets of questions apart, and compares only where there is something to compare with", () => {
    const [first = "", second = ""] = report.split("### c/d");
    expect(first).toContain("### a/b");
    expect(cells(second, "OTHER")?.[0]).toBe("1");
    expect(second).not.toContain("−");
  });

  it("says nothing of a sum of which a part is unknown", () => {
    const runs = [one("q1", 1, { total: { tokens: null } }), one("q2", 1)];
    const unknown = methodsReport([fakeConfiguration("m", runs)], "vanilla");
    expect(cells(unknown, "M")?.slice(5)).toEqual(["1.00", "4.0", "—", "2.0", "3.0", "2.00"]);
  });
});
