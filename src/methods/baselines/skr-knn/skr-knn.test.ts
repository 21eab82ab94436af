import { beforeEach, describe, expect, it, vi } from "vitest";
import { foldLedger } from "../../../folds/ledger.ts";
import { AppError } from "../../../log/errors.ts";
import type { Embedder } from "../../../runtime/ports.ts";
import { FakeSignal, fakeModel, fakeReader } from "../../../testing/fakes.ts";
import { askBaseline, told } from "../../../testing/methods/fake-baselines.ts";
import { ofType, question } from "../../../testing/methods/fake-runs.ts";
import { nearestLabelled } from "./examples.ts";

vi.mock("./examples.json", () => ({
  default: {
    model: "fake-small",
    askedOn: "2026-01-01",
    asked: 9,
    questions: [
      { question: "river one", known: true },
      { question: "river two", known: true },
      { question: "river three", known: false },
      { question: "capital one", known: false },
      { question: "capital two", known: false },
    ],
  },
}));

function embedderBy(word: "river" | "capital"): Embedder {
  return {
    embed: async (texts) =>
      texts.map((text) => {
        const river = text === question ? word === "river" : text.startsWith("river");
        return Float32Array.from(river ? [1, 0] : [0, 1]);
      }),
  };
}

const three = { rival: { neighbours: 3 } };
const small = () => fakeModel("small", () => "Danube");

describe("SKR-kNN", () => {
  it("answers from memory where most of the nearest questions were known", async () => {
    const model = small();
    const world = { embedder: embedderBy("river"), changes: three };
    expect(told(await askBaseline("skr-knn", model, world))).toEqual([
      `plan: node-1 ${question}`,
      `node-1: known, ${2 / 3} by neighbours`,
      "node-1: answer by small",
      'node-1: known "Danube"',
      'answer "Danube": Danube.',
      "answered",
    ]);
    expect(model.requests[0]?.messages.at(-1)?.content).toBe(question);
  });

  it("charges the vote's seconds to this device, and calls it no reading", async () => {
    const world = { embedder: embedderBy("river"), changes: three };
    const events = await askBaseline("skr-knn", small(), world);
    const seconds = (ofType(events, "gate")[0]?.totalMs ?? 0) / 1000;
    const { charges, byNode, total } = foldLedger(events);
    expect(seconds).toBeGreaterThan(0);
    expect(charges.filter(({ kind }) => kind === "embedding")).toMatchObject([
      { node: "node-1", stage: "solve", seconds, cost: { usd: 0, basis: "local" } },
    ]);
    const calls = charges.filter(({ kind }) => kind === "call");
    const called = calls.reduce((sum, charge) => sum + charge.seconds, 0);
    expect(total.localSeconds).toBeCloseTo(called + seconds, 12);
    expect(byNode.get("node-1")?.localSeconds).toBeCloseTo(total.localSeconds, 12);
    expect(total).toMatchObject({ calls: 1, readings: 0, retrievals: 0 });
  });

  it("is direct RAG where most were unknown", async () => {
    const world = { embedder: embedderBy("capital"), changes: three };
    const events = await askBaseline("skr-knn", small(), world);
    expect(told(events)).toEqual([
      `plan: node-1 ${question}`,
      // Both capitals and the first river: ties keep their order.
      `node-1: unknown, ${1 / 3} by neighbours`,
      `node-1: search "${question}"`,
      "node-1: answer by small",
      'node-1: answered "Danube"',
      'answer "Danube": Danube [2].',
      "answered",
    ]);
    const [gate] = ofType(events, "gate");
    expect(gate).toMatchObject({ kind: "self-knowledge", call: null, threshold: 0.5 });
  });

  it("goes by the threshold", async () => {
    const world = { embedder: embedderBy("river"), changes: { ...three, gate } };
    const events = await askBaseline("skr-knn", small(), world);
    expect(ofType(events, "gate")[0]?.known).toBe(false);
  });

  it("says where the labels are another model's", async () => {
    const world = { embedder: embedderBy("river"), changes: three };
    const large = fakeModel("large", () => "Answer: Danube");
    const events = await askBaseline("skr-knn", small(), { ...world, large });
    expect(told(events)).toContain("node-1: otherModelKnowledge");
    const own = await askBaseline("skr-knn", small(), world);
    expect(ofType(own, "deviation")).toEqual([]);
  });

  it("reads with the encoder what it looks up", async () => {
    const reader = fakeReader(() => ({ span: "Danube" }));
    const model = small();
    const world = { embedder: embedderBy("capital"), changes: three, reader };
    await askBaseline("skr-knn", model, world);
    expect(model.requests).toHaveLength(0);
    expect(reader.asked).toHaveLength(1);
  });
});

describe("nearestLabelled", () => {
  const signal = new FakeSignal();
  let asked: number[] = [];
  const counting: Embedder = {
    embed: (texts, stop) => {
      asked.push(texts.length);
      return embedderBy("capital").embed(texts, stop);
    },
  };
  beforeEach(() => {
    asked = [];
  });

  it("sorts by cosine and embeds the examples once for each encoder", async () => {
    const near = await nearestLabelled(question, 2, counting, signal);
    expect(near).toEqual([
      { question: "capital one", known: false, similarity: 1 },
      { question: "capital two", known: false, similarity: 1 },
    ]);
    await nearestLabelled("river?", 2, counting, signal);
    expect(asked).toEqual([1, 5, 1]);
  });

  it("does not keep what an encoder did not finish", async () => {
    let broken = true;
    const embedder: Embedder = {
      embed: async (texts, stop) => {
        if (broken && texts.length > 1) throw new AppError("stopped");
        return embedderBy("river").embed(texts, stop);
      },
    };
    await expect(nearestLabelled(question, 1, embedder, signal)).rejects.toMatchObject({
      code: "stopped",
    });
    broken = false;
    expect(await nearestLabelled(question, 1, embedder, signal)).toHaveLength(1);
  });

  it("refuses an encoder that leaves vectors out", async () => {
    const embedder: Embedder = { embed: async () => [Float32Array.from([1])] };
    await expect(nearestLabelled(question, 1, embedder, signal)).rejects.toMatchObject({
      code: "model-nonsense",
    });
  });
});

const gate = { kind: "off", by: "small", judge: "encoder", threshold: 0.9 } as const;
