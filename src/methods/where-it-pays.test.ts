import { describe, expect, it } from "vitest";
import { foldAnswerState } from "../folds/answer-state.ts";
import { foldLedger } from "../folds/ledger.ts";
import { foldTrace } from "../folds/trace.ts";
import { AppError } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";
import { openRunFile, writeRunFile } from "../log/file.ts";
import type { RunSettings, Stage, Tier } from "../log/types.ts";
import type { ChatModel, WorthJudge } from "../runtime/ports.ts";
import { cutAt, resumeAt } from "../session/retry-point.ts";
import { collect, FakeSignal, fakeModel, fakePorts, fakeSettings } from "../testing/fakes.ts";
import { completing, ofType, question, replying } from "../testing/methods/fake-runs.ts";
import { slimSettings } from "../testing/methods/stage-runs.ts";
import { run } from "./registry.ts";

const small = () => fakeModel("small", completing());
const large = () =>
  fakeModel(
    "large",
    replying({
      plan: "[Unsolved Query]: What is the capital of Austria?\n[Final Content]: ?",
      read: ["Vienna", "Danube"],
      continue: "[Unsolved Query]: Which river runs through Vienna?\n[Final Content]: Danube",
      summarise: "Answer: Inn\nThe Inn [2].",
    }),
  );

const tiersOf = (id: string): Record<Stage, Tier> => {
  const [plan, solve, summarise] = [...id].map(
    (letter): Tier => (letter === "L" ? "large" : "small"),
  );
  return { plan: plan ?? "small", solve: solve ?? "small", summarise: summarise ?? "small" };
};

const judging = (chosen: string | null, after: number | null = null): WorthJudge => ({
  sureOf: () => after,
  judge: async () => ({
    sure: 0.41,
    ways: ["SSS", "SSL", "LSS", "LLL"].map((id) => ({
      id,
      stages: tiersOf(id),
      expected: id === chosen ? 0.68 : 0.4,
      usd: id === "SSS" ? 0 : 0.0004,
    })),
    chosen,
    learnt: { questions: 150, large: "some large model" },
  }),
});

interface Asked {
  worth?: WorthJudge;
  models?: { small: ChatModel; large: ChatModel | null };
  settings?: RunSettings;
}

const weighing: RunSettings = {
  ...fakeSettings,
  plan: "small",
  solve: "small",
  summarise: "small",
  worth: { pointUsd: 0.05 },
};

function askWith({ worth, models, settings = weighing }: Asked): Promise<RunEvent[]> {
  const { small: own, large: other } = models ?? { small: small(), large: large() };
  const ports = { ...fakePorts(own, other), ...(worth === undefined ? {} : { worth }) };
  return collect(run({ runId: "r", question, settings }, ports, new FakeSignal()));
}

const callsOf = (events: readonly RunEvent[]) =>
  ofType(events, "call-start").map(({ purpose, model }) => `${purpose} ${model.tier}`);

describe("where nothing is worth its price", () => {
  it("says what it weighed, and keeps the first answer", async () => {
    const events = await askWith({ worth: judging(null) });
    const { answer, worth, outcome } = foldTrace(events);
    expect([answer?.short, outcome]).toEqual(["Danube", "answered"]);
    expect(worth).toMatchObject({ sure: 0.41, chosen: null, pointUsd: 0.05 });
    expect(callsOf(events).some((call) => call.endsWith("large"))).toBe(false);
  });

  it.each([
    ["nothing was learnt", {}],
    [
      "the settings do not ask",
      { worth: judging("LLL"), settings: { ...weighing, worth: undefined } },
    ],
  ])("weighs nothing where %s", async (_why, asked) => {
    const events = await askWith(asked as Asked);
    expect(ofType(events, "worth")).toEqual([]);
    expect(foldTrace(events).answer?.short).toBe("Danube");
  });
});

describe("where the summary is worth it", () => {
  it("has the large model conclude from the steps that were found, and nothing else again", async () => {
    const events = await askWith({ worth: judging("SSL") });
    const weighed = events.findIndex(({ type }) => type === "worth");
    expect(callsOf(events.slice(weighed))).toEqual(["summarise large"]);
    const trace = foldTrace(events);
    expect(trace.answer?.short).toBe("Inn");
    expect([...trace.nodes.values()].some(({ abandoned }) => abandoned)).toBe(false);
    expect(trace.stageTiers.summarise).toBe("large");
  });
});

