import { describe, expect, it } from "vitest";
import { allSmallSettings } from "../../../../methods/coop-llm/presets.ts";
import { findMethodInfo } from "../../../../session/presets.ts";
import { configurationsOf, type Here, offeredComparisons } from "./configurations.ts";
import {
  askedCount,
  blockersOf,
  budgetOf,
  type Draft,
  type DraftFacts,
  emptyDraft,
  limitOf,
  seedOf,
  takenFrom,
} from "./draft.ts";

const question = (id: string) => ({ id, question: `Who is ${id}?`, answers: ["x"] });
const source = (count: number, contextCount: number) => ({
  name: "set",
  questions: Array.from({ length: count }, (_, index) => question(String(index))),
  contextCount,
});
const here: Here = {
  hasLarge: true,
  services: [],
  hasRouter: false,
  small: "Small",
  catalogue: [{ id: "other", title: "Other" }],
};
const empty = emptyDraft(allSmallSettings);
const draft = { ...empty, ...takenFrom(source(10, 10)) };
const facts = (changes: Partial<DraftFacts> = {}): DraftFacts => ({
  configurations: configurationsOf(draft, here),
  usesLarge: true,
  asksServer: true,
  largeConfigured: true,
  priceKnown: true,
  smallModel: "small",
  problems: [],
  ...changes,
});
const kinds = (one: typeof draft, given = facts()) =>
  blockersOf(one, given).map(({ kind }) => kind);

describe("a draft", () => {
  it("takes own paragraphs where every question has some", () => {
    expect(draft.library).toBe("own-context");
    expect(takenFrom(source(10, 9)).library).toBe("shared");
    expect(takenFrom(null).library).toBe("shared");
  });

  it("reads numbers as typed, and no others", () => {
    expect([limitOf(draft), limitOf({ limit: " 5 " })]).toEqual([null, 5]);
    expect(["0", "2.5", "-1", "1e3", "many"].map((limit) => limitOf({ limit }))).toEqual(
      Array.from({ length: 5 }, () => "bad"),
    );
    expect([seedOf({ seed: "0" }), seedOf({ seed: "" })]).toEqual([0, "bad"]);
    expect(["", ".5", "0.25", "10001"].map((budget) => budgetOf({ budget }))).toEqual([
      null,
      0.5,
      0.25,
      "bad",
    ]);
  });

  it("asks no more questions than there are", () => {
    expect(["", "4", "40"].map((limit) => askedCount({ ...draft, limit }))).toEqual([10, 4, 10]);
  });

  it("can start when nothing is missing", () => {
    expect(kinds(draft)).toEqual([]);
  });

  it("names what is missing", () => {
    expect(kinds(empty)).toEqual(["no-questions"]);
    expect(kinds({ ...draft, limit: "x" })).toEqual(["numbers"]);
    expect(kinds({ ...draft, budget: "x" })).toEqual(["numbers"]);
    expect(kinds({ ...draft, source: source(10, 4) })).toEqual(["no-context"]);
    expect(kinds(draft, facts({ configurations: [] }))).toEqual(["no-configurations"]);
    expect(kinds({ ...draft, comparison: "models" })).toEqual(["no-base-model"]);
    expect(kinds(draft, facts({ smallModel: null }))).toEqual(["no-small-model"]);
    expect(kinds(draft, facts({ largeConfigured: false }))).toEqual(["large-missing"]);
    expect(kinds(draft, facts({ priceKnown: false }))).toEqual(["budget-without-price"]);
    const small = facts({ usesLarge: false, largeConfigured: false });
    expect(kinds(draft, small)).toEqual([]);
    expect(kinds(draft, { ...small, priceKnown: false })).toEqual(["budget-without-price"]);
    expect(kinds(draft, { ...small, priceKnown: false, asksServer: false })).toEqual([]);
    expect(kinds({ ...draft, budget: "" }, facts({ priceKnown: false }))).toEqual([]);
    expect(kinds(draft, facts({ usesLarge: false, largeConfigured: false }))).toEqual([]);
  });
});

describe("what is compared", () => {
  const ids = (one: typeof draft) => configurationsOf(one, here).map(({ id }) => id);

  it("is all eight combinations, or those that are ticked", () => {
    expect(ids(draft)).toEqual(["SSS", "SSL", "SLS", "SLL", "LSS", "LSL", "LLS", "LLL"]);
    expect(ids({ ...draft, comparison: "chosen", chosen: ["LLL", "SSS"] })).toEqual(["SSS", "LLL"]);
  });

  it("is what the method can be asked about", () => {
    expect(offeredComparisons(draft)).toContain("rewriters");
    const vanilla = findMethodInfo("vanilla")?.presets[0]?.settings;
    if (vanilla === undefined) throw new Error("vanilla has a preset");
    const offered = offeredComparisons({ ...draft, settings: vanilla });
    expect(offered).not.toContain("rewriters");
    expect(offered).not.toContain("table-two");
    for (const comparison of offeredComparisons(draft)) {
      const chosen = { ...draft, comparison, chosen: ["SSS"], base: "base-model" };
      expect(configurationsOf(chosen, here).length).toBeGreaterThan(0);
    }
  });
});

describe("a number varied", () => {
  const raIsf = findMethodInfo("ra-isf");
  const [preset] = raIsf?.presets ?? [];
  if (preset === undefined) throw new Error("RA-ISF has a preset");
  const swept = (sweptValues: string, sweptPath: Draft["sweptPath"] = "retrieval.k") =>
    configurationsOf(
      { ...emptyDraft(preset.settings), comparison: "sweep", sweptPath, sweptValues },
      here,
    ).map(({ title }) => title);

  it("takes what is typed, the paper's values for nothing, and never a part of it", () => {
    expect(swept("1, 3;5")).toEqual([
      "Passages a query = 1",
      "Passages a query = 3",
      "Passages a query = 5",
    ]);
    expect(swept("")).toHaveLength(5);
    for (const wrong of ["1, 99", "1, two", "0", "1.5", "1 2 3 4 5 6 7 8 9 10 11 12 13"]) {
      expect(swept(wrong), wrong).toEqual([]);
    }
    expect(swept("", null)).toHaveLength(5);
  });
});
