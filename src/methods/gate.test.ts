import { describe, expect, it } from "vitest";
import { foldLedger } from "../folds/ledger.ts";
import { foldTrace } from "../folds/trace.ts";
import type { RunSettings } from "../log/types.ts";
import type { PassageReader } from "../runtime/ports.ts";
import { FakeSignal, fakeModel, fakeReader } from "../testing/fakes.ts";
import { ofType, question, replying, verdicts } from "../testing/methods/fake-runs.ts";
import { askStages, proxy, sayingDanube, slimSettings } from "../testing/methods/stage-runs.ts";

const plain: RunSettings = { ...slimSettings, rewriter: "vanilla", summarise: "small" };
const gated = (changes: Partial<RunSettings["gate"]>): RunSettings => ({
  ...plain,
  gate: { ...plain.gate, ...changes },
});

describe("the gate by a language model", () => {
  it.each([
    ["yes", 0.9, 0.5, true],
    ["yes", 0.6, 0.8, false],
    ["no", 0.3, 0.2, true],
    ["yes", 0.5, 0.5, false],
    ["yes", undefined, 0.99, true],
    ["no", undefined, 0, false],
    ["perhaps", 0.9, 0.5, false],
  ])("that says %s at %s against %s: %s", async (text, yes, threshold, known) => {
    const judge = yes === undefined ? { text } : { text, yes };
    const small = proxy({ judge, answer: "Danube" });
    const events = await askStages(gated({ threshold }), { small });
    const readable = text !== "perhaps";
    expect(ofType(events, "gate")).toMatchObject([
      { kind: "judge", by: "model", known, score: readable ? (yes ?? null) : null, threshold },
    ]);
    expect(ofType(events, "retrieval")).toHaveLength(known ? 0 : 1);
  });

  it("judges the heuristic answer without its tag, beside the question", async () => {
    const small = proxy();
    const events = await askStages(plain, { small });
    expect(ofType(events, "gate")[0]).toMatchObject({
      question,
      answer: "The Mur runs through Graz.",
      call: "call-2",
      node: "node-1",
    });
  });

  it("asks the question alone for self-knowledge, and for no heuristic answer", async () => {
    const small = proxy({ judge: "yes", answer: "Danube" });
    const events = await askStages(gated({ kind: "self-knowledge" }), { small });
    expect(small.requests.map(({ purpose }) => purpose)).toEqual(["judge", "answer"]);
    expect(ofType(events, "gate")[0]).toMatchObject({ kind: "self-knowledge", answer: "" });
  });

  it("leaves its heuristic answer where the one from memory is empty", async () => {
    for (const plan of ["off", "small"] as const) {
      const small = proxy({ judge: "yes", answer: "none" });
      const events = await askStages({ ...plain, plan }, { small });
      expect(verdicts(events)).toEqual(["unknown"]);
      expect(foldTrace(events).answer?.short).toBe("The Mur runs through Graz.");
    }
  });

  it("may be the large model", async () => {
    const small = proxy();
    const large = fakeModel("large", replying({ proxy: "Answer: Danube", judge: "yes" }));
    const events = await askStages(gated({ by: "large" }), { small, large });
    expect(large.requests.map(({ purpose }) => purpose)).toEqual(["proxy", "judge"]);
    expect(foldTrace(events).stageTiers.plan).toBe("large");
  });
});

describe("the gate by the encoder", () => {
  const byEncoder = gated({ judge: "encoder" });
  const readerThat = (known: () => Promise<number>) => ({ ...fakeReader(() => ({})), known });

  it("is told with its score, and charged as a reading without money", async () => {
    const reader = readerThat(async () => 0.7);
    const events = await askStages(byEncoder, { small: proxy({ answer: "Mur" }) }, { reader });
    expect(ofType(events, "gate")).toMatchObject([{ by: "encoder", call: null, score: 0.7 }]);
    expect(foldLedger(events).byStage.plan).toMatchObject({ calls: 1, readings: 1, usd: 0 });
  });

  it.each([
    ["trained", { text: "The Mur", logprobs: [-1, -0.5] }, -1.5],
    ["trained", { text: "The Mur", logprobs: null }, null],
    ["instruct", { text: "The Mur", logprobs: [-1, -0.5] }, null],
  ] as const)("hears what a %s model thought of its words: %j", async (profile, said, heard) => {
    const told: (number | null)[] = [];
    const known: PassageReader["known"] = async (_question, _answer, _signal, logprob) => {
      told.push(logprob);
      return 0.9;
    };
    const reader = { ...fakeReader(() => ({})), known };
    const small = fakeModel("small", replying({ proxy: said, answer: "Mur" }), { profile });
    const events = await askStages(byEncoder, { small }, { reader });
    expect(told).toEqual([heard]);
    const [end] = ofType(events, "call-end");
    expect(end?.odds?.logprobs ?? null).toEqual(profile === "trained" ? said.logprobs : null);
  });

  it("knows nothing where nothing was said, and does not ask", async () => {
    const reader = readerThat(async () => {
      throw new Error("asked");
    });
    const events = await askStages(byEncoder, { small: proxy({ proxy: " Answer: " }) }, { reader });
    expect(ofType(events, "gate")).toMatchObject([{ score: 0, known: false }]);
  });

  it("fails with a code when the score is no number", async () => {
    const reader = readerThat(async () => Number.NaN);
    const events = await askStages(byEncoder, { small: proxy() }, { reader });
    expect(events.at(-1)).toMatchObject({ outcome: "failed", error: { code: "model-nonsense" } });
  });

  it("stops between the answer and its judgement", async () => {
    const signal = new FakeSignal();
    const small = fakeModel("small", () => {
      signal.aborted = true;
      return "";
    });
    const reader = readerThat(async () => 0.9);
    const events = await askStages(byEncoder, { small }, { reader }, { signal });
    expect(events.at(-1)).toMatchObject({ outcome: "stopped" });
    expect(ofType(events, "gate")).toEqual([]);
  });

  it("without heads is the language model, and the log says so", async () => {
    const events = await askStages(byEncoder, { small: proxy(), large: sayingDanube() });
    expect(foldTrace(events).start?.settings.gate.judge).toBe("model");
    expect(ofType(events, "gate")[0]?.by).toBe("model");
  });
});
