import { expect, it } from "vitest";
import { decisionVariants, rewriterVariants } from "../../../src/evaluation/combinations.ts";
import { coopLlm } from "../../../src/methods/coop-llm/index.ts";
import { allSmallSettings, paperSettings } from "../../../src/methods/coop-llm/presets.ts";
import { unlikePaper } from "./differences.ts";

it("names the settings that a batch has otherwise than the paper's rows", () => {
  const own = {
    ...allSmallSettings,
    retrieval: { ...allSmallSettings.retrieval, mode: "bm25" as const, k: 4 },
    maxRounds: 2,
    confidenceThreshold: 0.9,
  };
  expect(unlikePaper([own], coopLlm, [])).toEqual([
    "retrieval.mode",
    "retrieval.k",
    "rerank",
    "reader",
    "maxRounds",
    "historyTokens",
    "confidenceThreshold",
    "evidence",
    "arithmetic",
    "switches.correctUnsolved",
  ]);
});

it("finds none in the paper's rows, but for what a table varies", () => {
  const settingsOf = (all: readonly { settings: typeof paperSettings }[]) =>
    all.map(({ settings }) => settings);
  const rows = coopLlm.paper?.rows ?? [];
  expect(rows.length).toBeGreaterThan(2);
  expect(unlikePaper(settingsOf(rows), coopLlm, [])).toEqual([]);
  expect(
    unlikePaper(settingsOf(decisionVariants(paperSettings, coopLlm.stages)), coopLlm, []),
  ).toEqual([]);
  const rewriters = settingsOf(rewriterVariants({ ...paperSettings, reader: "model" }));
  expect(unlikePaper(rewriters, coopLlm, ["reader"])).toEqual([]);
});
