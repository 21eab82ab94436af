import { describe, expect, it } from "vitest";
import type { RunSettings } from "../../../log/types.ts";
import { fakeModel } from "../../../testing/fakes.ts";
import { askBaseline, told } from "../../../testing/methods/fake-baselines.ts";
import { ofType, question, replying } from "../../../testing/methods/fake-runs.ts";
import { selfEval } from "./index.ts";

const id = "self-eval";
const idle = () => fakeModel("small", () => "");
const pTrue: Partial<RunSettings> = {
  gate: { kind: "judge", by: "large", judge: "model", threshold: 0.5 },
};
const answers = { answer: "Answer: Danube\nIt is the Danube [2]." };

describe("Self-Eval", () => {
  it("answers from memory what it says it knows: two calls", async () => {
    const large = fakeModel("large", replying({ judge: "yes", answer: "Answer: Danube" }));
    expect(told(await askBaseline(id, idle(), { large }))).toEqual([
      `plan: node-1 ${question}`,
      "node-1: judge by large",
      "node-1: known, null by model",
      "node-1: answer by large",
      'node-1: known "Danube"',
      'answer "Danube": Danube',
      "answered",
    ]);
  });

  it("looks up what it says it does not know: two calls", async () => {
    const large = fakeModel("large", replying({ ...answers, judge: "no" }));
    expect(told(await askBaseline(id, idle(), { large }))).toEqual([
      `plan: node-1 ${question}`,
      "node-1: judge by large",
      "node-1: unknown, null by model",
      `node-1: search "${question}"`,
      "node-1: answer by large",
      'node-1: answered "Danube"',
      'answer "Danube": It is the Danube [2].',
      "answered",
    ]);
  });

  it("looks everything up with the gate off, and asks nobody whether it knows", async () => {
    const large = fakeModel("large", replying({ ...answers, judge: "yes" }));
    const changes = { gate: { ...pTrue.gate, kind: "off" } } as Partial<RunSettings>;
    const events = await askBaseline(id, idle(), { large, changes });
    expect(ofType(events, "gate")).toEqual([]);
    expect(large.requests.map(({ purpose }) => purpose)).toEqual(["answer"]);
    expect(told(events)).toContain('node-1: answered "Danube"');
  });

  it("compares the probability of yes with the threshold", async () => {
    const known = async (yes: number, threshold: number) => {
      const small = fakeModel("small", () => ({ text: "yes", yes }));
      const changes = {
        gate: { kind: "self-knowledge", by: "small", judge: "model", threshold },
      } as const;
      const [gate] = ofType(await askBaseline(id, small, { changes }), "gate");
      return [gate?.known, gate?.score, gate?.threshold];
    };
    expect(await known(0.6, 0.5)).toEqual([true, 0.6, 0.5]);
    expect(await known(0.5, 0.5)).toEqual([true, 0.5, 0.5]);
    expect(await known(0.6, 0.7)).toEqual([false, 0.6, 0.7]);
  });

  it("looks up after a verdict that is none, and says so", async () => {
    const large = fakeModel("large", replying({ ...answers, judge: "Perhaps." }));
    const lines = told(await askBaseline(id, idle(), { large }));
    expect(lines).toContain("call-1: verdict fell-back");
    expect(lines).toContain("node-1: unknown, null by model");
    expect(lines).toContain('node-1: answered "Danube"');
  });

  it("asks a trained small model by its skill", async () => {
    const small = fakeModel("small", replying({ judge: "yes", answer: "Danube" }), {
      skills: true,
    });
    await askBaseline(id, small);
    expect(small.requests[0]?.messages).toHaveLength(2);
    expect(small.requests[0]?.messages[1]?.content).toBe(question);
  });
});

describe("P(True)", () => {
  it("judges the answer it gave, and keeps it if it is true", async () => {
    const large = fakeModel("large", replying({ judge: "yes", answer: "Answer: Danube" }));
    const events = await askBaseline(id, idle(), { large, changes: pTrue });
    expect(told(events).slice(1, 5)).toEqual([
      "node-1: answer by large",
      "node-1: judge by large",
      "node-1: known, null by model",
      'node-1: known "Danube"',
    ]);
    expect(large.requests[1]?.messages.at(-1)?.content).toContain("Proposed answer: Danube\n");
    expect(ofType(events, "gate")[0]).toMatchObject({ kind: "judge", answer: "Danube" });
  });

  it("answers anew from what it finds, if not: three calls", async () => {
    const large = fakeModel(
      "large",
      replying({ judge: "no", answer: ["Answer: Rhine", "Answer: Danube\nIt is the Danube [2]."] }),
    );
    const events = await askBaseline(id, idle(), { large, changes: pTrue });
    expect(ofType(events, "call-start")).toHaveLength(3);
    expect(ofType(events, "answer")[0]).toMatchObject({ short: "Danube", call: "call-3" });
  });

  it("does not ask about an answer that is none", async () => {
    const large = fakeModel("large", replying({ answer: ["", "Answer: Danube"] }));
    const events = await askBaseline(id, idle(), { large, changes: pTrue });
    expect(ofType(events, "call-start").map(({ purpose }) => purpose)).toEqual([
      "answer",
      "answer",
    ]);
    expect(ofType(events, "retrieval")).toHaveLength(1);
  });

  it("is a variant for each tier", () => {
    const forms = selfEval.presets.map(({ settings }) => [
      settings.solve,
      settings.gate.by,
      settings.gate.kind,
    ]);
    expect(forms).toEqual([
      ["small", "small", "self-knowledge"],
      ["large", "large", "self-knowledge"],
      ["small", "small", "judge"],
      ["large", "large", "judge"],
    ]);
  });
});
