import { expect, it } from "vitest";
import { eightCombinations } from "../../evaluation/combinations.ts";
import { gapsOf, oracleConfigurations } from "../../evaluation/oracle/configurations.ts";
import type { Oracle } from "../../evaluation/oracle/oracle.ts";
import type { QuestionRow } from "../../evaluation/questions/question.ts";
import type { RunEvent } from "../../log/events.ts";
import type { Stage } from "../../log/types.ts";
import { run } from "../../methods/registry.ts";
import { FakeSignal, fakeModel, fakePorts, fakeSettings } from "../../testing/fakes.ts";
import { completing } from "../../testing/methods/fake-runs.ts";
import { batchOf, idsOf } from "./batch.ts";
import { Journal } from "./journal.ts";
import { runHere } from "./run-here.ts";

const stages: readonly Stage[] = ["plan", "solve", "summarise"];
const rows: QuestionRow[] = [
  {
    id: "gold",
    question: "Which river runs through the capital of Austria?",
    answers: ["Danube"],
    decomposition: [
      { question: "What is the capital of Austria?", answer: "Vienna" },
      { question: "Which river runs through #1?", answer: "Danube" },
    ],
  },
  {
    id: "loop",
    question: "Who is it?",
    answers: ["Ada"],
    decomposition: [{ question: "Who is #1?", answer: "Ada" }],
  },
];

it("asks the oracle in the ceilings alone, and not what has no gold", async () => {
  const journal = await Journal.open(null);
  const models = { small: "tiny", smallAt: null, encoder: "tiny-encoder", large: null };
  const made = batchOf(models, {
    title: "t",
    set: "set",
    rows,
    configurations: eightCombinations(fakeSettings, stages).slice(0, 1),
    ceilings: {
      configurations: oracleConfigurations(fakeSettings, stages, ["plan"]),
      skipped: Object.fromEntries(gapsOf(rows, ["plan"])),
    },
    library: "factbook",
  });
  const batch = await journal.begin(made, idsOf(rows));
  if (batch === null) throw new Error("not begun");
  const asked: { question: string; oracle: boolean; planner: string | undefined }[] = [];
  const answer = async (
    question: string,
    settings: Parameters<typeof run>[0]["settings"],
    _: unknown,
    oracle?: Oracle,
  ) => {
    const ports = fakePorts(fakeModel("small", completing()), oracle?.model ?? null);
    const events: RunEvent[] = [];
    for await (const event of run({ runId: "r", question, settings }, ports, new FakeSignal())) {
      oracle?.see(event);
      events.push(event);
    }
    const plan = events.find((one) => one.type === "call-start" && one.purpose === "plan");
    const planner = plan?.type === "call-start" ? plan.model.engine : undefined;
    asked.push({ question, oracle: oracle !== undefined, planner });
    return { events, seconds: 0 };
  };
  const progress: number[] = [];
  const error = await runHere({
    batch,
    questions: rows,
    journal,
    sessionOf: () => ({ ...session, answer }),
    signal: new AbortController().signal,
    atOnce: 1,
    onResult: (_, done) => progress.push(done),
  });
  expect(error).toBeNull();
  expect(asked).toEqual([
    { question: rows[0]?.question, oracle: false, planner: "fake" },
    { question: rows[0]?.question, oracle: true, planner: "oracle" },
    { question: rows[1]?.question, oracle: false, planner: "fake" },
  ]);
  expect(journal.results.map(({ question, configuration }) => [question, configuration])).toEqual([
    ["gold", "SSS"],
    ["gold", "OSS"],
    ["loop", "SSS"],
  ]);
  expect(progress).toEqual([1, 2, 3]);
});

it("stops once every verdict is settled, if it runs until then", async () => {
  const many = Array.from({ length: 40 }, (_, at) => ({
    id: `q${at}`,
    question: "Which river runs through Vienna?",
    answers: ["Danube"],
  }));
  const journal = await Journal.open(null);
  const models = { small: "tiny", smallAt: null, encoder: "tiny-encoder", large: null };
  const configurations = eightCombinations(fakeSettings, stages);
  const made = batchOf(models, {
    title: "t",
    set: "set",
    rows: many,
    configurations,
    library: "factbook",
    untilSettled: true,
  });
  const batch = await journal.begin(made, idsOf(many));
  if (batch === null) throw new Error("not begun");
  const answer = async (question: string, settings: Parameters<typeof run>[0]["settings"]) => {
    const large = fakeModel("large", completing());
    const ports = fakePorts(fakeModel("small", completing()), large);
    const events: RunEvent[] = [];
    for await (const event of run({ runId: "r", question, settings }, ports, new FakeSignal())) {
      events.push(event);
    }
    return { events, seconds: 0 };
  };
  const error = await runHere({
    batch,
    questions: many,
    journal,
    sessionOf: () => ({ ...session, answer }),
    signal: new AbortController().signal,
    atOnce: 1,
    onResult: () => undefined,
  });
  expect(error).toBeNull();
  // Every setup answers alike: the first look gives up, after half of the setups of 30 questions.
  expect(journal.results).toHaveLength(30 * 4);
});

const session = {
  settings: fakeSettings,
  configured: { large: false, heads: false, tools: [], routerTools: null },
  resolved: <T>(settings: T) => settings,
  small: "tiny",
  smallAt: null,
  encoder: "tiny-encoder",
  large: null,
  libraryOf: async () => fakePorts(fakeModel("small", () => "")).retriever,
  reload: async () => undefined,
  close: async () => undefined,
};
