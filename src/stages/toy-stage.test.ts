/** A stage is one object and one line. */
import { expect, it } from "vitest";
import { customPipeline } from "../methods/custom/index.ts";
import { promptsOf } from "../methods/pipeline-prompts.ts";
import { validateSettings } from "../runtime/settings-notes.ts";
import type { Facts } from "../runtime/settings-validation.ts";
import { asks, encodes, reads, when } from "../runtime/uses.ts";
import { fakeSettings } from "../testing/fakes.ts";
import { pipelineUses, stages } from "./index.ts";

stages.add({
  id: "toy",
  uses: ({ filter, rerank }) => [
    when(
      "filter.kind",
      filter.kind === "per-passage",
      asks("fallback.by", "decompose"),
      encodes("rerank", rerank),
      reads("fallback.maxDepth"),
    ),
  ],
});

const { fallback, filter } = fakeSettings;
const off = {
  ...fakeSettings,
  filter: { ...filter, kind: "off" },
  fallback: { ...fallback, on: false, by: "large" },
} as const;
const on = { ...off, filter: { ...filter, kind: "per-passage" } } as const;

function notes(settings: typeof on | typeof off): string[] {
  const { uses, settings: own } = customPipeline;
  const facts: Facts = { uses, own, large: false, heads: true, tools: [], routerTools: null };
  return validateSettings(settings, facts).map(
    ({ code, control, because }) => `${code} ${control} ${because}`,
  );
}

it("makes a setting do something, which else lies idle", () => {
  expect(notes(off)).toContain("no-effect fallback.maxDepth fallback.on");
  expect(notes(on)).not.toContain("no-effect fallback.maxDepth fallback.on");
});

it("needs the large model where it asks it", () => {
  expect(notes(off)).not.toContain("large-missing fallback.by null");
  expect(notes(on)).toContain("large-missing fallback.by null");
});

it("has its prompts in the list, of whom it asks", () => {
  const asked = (settings: typeof on | typeof off) =>
    promptsOf(pipelineUses)
      .filter((prompt) => prompt.asked(settings, "large"))
      .map(({ title }) => title);
  expect(asked(off)).not.toContain("Split a question");
  expect(asked(on)).toContain("Split a question");
});
