import { expect, it } from "vitest";
import type { RunSettings } from "../log/types.ts";
import { defaultSettings } from "../methods/coop-llm/presets.ts";
import { needsVectors } from "./vectors.ts";

const asked = (tool: string, mode: RunSettings["retrieval"]["mode"] = "hybrid") =>
  needsVectors({
    ...defaultSettings,
    source: { choice: "fixed", tool },
    retrieval: { ...defaultSettings.retrieval, mode },
  });

it("computes vectors only where something is searched by meaning", () => {
  expect([asked("library", "bm25"), asked("library", "dense"), asked("library")]).toEqual([
    false,
    true,
    true,
  ]);
  expect(["none", "bm25", "brave"].some((tool) => asked(tool))).toBe(false);
  expect([asked("dense", "bm25"), asked("hybrid", "bm25")]).toEqual([true, true]);
  const routed = {
    ...defaultSettings,
    source: { choice: "best-predicted", tool: "library" },
  } as const;
  expect(needsVectors(routed)).toBe(true);
});
