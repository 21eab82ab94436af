import { describe, expect, it } from "vitest";
import type { ModelRef, RunSettings } from "../../log/types.ts";
import { defaultSettings } from "../../methods/coop-llm/presets.ts";
import { findMethod } from "../../methods/index.ts";
import { UsageError } from "../run-settings.ts";
import { comparisonOf, configurationsOf, logsFile, readBaseFlags } from "./arguments.ts";

const own = {
  settings: defaultSettings,
  resolved: <T>(settings: T) => settings,
  small: "tuned-lm",
  encoder: "tuned-encoder",
  large: null,
};
const ids = (method: string, comparison: ReturnType<typeof comparisonOf>) =>
  configurationsOf({ method: findMethod(method) }, { own, base: null }, comparison).map(
    ({ id }) => id,
  );

it("takes the flag of before as one of the comparisons, and not beside another", () => {
  expect(comparisonOf({ combinations: false })).toBeNull();
  expect(comparisonOf({ combinations: true })).toBe("eight");
  expect(comparisonOf({ combinations: true, compare: "eight" })).toBe("eight");
  expect(() => comparisonOf({ combinations: true, compare: "decision" })).toThrow(UsageError);
  expect(() => comparisonOf({ combinations: false, compare: "chosen" })).toThrow(
    /eight, decision, rewriters, models, table-two/u,
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

describe("the models that are compared", () => {
  const large: ModelRef = {
    engine: "remote",
    model: "large",
    tier: "large",
    destination: "remote",
    price: null,
  };
  /** An encoder without heads does not read. */
  const base = {
    resolved: (settings: RunSettings): RunSettings => ({ ...settings, reader: "model" }),
    small: "base-lm",
    encoder: "base-encoder",
  };
  const coopLlm = { method: findMethod("coop-llm") };

  it("are asked alone, and beside a large model where there is one", () => {
    const asked = (sessions: Parameters<typeof configurationsOf>[1]) =>
      configurationsOf(coopLlm, sessions, "models").map(({ id }) => id);
    expect(asked({ own, base })).toEqual(["base", "tuned"]);
    expect(asked({ own: { ...own, large }, base })).toEqual([
      "base",
      "base-large",
      "tuned",
      "tuned-large",
    ]);
  });

  it("are named with what of them is another, and asked in what they can do", () => {
    const [first, second] = configurationsOf(coopLlm, { own, base }, "models");
    expect(first).toMatchObject({ small: "base-lm", encoder: "base-encoder" });
    expect(first?.settings.reader).toBe("model");
    expect(second).toEqual(expect.objectContaining({ small: null, settings: second?.settings }));
    expect(second).not.toHaveProperty("encoder");
    expect(second?.settings.reader).toBe(defaultSettings.reader);
    const sameEncoder = { ...base, encoder: own.encoder };
    const [alike] = configurationsOf(coopLlm, { own, base: sameEncoder }, "models");
    expect(alike).not.toHaveProperty("encoder");
  });

  it("must be given, must be others, and belong to no other comparison", () => {
    expect(readBaseFlags({ "base-small": "x/y" }, "models")).toEqual({
      small: "x/y",
      encoder: undefined,
    });
    expect(readBaseFlags({}, "eight")).toBeNull();
    expect(() => readBaseFlags({}, "models")).toThrow(UsageError);
    expect(() => readBaseFlags({ "base-encoder": "x/y" }, "eight")).toThrow(UsageError);
    const same = { ...base, small: own.small, encoder: own.encoder };
    expect(() => configurationsOf(coopLlm, { own, base: same }, "models")).toThrow(/same names/u);
  });
});

it("keeps logs apart only where it is told a file for them", () => {
  expect(logsFile({})).toBeNull();
  expect(logsFile({ "logs-out": "l.lab.json" })).toEqual({
    path: "l.lab.json",
    questions: undefined,
  });
  expect(logsFile({ "logs-out": "l.lab.json", "logs-of": "5" })).toMatchObject({ questions: 5 });
  expect(() => logsFile({ "logs-of": "5" })).toThrow(UsageError);
  expect(() => logsFile({ "logs-out": "l.lab.json", "logs-of": "-1" })).toThrow(UsageError);
});
