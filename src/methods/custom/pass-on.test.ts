import { describe, expect, it } from "vitest";
import { checkerRecords } from "../../error-book/collect.ts";
import { measure } from "../../evaluation/analysis/measure.ts";
import { foldTrace } from "../../folds/trace.ts";
import { english } from "../../language/english/english.ts";
import { noWords } from "../../language/language.ts";
import { openLog } from "../../log/file.ts";
import type { RunSettings } from "../../log/types.ts";
import type { Ports } from "../../runtime/ports.ts";
import {
  collect,
  type FakeReading,
  FakeSignal,
  fakePorts,
  fakeReader,
  fakeRetriever,
  fakeSettings,
} from "../../testing/fakes.ts";
import { ofType, question, verdicts } from "../../testing/methods/fake-runs.ts";
import { askStages, chainSolver as solver } from "../../testing/methods/stage-runs.ts";
import { run } from "../registry.ts";

const judged = { kind: "judge", by: "small", judge: "model", threshold: 0.5 } as const;
const everything = { answer: true, claims: true, relevance: true } as const;
const chain: RunSettings = {
  ...fakeSettings,
  method: "composed",
  fallback: { ...fakeSettings.fallback, maxDepth: 2 },
  gate: judged,
  passOn: everything,
};
const direct: RunSettings = { ...chain, plan: "off", reader: "encoder" };

const asking = (settings: RunSettings, small = solver(), ports: Partial<Ports> = {}) =>
  askStages(settings, { small }, ports);

const row = { id: "q", question, answers: ["Danube"] };
const language = english(noWords);

describe("an answer from memory that is not known", () => {
  it("is proposed to the hop that asks what the question asks, and to no other", async () => {
    const trace = foldTrace(await asking(chain));
    const proposed = [...trace.nodes.values()].map(({ query, proposed, fromMemory }) => [
      query,
      proposed,
      fromMemory,
    ]);
    expect(proposed).toEqual([
      [question, null, false],
      ["What is the capital of Austria?", null, false],
      ["Which river runs through Vienna?", "Mur", true],
    ]);
  });

  it("is overruled by a surer passage, and the chain goes on as one that was left open", async () => {
    const small = solver();
    const events = await asking(chain, small);
    expect(verdicts(events)).toEqual(["unknown", "completed", "corrected"]);
    const trace = foldTrace(events);
    expect(trace.answer?.path.map(({ answer }) => answer)).toEqual(["Vienna", "Danube"]);
    expect(trace.branches.map(({ cause }) => cause)).toEqual([
      "plan",
      "plan",
      "complete",
      "complete",
    ]);
    const continued = small.requests.filter(({ purpose }) => purpose === "continue");
    expect(JSON.stringify(continued.map(({ messages }) => messages))).not.toContain("Mur");
  });

  it("is verified by a passage that says so, too, and saves nothing else", async () => {
    const events = await asking(chain, solver({ proxy: "Answer: Danube" }));
    expect(verdicts(events)).toEqual(["unknown", "completed", "verified"]);
    expect(foldTrace(events).answer?.short).toBe("Danube");
  });

  it("counts for nothing where no passage answers, or none surely", async () => {
    const none = foldTrace(await asking(chain, solver({ read: ["Vienna", "none"] })));
    const last = [...none.nodes.values()].at(-1);
    expect(last).toMatchObject({ status: "unsolved", proposed: "Mur", answer: null });
    const unsure = await asking({ ...chain, confidenceThreshold: 1 });
    expect(verdicts(unsure)).toEqual(["unknown", "completed", "completed"]);
  });

  it("is not proposed where it is none, is long, or is in the query", async () => {
    const sentence = "I think that the river there may be the Mur or perhaps the Salzach or so";
    for (const proxy of ["", "unknown", sentence, "Answer: Vienna"]) {
      const trace = foldTrace(await asking(chain, solver({ proxy })));
      expect([...trace.nodes.values()].some(({ fromMemory }) => fromMemory)).toBe(false);
    }
  });

  it("is thrown away where nothing is handed on, as before", async () => {
    const { passOn: _, ...without } = chain;
    const events = await asking(without);
    expect(verdicts(events)).toEqual(["unknown", "completed", "completed"]);
    expect(JSON.stringify(ofType(events, "branch-start"))).not.toContain("memory");
  });

  it("is taken from the log by a run that goes on, wherever it was cut", async () => {
    const events = await asking(chain);
    const from = events.findIndex(({ type }) => type === "call-end") + 1;
    for (let beforeSeq = from; beforeSeq < events.length - 1; beforeSeq += 1) {
      const small = solver();
      const resume = { events, beforeSeq, node: null };
      const request = { runId: "r2", question, settings: chain, resume };
      const again = await collect(run(request, fakePorts(small), new FakeSignal()));
      expect(small.requests.filter(({ purpose }) => purpose === "proxy")).toEqual([]);
      expect(foldTrace(again).outcome).toBe("answered");
      expect(openLog(JSON.parse(JSON.stringify(again)))).toEqual(again);
    }
  });
});