describe("where the plan is worth it", () => {
  it("begins anew, leaves the first steps behind and bills both", async () => {
    const events = await askWith({ worth: judging("LSS") });
    const weighed = events.findIndex(({ type }) => type === "worth");
    expect(callsOf(events.slice(weighed))[0]).toBe("plan large");
    const trace = foldTrace(events);
    const left = [...trace.nodes.values()].filter(({ abandoned }) => abandoned);
    expect(left.length).toBeGreaterThan(0);
    expect(trace.branches.filter(({ cause }) => cause === "plan")).toHaveLength(2);
    expect(trace.outcome).toBe("answered");
    const before = foldLedger(events.slice(0, weighed)).total.calls;
    expect(foldLedger(events).total.calls).toBeGreaterThan(before);
    expect(foldAnswerState(events)).not.toBeNull();
  });

  it("is a log that can be saved and opened again", async () => {
    const events = await askWith({ worth: judging("LLL") });
    expect(openRunFile(writeRunFile(events))).toEqual(events);
  });

  it("is weighed once: the summary alone can be done again after it", async () => {
    const events = await askWith({ worth: judging("LSS") });
    const cut = cutAt(events, { kind: "stage", stage: "summarise" });
    if (cut === null) throw new Error("no cut");
    const ports = { ...fakePorts(small(), large()), worth: judging("LLL") };
    const resume = resumeAt(events, cut, null);
    const again = await collect(
      run({ runId: "r2", question, settings: weighing, resume }, ports, new FakeSignal()),
    );
    expect(ofType(again, "worth")).toHaveLength(1);
    expect(foldTrace(again).outcome).toBe("answered");
  });
});

describe("where the large model fails on the way", () => {
  const failing = () =>
    fakeModel("large", () => {
      throw new AppError("spending-cap-reached", { period: "day" });
    });

  it.each(["SSL", "LSS", "LLL"])("%s: keeps the first answer and says why", async (chosen) => {
    const events = await askWith({
      worth: judging(chosen),
      models: { small: small(), large: failing() },
    });
    const { answer, worth, outcome, nodes } = foldTrace(events);
    expect([answer?.short, outcome]).toEqual(["Danube", "answered"]);
    expect(worth).toMatchObject({ chosen: null, error: { code: "spending-cap-reached" } });
    expect([...nodes.values()].some(({ abandoned }) => abandoned)).toBe(false);
    expect(openRunFile(writeRunFile(events))).toEqual(events);
  });
});

it.each(["SSL", "LLL"])(
  "keeps the first answer where %s brings one that is less sure",
  async (way) => {
    const events = await askWith({ worth: judging(way, 0.2) });
    const { answer, worth, outcome } = foldTrace(events);
    expect([answer?.short, outcome]).toEqual(["Danube", "answered"]);
    expect(worth).toMatchObject({ sure: 0.41, chosen: null, after: 0.2 });
    expect(foldLedger(events).total.largeCalls).toBeGreaterThan(0);
    expect(openRunFile(writeRunFile(events))).toEqual(events);
  },
);

it("takes the new answer where it is as sure or surer", async () => {
  const events = await askWith({ worth: judging("SSL", 0.41) });
  expect(foldTrace(events).answer?.short).toBe("Inn");
});

it("keeps the answer where nothing can be weighed, and says why", async () => {
  const worth: WorthJudge = {
    sureOf: () => null,
    judge: async () => {
      throw new AppError("router-data-invalid", { reason: "encoder" });
    },
  };
  const { answer, worth: weighed } = foldTrace(await askWith({ worth }));
  expect(answer?.short).toBe("Danube");
  expect(weighed).toMatchObject({ chosen: null, error: { code: "router-data-invalid" } });
});

it("takes a judge's nonsense for no judgement", async () => {
  const nonsense = { judge: async () => ({ sure: "very" }) } as unknown as WorthJudge;
  const { answer, worth } = foldTrace(await askWith({ worth: nonsense }));
  expect(answer?.short).toBe("Danube");
  expect(worth?.error?.code).toBe("model-nonsense");
});

it("works where no chain is walked", async () => {
  const settings: RunSettings = {
    ...slimSettings,
    gate: { ...slimSettings.gate, kind: "off" },
    rewriter: "vanilla",
    summarise: "small",
    worth: { pointUsd: 0.05 },
  };
  const models = {
    small: fakeModel("small", replying({ answer: "Mur" })),
    large: fakeModel("large", replying({ answer: "Answer: Danube\nIt runs through Vienna [1]." })),
  };
  const events = await askWith({ worth: judging("LLL"), settings, models });
  const { answer, outcome } = foldTrace(events);
  expect([answer?.short, outcome]).toEqual(["Danube", "answered"]);
  expect(ofType(events, "answer").map(({ short }) => short)).toEqual(["Mur", "Danube"]);
});
