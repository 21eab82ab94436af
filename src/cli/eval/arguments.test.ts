import { expect, it } from "vitest";
import { defaultSettings } from "../../methods/coop-llm.presets.ts";
import { findMethod } from "../../methods/registry.ts";
import { UsageError } from "../run-settings.ts";
import { comparisonOf, configurationsOf } from "./arguments.ts";

const session = { settings: defaultSettings, resolved: <T>(settings: T) => settings };
const ids = (method: string, comparison: ReturnType<typeof comparisonOf>) =>
  configurationsOf({ method: findMethod(method) }, session, comparison).map(({ id }) => id);

it("takes the flag of before as one of the comparisons, and not beside another", () => {
  expect(comparisonOf({ combinations: false })).toBeNull();
  expect(comparisonOf({ combinations: true })).toBe("eight");
  expect(comparisonOf({ combinations: true, compare: "eight" })).toBe("eight");
  expect(() => comparisonOf({ combinations: true, compare: "decision" })).toThrow(UsageError);
  expect(() => comparisonOf({ combinations: false, compare: "chosen" })).toThrow(
    /eight, decision, rewriters, table-two/u,
  );
});

it("names the rows as the page's own batches do, so that the page finds them in a report", () => {
  expect(ids("coop-llm", null)).toEqual(["settings"]);
  expect(ids("coop-llm", "eight")).toHaveLength(8);
  expect(ids("coop-llm", "rewriters")).toContain("rewriter-soft-prompt");
  expect(ids("coop-llm", "decision")).toEqual(["without-decision", "decision", "small-only"]);
  expect(ids("coop-llm", "table-two")).toContain("lalm-smlm");
});

it("says so where a method has nothing of the kind", () => {
  expect(() => ids("ra-isf", "table-two")).toThrow(UsageError);
});