const passage = (id: string, text: string) => ({ id, title: "", text });
const mur = passage("mur", "The Mur rises in the Alps.");
const danube = passage("danube", "The Danube runs through it.");

const reading = (said: Readonly<Record<string, FakeReading>>) => ({
  retriever: fakeRetriever([mur, danube]),
  reader: fakeReader(
    (_, text) => Object.entries(said).find(([word]) => text.includes(word))?.[1] ?? {},
  ),
});
const five = { ...direct.retrieval, k: 5 };

describe("between answers that stand equally well", () => {
  const said = {
    Mur: { span: "Mur", confidence: 0.8 },
    Danube: { span: "Danube", confidence: 0.78 },
  };

  it("the one from memory is taken, which is in the log", async () => {
    const settings = { ...direct, retrieval: five };
    const alone = await asking({ ...settings, passOn: {} }, solver(), reading(said));
    expect(foldTrace(alone).answer?.short).toBe("Mur");
    const events = await asking(settings, solver({ proxy: "Answer: Danube" }), reading(said));
    const trace = foldTrace(events);
    expect(trace.answer?.short).toBe("Danube");
    expect(trace.answer?.citations.map(({ passageId }) => passageId)).toEqual(["danube"]);
    expect(trace.deviations.map((one) => one.switch)).toEqual(["memoryDecides"]);
  });

  it("it is not where another is clearly surer", async () => {
    const surer = { ...said, Mur: { span: "Mur", confidence: 0.95 } };
    const small = solver({ proxy: "Answer: Danube" });
    const events = await asking({ ...direct, retrieval: five }, small, reading(surer));
    expect(foldTrace(events).answer?.short).toBe("Mur");
    expect(ofType(events, "deviation")).toEqual([]);
  });

  it("the spans of one passage are chosen among likewise", async () => {
    const spans = [
      { text: "Alps", probability: 0.45 },
      { text: "Mur", probability: 0.44 },
    ];
    const one = { Mur: { span: "Alps", confidence: 0.8, spans } };
    const settings = { ...direct, retrieval: five };
    expect(foldTrace(await asking(settings, solver(), reading(one))).answer?.short).toBe("Mur");
    const off = { ...settings, passOn: {} };
    expect(foldTrace(await asking(off, solver(), reading(one))).answer?.short).toBe("Alps");
  });
});

describe("the relevance of the filter", () => {
  const filter = { kind: "per-passage", by: "encoder", threshold: 0.2, claims: true } as const;
  const said = {
    Mur: { span: "Mur", confidence: 0.8, relevance: 0.3 },
    Danube: { span: "Danube", confidence: 0.6, relevance: 0.9 },
  };

  it("weighs what is read in a passage", async () => {
    const settings = { ...direct, filter, retrieval: five, passOn: { relevance: true } };
    const weighed = await asking(settings, solver(), reading(said));
    expect(foldTrace(weighed).answer?.short).toBe("Danube");
    const cut = await asking({ ...settings, passOn: {} }, solver(), reading(said));
    expect(foldTrace(cut).answer?.short).toBe("Mur");
  });
});

