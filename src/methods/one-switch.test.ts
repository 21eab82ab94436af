/** With one model behind both tiers, a switch only changes which tier is asked. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { type RunSettings, type Stage, stages, type Tier, tier } from "../log/types.ts";
import { controlAt, withControl } from "../runtime/controls.ts";
import type { PassageReader, Ports } from "../runtime/ports.ts";
import { rewriterParts } from "../stages/rewrite/index.ts";
import {
  collect,
  type FakeScript,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeReader,
  fakeSettings,
} from "../testing/fakes.ts";
import { ofType } from "../testing/methods/fake-runs.ts";
import { sensible } from "../testing/methods/method-contract.ts";
import { methods } from "./index.ts";
import { run } from "./registry.ts";

const question = "Which river runs through the capital of Austria?";
const plan = JSON.stringify({
  steps: ["What is the capital of Austria?", "Which river runs through [1]?"].map((query) => ({
    query,
    answer: "unknown",
  })),
  final: "unknown",
});

const script: FakeScript = ({ purpose, messages }) => {
  const asked = messages.at(-1)?.content ?? "";
  if (purpose === "plan") return plan;
  if (purpose === "decide") return "no";
  if (purpose === "read") {
    const answer = asked.includes("Question: Which river") ? "Danube" : "Vienna";
    return { text: JSON.stringify({ answer: asked.includes(answer) ? answer : "none" }) };
  }
  if (purpose === "rewrite") return '{"keywords": "capital Austria"}';
  if (purpose === "digest") return "Vienna";
  return '{"reasoning": "The Danube [2].", "answer": "Danube"}';
};

const readerOf = (confidence: number) =>
  fakeReader((asked, passage) => {
    const answer = asked.includes("Which river") ? "Danube" : "Vienna";
    return passage.includes(answer)
      ? { span: answer, relevance: 0.9, confidence }
      : { relevance: 0.1 };
  });

const portsOf = (says: FakeScript, reader: PassageReader) => {
  const model = (tier: Tier) => fakeModel(tier, says, { profile: "instruct" });
  return fakePorts(model("small"), model("large"), reader);
};

async function asked(settings: RunSettings, ports: Ports) {
  const events = await collect(run({ runId: "r", question, settings }, ports, new FakeSignal()));
  const starts = ofType(events, "call-start");
  const calls = starts.map(
    ({ stage, purpose, messages, assistantPrefix, constraint, maxTokens }) => ({
      stage,
      purpose,
      messages,
      assistantPrefix,
      constraint,
      maxTokens,
    }),
  );
  return {
    calls,
    doers: starts.map(({ model }) => model.tier),
    searches: ofType(events, "retrieval").map(({ search, passages }) => [
      search,
      passages.map(({ id }) => id),
    ]),
    checks: ofType(events, "evidence").length,
    answer: ofType(events, "answer").map(({ short, path }) => ({ short, path })),
  };
}

const anyTier = fc.constantFrom(...tier.options);
const settings = fc.record({
  plan: anyTier,
  solve: anyTier,
  summarise: anyTier,
  rewriter: fc.constantFrom(
    ...(Object.keys(rewriterParts) as RunSettings["rewriter"][]).filter((one) => one !== "claims"),
  ),
  reader: fc.constantFrom<RunSettings["reader"]>("encoder", "both", "model"),
  rerank: fc.boolean(),
  evidence: fc.boolean(),
  arithmetic: fc.boolean(),
  historyTokens: fc.constantFrom(0, 2000),
  k: fc.integer({ min: 1, max: 3 }),
});

it.each(stages)("%s changes who does it, and nothing else", async (stage: Stage) => {
  await fc.assert(
    fc.asyncProperty(settings, async ({ k, ...changes }) => {
      const own: RunSettings = {
        ...fakeSettings,
        ...changes,
        retrieval: { ...fakeSettings.retrieval, k },
      };
      const flipped = { ...own, [stage]: own[stage] === "large" ? "small" : "large" };
      // A reading's confidence depends on the reader.
      const confidence = stage === "solve" ? 0.9 : 0.4;
      const ports = () => portsOf(script, readerOf(confidence));
      const [before, after] = [await asked(own, ports()), await asked(flipped, ports())];
      // The encoder reads without a call, so the prompt to its replacement is the one difference.
      const byEncoder = stage === "solve" && own.reader !== "model";
      const told = ({ calls }: typeof before) =>
        byEncoder ? calls.filter(({ purpose }) => purpose !== "read") : calls;
      expect(told(after)).toEqual(told(before));
      expect(after.searches).toEqual(before.searches);
      expect(after.checks).toBe(before.checks);
      expect(after.answer).toEqual(before.answer);
    }),
    { numRuns: 60 },
  );
});

const switches = methods.all.flatMap(
  ({ presets, stages: own, controls: paths, settings: bounds }) => {
    const tiered = paths.filter((path) => {
      const control = controlAt(path, bounds);
      return (
        control.kind === "choice" && tier.options.every((one) => control.options.includes(one))
      );
    });
    // If the encoder reads, the small tier has no call to compare with the large one's.
    const byModel = presets.map(({ id, settings }) => ({
      id,
      preset: { ...settings, reader: "model" as const },
    }));
    return byModel.flatMap(({ id, preset }) => [
      ...own.map((stage) => ({ id, path: stage, to: (by: Tier) => ({ ...preset, [stage]: by }) })),
      ...tiered.map((path) => ({
        ...{ id, path },
        to: (by: Tier) => withControl(preset, path, by, bounds) ?? preset,
      })),
    ]);
  },
);

const moved = new Set<string>();

/** A small model's answer is prefilled, which a server would not continue. */
const isBegun = (id: string) => /^(?:chain-of-thought|self-ask)-/u.test(id);

it.each(switches.filter(({ id, path }) => !(path === "solve" && isBegun(id))))(
  "$id: $path changes who does it, and nothing else",
  async ({ path, to }) => {
    const by = (one: Tier) => asked(to(one), portsOf(sensible, readerOf(0.9)));
    const { doers: bySmall, ...withSmall } = await by("small");
    const { doers: byLarge, ...withLarge } = await by("large");
    expect(withLarge).toEqual(withSmall);
    if (String(bySmall) !== String(byLarge)) moved.add(path);
  },
);

it("no switch was without effect in every method", () => {
  expect([...moved].sort()).toEqual([...new Set(switches.map(({ path }) => path))].sort());
});
