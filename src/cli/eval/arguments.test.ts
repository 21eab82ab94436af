import { describe, expect, it } from "vitest";
import type { ModelRef, RunSettings } from "../../log/types.ts";
import { defaultSettings } from "../../methods/coop-llm/presets.ts";
import { findMethod } from "../../methods/index.ts";
import { UsageError } from "../../node/run-settings.ts";
import {
  type CompareDetails,
  comparisonOf,
  configurationsOf,
  logsFile,
  readBaseFlags,
  readDetails,
  readSmallModels,
} from "./arguments.ts";

const own = {
  settings: defaultSettings,
  resolved: <T>(settings: T) => settings,
  small: "tuned-lm",
  encoder: "tuned-encoder",
  large: null,
  configured: { large: false, heads: true, tools: [], routerTools: null },
};
const none: CompareDetails = { methods: null, sweep: null };
const ids = (method: string, comparison: ReturnType<typeof comparisonOf>) =>
  configurationsOf(
    { method: findMethod(method) },
    { own, base: null, others: [] },
    comparison,
    none,
  ).map(({ id }) => id);

it("takes the flag of before as one of the comparisons, and not beside another", () => {
  expect(comparisonOf({ combinations: false })).toBeNull();
  expect(comparisonOf({ combinations: true })).toBe("eight");
  expect(comparisonOf({ combinations: true, compare: "eight" })).toBe("eight");
  expect(() => comparisonOf({ combinations: true, compare: "decision" })).toThrow(UsageError);
  expect(() => comparisonOf({ combinations: false, compare: "chosen" })).toThrow(
    /eight, stages, additions, methods, ablations, sweep/u,
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
  const base = {
    resolved: (settings: RunSettings): RunSettings => ({ ...settings, reader: "model" }),
    small: "base-lm",
    encoder: "base-encoder",
  };
  const coopLlm = { method: findMethod("coop-llm") };

  it("are asked alone, and beside a large model where there is one", () => {
    const asked = (sessions: Omit<Parameters<typeof configurationsOf>[1], "others">) =>
      configurationsOf(coopLlm, { ...sessions, others: [] }, "models", none).map(({ id }) => id);
    expect(asked({ own, base })).toEqual(["base", "tuned"]);
    expect(asked({ own: { ...own, large }, base })).toEqual([
      "base",
      "base-large",
      "tuned",
      "tuned-large",
    ]);
  });

  it("are named with what of them is another, and asked in what they can do", () => {
    const [first, second] = configurationsOf(coopLlm, { own, base, others: [] }, "models", none);
    expect(first).toMatchObject({ small: "base-lm", encoder: "base-encoder" });
    expect(first?.settings.reader).toBe("model");
    expect(second).toEqual(expect.objectContaining({ small: null, settings: second?.settings }));
    expect(second).not.toHaveProperty("encoder");
    expect(second?.settings.reader).toBe(defaultSettings.reader);
    const sameEncoder = { ...base, encoder: own.encoder };
    const [alike] = configurationsOf(
      coopLlm,
      { own, base: sameEncoder, others: [] },
      "models",
      none,
    );
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
    const sessions = { own, base: same, others: [] };
    expect(() => configurationsOf(coopLlm, sessions, "models", none)).toThrow(/same names/u);
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

describe("what a comparison is told beside its name", () => {
  const raIsf = { method: findMethod("ra-isf") };
  const asked = (comparison: ReturnType<typeof comparisonOf>, details = none) =>
    configurationsOf(raIsf, { own: ownRaIsf, base: null, others: [] }, comparison, details);
  const [preset] = raIsf.method.presets;
  if (preset === undefined) throw new Error("RA-ISF has a preset");
  const ownRaIsf = { ...own, settings: preset.settings };

  it("methods: those of the paper, or the ones that are named", () => {
    expect(asked("methods").map(({ id }) => id)).toEqual([
      "vanilla",
      "least-to-most",
      "ircot",
      "direct-rag",
      "skr-knn",
      "iter-retgen",
      "replug",
      "ra-isf",
    ]);
    const named = readDetails({ methods: "vanilla,slim-plm" }, "methods", raIsf);
    expect(asked("methods", named).map(({ title }) => title)).toEqual(["Vanilla", "SlimPLM"]);
    expect(() => readDetails({ methods: "vanilla" }, "eight", raIsf)).toThrow(UsageError);
    expect(() => readDetails({ methods: "nothing" }, "methods", raIsf)).toThrow(UsageError);
  });

  it("sweep: a number of the method's, at the paper's values or one's own", () => {
    const printed = readDetails({ sweep: "retrieval.k" }, "sweep", raIsf);
    expect(asked("sweep", printed).map(({ settings }) => settings.retrieval.k)).toEqual([
      1, 3, 5, 7, 9,
    ]);
    const own = readDetails({ sweep: "gate.threshold=0.2,0.8" }, "sweep", raIsf);
    expect(asked("sweep", own).map(({ id }) => id)).toEqual([
      "gate.threshold=0.2",
      "gate.threshold=0.8",
    ]);
    for (const sweep of [
      "retrieval.k=0",
      "retrieval.k=1,",
      "retrieval.k=x",
      "nothing=1",
      "plan=1",
    ]) {
      expect(() => readDetails({ sweep }, "sweep", raIsf), sweep).toThrow(UsageError);
    }
    expect(() => readDetails({}, "sweep", raIsf)).toThrow(UsageError);
  });

  it("small models: only with their comparison", () => {
    expect(readSmallModels("a,b", "small-models")).toEqual(["a", "b"]);
    expect(readSmallModels(undefined, "eight")).toEqual([]);
    expect(() => readSmallModels(undefined, "small-models")).toThrow(UsageError);
    expect(() => readSmallModels("a", "eight")).toThrow(UsageError);
  });
});
