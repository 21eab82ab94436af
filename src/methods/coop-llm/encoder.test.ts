import { describe, expect, it } from "vitest";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import type { LibraryWords } from "../../language/language.ts";
import { AppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import { openLog } from "../../log/file.ts";
import type { RunSettings } from "../../log/types.ts";
import type { ChatModel, PassageReader } from "../../runtime/ports.ts";
import {
  collect,
  type FakeReading,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeReader,
  fakeRetriever,
  fakeSettings,
} from "../../testing/fakes.ts";
import {
  ask,
  completing,
  ofType,
  question,
  replying,
  verdicts,
} from "../../testing/methods/fake-runs.ts";
import { run } from "../registry.ts";

const byEncoder = { reader: "encoder" } as const;
const overEvidence = { reader: "encoder", evidence: true } as const;

const knowing = (question_: string, passage: string): FakeReading => {
  if (question_.startsWith("What is the capital") && passage.startsWith("Austria:"))
    return { span: "Vienna", relevance: 0.9 };
  if (question_.startsWith("Which river runs through") && passage.includes("Danube"))
    return { span: "Danube", relevance: 0.95, confidence: 0.8 };
  return {};
};

async function askReading(
  reader: PassageReader,
  changes: Partial<RunSettings> = byEncoder,
  small: ChatModel = fakeModel("small", completing()),
  more: { large?: ChatModel; signal?: FakeSignal } = {},
): Promise<RunEvent[]> {
  const { large = null, signal = new FakeSignal() } = more;
  const settings = { ...fakeSettings, ...changes };
  const ports = fakePorts(small, large, reader);
  return collect(run({ runId: "r", question, settings }, ports, signal));
}

const purposes = (events: readonly RunEvent[]) =>
  ofType(events, "call-start").map((event) => event.purpose);

describe("the encoder as the reader", () => {
  it("completes the hops without a call of the language model, and logs what it said", async () => {
    const events = await askReading(fakeReader(knowing));
    expect(verdicts(events)).toEqual(["completed", "completed"]);
    expect(purposes(events)).not.toContain("read");
    expect(ofType(events, "reading")[0]).toMatchObject({
      stage: "solve",
      node: "node-1",
      by: "encoder",
      use: "read",
      question: "What is the capital of Austria?",
      readings: [{ passageId: "at", kind: "span", span: "Vienna", relevance: 0.9 }],
      kept: ["at"],
    });
    const first = ofType(events, "verdict")[0];
    expect(first).toMatchObject({ span: "Vienna", confidence: 0.9, passageId: "at" });
    expect(openLog(JSON.parse(JSON.stringify(events)))).toEqual(events);
    for (let length = 0; length <= events.length; length += 1) foldTrace(events.slice(0, length));
  });

  it("reads, and logs, a place by the name that the passages bear", async () => {
    const asked = "What is the capital of Myanmar?";
    const small = fakeModel("small", replying({ plan: asked, continue: "", summarise: "" }));
    const reader = fakeReader((read) => (read.includes("Burma") ? { span: "Naypyidaw" } : {}));
    const passages = [{ id: "bm", title: "Burma: capital", text: "Burma's is Naypyidaw." }];
    const words: LibraryWords = { aliases: [["Myanmar", "Burma"]], quantities: [] };
    const ports = {
      ...fakePorts(small, null, reader),
      retriever: { ...fakeRetriever(passages), words },
    };
    const settings = { ...fakeSettings, ...byEncoder };
    const events = await collect(
      run({ runId: "r", question: asked, settings }, ports, new FakeSignal()),
    );
    expect(ofType(events, "reading")[0]).toMatchObject({
      question: "What is the capital of Burma?",
      readings: [{ span: "Naypyidaw" }],
    });
    expect([...foldTrace(events).nodes.values()].map(({ query }) => query)).toEqual([asked]);
  });

  it("costs time of its own: no call, no money, no byte", async () => {
    const events = await askReading(fakeReader(knowing));
    const { total, byNode } = foldLedger(events);
    const spent = ofType(events, "reading").reduce((sum, event) => sum + event.totalMs, 0);
    expect(total).toMatchObject({ readings: 2, usd: 0, bytesSent: 0, untoldCalls: 0 });
    expect(total.calls).toBe(purposes(events).length);
    expect(total.readingSeconds).toBeCloseTo(spent / 1000, 12);
    expect(total.localSeconds).toBeGreaterThan(total.readingSeconds);
    expect(byNode.get("node-1")?.readings).toBe(1);
  });

  it("reads several passages one by one; the surest answer counts", async () => {
    const events = await askReading(
      fakeReader((_question, passage) =>
        passage.startsWith("Austria:")
          ? { span: "Vienna", confidence: 0.8, noAnswer: 0.6 }
          : { span: "Danube", confidence: 0.7, noAnswer: 0.1 },
      ),
      { ...byEncoder, rewriter: "top3" },
    );
    expect(ofType(events, "reading")[0]?.readings).toHaveLength(2);
    expect(ofType(events, "verdict")[0]).toMatchObject({ span: "Danube", passageId: "vienna" });
  });

  it("verifies an answer, and corrects it only above θ", async () => {
    const plan = "[Query 1]: What is the capital of Austria? [Answer 1]: Graz";
    const asked = async (reading: FakeReading) => {
      const large = fakeModel("large", replying({ plan }));
      const small = fakeModel("small", replying({ continue: "", summarise: "Vienna" }));
      const changes = { ...byEncoder, plan: "large" as const };
      return verdicts(
        await askReading(
          fakeReader(() => reading),
          changes,
          small,
          { large },
        ),
      );
    };
    expect(await asked({ span: "Graz", confidence: 0.9 })).toEqual(["verified"]);
    expect(await asked({ span: "Vienna", confidence: 0.9 })).toEqual(["corrected"]);
    expect(await asked({ span: "Vienna", confidence: 0.4 })).toEqual(["accepted"]);
    expect(await asked({})).toEqual(["accepted"]);
  });

  it("completes an answer that is one of a list, and a list begun at the end is given whole", async () => {
    const asked = "Which countries border Poland?";
    const list = "Belarus 375 km, Czechia 699 km, Germany 467 km";
    const reader = fakeReader(() => ({
      span: "Czechia 699 km, Germany 467 km",
      confidence: 0.07,
    }));
    const text = `Poland lies in Central Europe. Poland has land borders with ${list}. It has a coast.`;
    const summarise = { text: "Belarus 375 km, Czechia 69", finish: "length" as const };
    const plan = `[Query 1]: ${asked} [Answer 1]: Germany`;
    const small = fakeModel("small", replying({ continue: "", summarise }));
    const ports = {
      ...fakePorts(small, fakeModel("large", replying({ plan })), reader),
      retriever: fakeRetriever([{ id: "pl", title: "Poland: borders", text }]),
    };
    const settings = { ...fakeSettings, reader: "both", plan: "large" } as const;
    const events = await collect(
      run({ runId: "r", question: asked, settings }, ports, new FakeSignal()),
    );
    expect(ofType(events, "verdict")[0]).toMatchObject({
      verdict: "completed",
      span: list,
      confidence: 0.07,
    });
    expect(ofType(events, "answer")[0]?.short).toBe(list);
  });

  it("that finds nothing leaves the query unsolved, by the empty-span guard", async () => {
    const events = await askReading(fakeReader(() => ({})));
    expect(verdicts(events)).toEqual(["unsolved"]);
    expect(ofType(events, "verdict")[0]).toMatchObject({ span: "", passageId: null });
    expect(ofType(events, "deviation")).toMatchObject([{ switch: "emptySpanGuard" }]);
  });

  it("gives way to the language model where it has no heads, and the log says so", async () => {
    const wanted = { reader: "encoder", rerank: true, evidence: true } as const;
    const events = await ask(fakeModel("small", completing()), wanted);
    expect(events[0]).toMatchObject({
      settings: { reader: "model", rerank: false, evidence: false },
    });
    expect(purposes(events)).toContain("read");
    expect(ofType(events, "reading")).toEqual([]);
  });

  it("does not read for a large model that solves", async () => {
    const large = fakeModel("large", replying({ read: '{"answer": "Vienna", "confidence": 1}' }));
    const reader = fakeReader(knowing);
    const changes = { ...byEncoder, solve: "large" as const };
    await askReading(reader, changes, fakeModel("small", completing()), { large });
    expect(reader.asked).toEqual([]);
  });
});

describe("passages chosen by relevance", () => {
  const likesVienna = fakeReader((_question, passage) => ({
    relevance: passage.startsWith("Vienna:") ? 0.99 : 0.01,
  }));

  it("are the best of ten more, whoever reads them", async () => {
    const small = fakeModel("small", completing());
    const events = await askReading(likesVienna, { rerank: true }, small);
    expect(ofType(events, "retrieval")[0]?.passages.map(({ id }) => id)).toEqual(["at", "vienna"]);
    expect(ofType(events, "reading")[0]).toMatchObject({ use: "rank", kept: ["vienna"] });
    const node = foldTrace(events).nodes.get("node-1");
    expect(node?.passages.map(({ id }) => id)).toEqual(["vienna"]);
    expect(node?.candidates).toHaveLength(2);
    const read = small.requests.find(({ purpose }) => purpose === "read");
    const prompt = read?.messages.at(-1)?.content ?? "";
    expect(prompt).toContain("Danube runs");
    expect(prompt).not.toContain("capital of Austria is Vienna");
  });

  it("are read in the same pass, and only those kept can answer", async () => {
    const events = await askReading(
      fakeReader((_question, passage) =>
        passage.startsWith("Vienna:")
          ? { relevance: 0.99, span: "Danube", confidence: 0.4 }
          : { relevance: 0.01, span: "Vienna", confidence: 0.99 },
      ),
      { ...byEncoder, rerank: true },
    );
    expect(ofType(events, "reading")[0]?.readings).toHaveLength(2);
    expect(ofType(events, "verdict")[0]).toMatchObject({ span: "Danube", passageId: "vienna" });
  });

  it("keep the retriever's order where the encoder tells no difference", async () => {
    const events = await askReading(
      fakeReader(() => ({})),
      { rerank: true },
    );
    expect(ofType(events, "reading")[0]?.kept).toEqual(["at"]);
  });
});

describe("the answer check", () => {
  const checking = (said: FakeReading, hops = 0.4) =>
    fakeReader((asked, passage) =>
      asked === question ? said : { ...knowing(asked, passage), confidence: hops },
    );
  const shortOf = (events: readonly RunEvent[]) => foldTrace(events).answer?.short;

  it("reads the question over what the steps rest on, and replaces the answer when sure", async () => {
    const reader = checking({ span: "river Danube", start: 70, confidence: 0.7 });
    const events = await askReading(reader, overEvidence);
    expect(reader.asked.at(-1)).toEqual({
      question,
      passages: [
        "Austria: The capital of Austria is Vienna.\nVienna: The river Danube runs through Vienna.",
      ],
    });
    expect(ofType(events, "evidence")).toMatchObject([
      {
        passages: ["at", "vienna"],
        candidates: [
          { by: "model", answer: "Danube", confidence: 0.4 },
          { by: "encoder", answer: "river Danube", confidence: 0.7 },
        ],
        passageId: "vienna",
        chosen: "encoder",
      },
    ]);
    expect(shortOf(events)).toBe("river Danube");
    expect(foldTrace(events).answer?.text).toMatch(/^river Danube/u);
    expect(foldLedger(events).byStage.summarise.readings).toBe(1);
    expect(openLog(JSON.parse(JSON.stringify(events)))).toEqual(events);
  });

  it.each([
    ["is not sure enough", { span: "Rhine", confidence: 0.3 }],
    ["is no surer than of the steps", { span: "Rhine", confidence: 0.4 }],
    ["finds none", { kind: "none" as const, confidence: 0.99 }],
  ])("leaves the answer when it %s", async (_what, said) => {
    const events = await askReading(checking(said), overEvidence);
    expect(shortOf(events)).toBe("Danube");
    expect(ofType(events, "evidence")[0]?.chosen).toBe("model");
  });

  it("is not made of a chain that was sure of its steps", async () => {
    const events = await askReading(
      checking({ span: "Rhine", confidence: 0.99 }, 0.6),
      overEvidence,
    );
    expect(ofType(events, "evidence")).toEqual([]);
    expect(shortOf(events)).toBe("Danube");
  });

  it("answers yes and no, which stand in no passage", async () => {
    const events = await askReading(checking({ kind: "yes", confidence: 0.9 }), overEvidence);
    expect(shortOf(events)).toBe("yes");
    expect(ofType(events, "evidence")[0]?.passageId).toBeNull();
  });

  it("takes any answer where the chain found nothing, from the best passages seen", async () => {
    const reader = fakeReader((asked, passage) => {
      if (asked !== question) return {};
      if (passage.includes("\n")) return { span: "Danube", confidence: 0.05 };
      return { relevance: passage.startsWith("Vienna:") ? 0.9 : 0.2 };
    });
    const small = fakeModel("small", replying({ plan: "Which river is meant?", summarise: "" }));
    const events = await askReading(reader, { ...overEvidence, rerank: true }, small);
    expect(verdicts(events)).toContain("unsolved");
    const ranked = ofType(events, "reading").at(-1);
    expect(ranked).toMatchObject({ stage: "summarise", node: null, use: "rank" });
    expect(ranked?.kept).toEqual(["vienna", "at"]);
    expect(ofType(events, "evidence")[0]?.passages).toEqual(["vienna", "at"]);
    expect(shortOf(events)).toBe("Danube");
    expect(foldTrace(events).answer?.text).toBe("Danube");
  });

  it("is made of a large model's summary, too: the switch changes who concludes and nothing else", async () => {
    const large = fakeModel("large", replying({ summarise: "It is the Danube [2]." }));
    const small = fakeModel("small", completing());
    const changes = { ...overEvidence, summarise: "large" as const };
    const events = await askReading(checking({ span: "Rhine" }), changes, small, { large });
    expect(ofType(events, "evidence")).toHaveLength(1);
  });
});

describe("when the encoder fails", () => {
  const failing = (thrown: unknown): PassageReader => ({
    ...fakeReader(() => ({})),
    read: () => Promise.reject(thrown),
  });

  it.each([
    ["its own error", new AppError("model-nonsense", { cause: "not-finite" }), "model-nonsense"],
    ["whatever else", new Error("wasm trap"), "generation-failed"],
  ])("with %s, the run fails by that name", async (_what, thrown, code) => {
    const events = await askReading(failing(thrown));
    expect(events.at(-1)).toMatchObject({ type: "run-end", outcome: "failed", error: { code } });
  });

  it("with fewer readings than passages, it is nonsense", async () => {
    const reader = { ...fakeReader(() => ({})), read: async () => [] };
    const events = await askReading(reader);
    expect(events.at(-1)).toMatchObject({ error: { code: "model-nonsense" } });
  });

  it("the step can be done again, and what came before is kept", async () => {
    const failed = await askReading(failing(new AppError("generation-failed")));
    const beforeSeq = failed.findIndex((event) => event.type === "node-start");
    const settings = { ...fakeSettings, ...byEncoder };
    const resume = { events: failed, beforeSeq, node: "node-1" };
    const ports = fakePorts(fakeModel("small", completing()), null, fakeReader(knowing));
    const again = await collect(
      run({ runId: "r2", question, settings, resume }, ports, new FakeSignal()),
    );
    expect(again.at(-1)).toMatchObject({ outcome: "answered" });
    expect(purposes(again).filter((purpose) => purpose === "plan")).toHaveLength(1);
    expect(openLog(JSON.parse(JSON.stringify(again)))).toEqual(again);
  });

  it("a stop while it reads ends the run as stopped, with the steps so far", async () => {
    const signal = new FakeSignal();
    const reader = fakeReader(() => {
      signal.aborted = true;
      return {};
    });
    const small = fakeModel("small", completing());
    const events = await askReading(reader, byEncoder, small, { signal });
    expect(events.at(-1)).toMatchObject({ type: "run-end", outcome: "stopped" });
    expect(foldTrace(events).nodes.size).toBe(1);
  });
});