describe("what the answer from memory claims", () => {
  const said = "Vienna is the seat of its government. The Mur runs through Graz.";
  const queries = (events: Awaited<ReturnType<typeof asking>>) =>
    ofType(events, "retrieval").map(({ search }) => search);

  it("is searched for by the hop that asks about it, and nobody is asked", async () => {
    const small = solver({ proxy: said });
    const events = await asking({ ...chain, passOn: { claims: true } }, small);
    expect(queries(events)).toEqual([
      "What is the capital of Austria?",
      "Which river runs through Vienna?",
      "Vienna is the seat of its government.",
    ]);
    expect(small.requests.map(({ purpose }) => purpose)).not.toContain("claims");
    const trace = foldTrace(events);
    const claimed = trace.branches.find(({ cause }) => cause === "claims");
    const proxy = [...trace.calls.values()].find(({ start }) => start.purpose === "proxy");
    expect([claimed?.call, claimed?.parent]).toEqual([proxy?.id, "node-3"]);
  });

  it("is written once with Claims, and no hop guesses what is claimed already", async () => {
    const claims = "Claim: Vienna is the capital of Austria. | capital Austria Vienna";
    const settings = { ...chain, rewriter: "claims", passOn: { claims: true } } as const;
    const filter = { ...settings.filter, claims: false };
    const small = solver({ claims });
    const events = await asking({ ...settings, filter }, small);
    const asked = small.requests.map(({ purpose }) => purpose);
    expect(asked.filter((one) => one === "proxy" || one === "claims")).toEqual(["proxy", "claims"]);
    expect(queries(events)).toEqual([
      "What is the capital of Austria?",
      "capital Austria Vienna",
      "Which river runs through Vienna?",
      "capital Austria Vienna",
    ]);
    const apart = solver({ claims });
    await asking({ ...settings, filter, passOn: {} }, apart);
    const before = apart.requests.map(({ purpose }) => purpose);
    expect(before.filter((one) => one === "proxy")).toHaveLength(3);
  });
});

describe("a correction of what was proposed from memory", () => {
  it("is a pair of the error book, in a chain", async () => {
    const records = checkerRecords(await asking(chain));
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ cause: "checker", question, rightBy: "run" });
    expect(records[0]?.wrong?.steps.map(({ answer }) => answer)).toEqual(["Vienna", "Mur"]);
    expect(records[0]?.right?.steps.map(({ answer }) => answer)).toEqual(["Vienna", "Danube"]);
  });

  const found = { Danube: { span: "Danube", confidence: 0.8 } };

  it("and without a plan, where it is seen to be overruled", async () => {
    const events = await asking(direct, solver(), reading(found));
    const node = foldTrace(events).nodes.get("node-1");
    expect(node).toMatchObject({ status: "answered", proposed: "Mur", answer: "Danube" });
    expect(node?.verdict?.proposal).toEqual({ answer: "Mur", outcome: "overruled" });
    const [record, ...others] = checkerRecords(events);
    expect(others).toEqual([]);
    expect(record?.wrong).toMatchObject({ steps: [{ query: question, answer: "Mur" }] });
    expect(record?.right).toMatchObject({ final: "Danube" });
  });

  it("is none where the answer is in the question, unless that lets one choose", async () => {
    const proposalTo = async (asked: string, said: string) => {
      const small = solver({ proxy: said });
      const events = await askStages(direct, { small }, reading(found), { asked });
      return foldTrace(events).nodes.get("node-1")?.proposed;
    };
    expect(await proposalTo(question, "Austria")).toBeNull();
    expect(await proposalTo("Which is longer, the Mur or the Danube?", "Mur")).toBe("Mur");
  });

  it("is none where the passages agree, or nothing was sure", async () => {
    const agreed = await asking(direct, solver({ proxy: "Danube" }), reading(found));
    const unsure = { Danube: { span: "Danube", confidence: 0.2 } };
    const open = await asking(direct, solver(), reading(unsure));
    const outcomes = [agreed, open].map(
      (events) => foldTrace(events).nodes.get("node-1")?.verdict?.proposal?.outcome,
    );
    expect(outcomes).toEqual(["verified", "open"]);
    expect([...checkerRecords(agreed), ...checkerRecords(open)]).toEqual([]);
  });

  it("is in every result of the lab as what looking up did to it", async () => {
    for (const settings of [chain, direct]) {
      const ports = settings === chain ? {} : reading(found);
      const helped = measure(row, await asking(settings, solver(), ports), language);
      expect(helped).toMatchObject({ helped: true, misled: null });
      const right = { ...row, answers: ["Mur"] };
      const misled = measure(right, await asking(settings, solver(), ports), language);
      expect(misled).toMatchObject({ helped: null, misled: true });
    }
  });
});
