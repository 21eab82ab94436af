import { describe, expect, it } from "vitest";
import type { RunSettings } from "../log/types.ts";
import { coopLlm } from "../methods/coop-llm/index.ts";
import { allSmallSettings, paperSettings } from "../methods/coop-llm/presets.ts";
import { validateSettings } from "../runtime/settings-notes.ts";
import { type Comparison, configurationsFor } from "./analysis/comparisons.ts";

const onAsk = {
  ...allSmallSettings,
  retrieval: { ...allSmallSettings.retrieval, mode: "bm25" as const, k: 4 },
  maxRounds: 2,
  confidenceThreshold: 0.9,
  privacy: "no-passages" as const,
  prompts: { plan: ["Plan as I say."] },
};
const { paper } = coopLlm;
if (paper === undefined) throw new Error("CoopLLM has a paper");
const ask = (comparison: Comparison, hasLarge = true) =>
  configurationsFor(comparison, {
    settings: onAsk,
    method: coopLlm,
    hasLarge,
    chosen: [],
    methods: [],
    sweep: null,
    smallModels: [],
    services: [],
    hasRouter: false,
    base: { small: "base", encoder: null },
  });
const ofPaper = ["table-two", "decision", "rewriters", "models", "figure-two"] as const;

describe("the paper's figures", () => {
  it.each(ofPaper)("%s takes nothing of what is ours, and keeps what may leave", (comparison) => {
    const asked = ask(comparison);
    expect(asked.length).toBeGreaterThan(2);
    for (const { settings } of asked) {
      expect(settings).toMatchObject({
        rerank: false,
        evidence: false,
        arithmetic: false,
        reader: comparison === "rewriters" ? "model" : "encoder",
        maxRounds: 5,
        confidenceThreshold: 0.3,
        retrieval: { mode: "hybrid", k: 1 },
        privacy: "no-passages",
        switches: { correctUnsolved: false },
      });
      expect(settings).not.toHaveProperty("prompts");
    }
  });

  it("leaves the eight combinations of a person's own settings as they are", () => {
    const [first] = ask("eight");
    expect(first?.settings).toEqual({ ...onAsk, plan: "small", summarise: "small" });
  });

  it("has the Decision in LaLM+SmLM, whose printed calls are fewer than two", () => {
    const row = paper.rows.find(({ id }) => id === "lalm-smlm");
    expect(row?.settings).toMatchObject({ plan: "decide", solve: "small", summarise: "decide" });
    const preset = coopLlm.presets.find(({ id }) => id === "lalm-smlm");
    expect(preset?.settings).toMatchObject({ plan: "decide", summarise: "decide" });
    const always = paper.rows.find(({ id }) => id === "without-decision");
    expect(always?.settings).toMatchObject({ plan: "large", summarise: "large" });
  });

  it("asks Table 4 of the small model alone where there is no large one", () => {
    for (const { settings } of ask("rewriters", false)) {
      expect(settings).toMatchObject({ plan: "small", solve: "small", summarise: "small" });
    }
  });
});

describe("Table 4's variants", () => {
  const facts = { uses: coopLlm.uses, large: true, heads: true, tools: [], routerTools: null };
  const idle = (settings: RunSettings, has = facts) =>
    validateSettings(settings, has).filter(({ control }) => control === "rewriter");

  it("each do something", () => {
    for (const { settings } of ask("rewriters")) expect(idle(settings)).toEqual([]);
  });

  it("are said to lie idle where the encoder reads", () => {
    for (const rewriter of ["history", "soft-prompt"] as const) {
      const settings = { ...paperSettings, rewriter };
      expect(idle(settings)).toEqual([
        expect.objectContaining({ code: "no-effect", because: "reader" }),
      ]);
      expect(idle(settings, { ...facts, heads: false })).toEqual([]);
      expect(idle({ ...settings, solve: "large" })).toEqual([]);
    }
  });
});
