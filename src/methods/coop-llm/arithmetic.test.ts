import { describe, expect, it } from "vitest";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import { english } from "../../language/english/english.ts";
import { noWords } from "../../language/language.ts";
import type { RunEvent } from "../../log/events.ts";
import { openLog } from "../../log/file.ts";
import type { RunSettings } from "../../log/types.ts";
import {
  collect,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeRetriever,
  fakeSettings,
} from "../../testing/fakes.ts";
import { ofType, replying } from "../../testing/methods/fake-runs.ts";
import { run } from "../registry.ts";
import { coopPrompts } from "./prompts.ts";

const retriever = fakeRetriever([
  { id: "danube", title: "Danube", text: "The Danube is 2,850 km long." },
  { id: "rhine", title: "Rhine", text: "The Rhine is 1,233 km long." },
  { id: "norland", title: "Norland", text: "The countries that border Norland: Bosk and Hevn." },
]);

/** The small model would guess the shorter river. */
const guessing = () =>
  replying({
    plan: "How long is the Danube?",
    read: ["2,850 km", "1,233 km"],
    continue: ["Q2: How long is the Rhine?", "Final: the Rhine"],
    summarise: "Rhine",
  });

async function ask(question: string, changes: Partial<RunSettings>): Promise<RunEvent[]> {
  const settings = { ...fakeSettings, ...changes };
  const small = fakeModel("small", guessing());
  const large = fakeModel("large", guessing());
  return collect(
    run(
      { runId: "r", question, settings },
      { ...fakePorts(small, large), retriever },
      new FakeSignal(),
    ),
  );
}

const asked = (events: readonly RunEvent[]) =>
  ofType(events, "call-start").filter(({ purpose }) => purpose === "summarise").length;
const answered = (events: readonly RunEvent[]) => ofType(events, "answer")[0];

const which = "Which river is longer, the Rhine or the Danube?";

describe("the end of a chain by arithmetic", () => {
  it("compares what the steps found, asks no model, and says so", async () => {
    const events = await ask(which, { arithmetic: true });
    expect(asked(events)).toBe(0);
    expect(ofType(events, "arithmetic")).toMatchObject([
      {
        operation: "greater",
        values: [
          { name: "Rhine", value: "1,233 km" },
          { name: "Danube", value: "2,850 km" },
        ],
        answer: "Danube",
      },
    ]);
    const answer = answered(events);
    expect(answer).toMatchObject({ call: null, short: "Danube" });
    expect(answer?.citations.map(({ mark }) => mark)).toEqual([1, 2]);
    expect(foldTrace(events)).toMatchObject({
      outcome: "answered",
      finishedStages: expect.arrayContaining(["summarise"]),
    });
    expect(openLog(JSON.parse(JSON.stringify(events)))).toEqual(events);
  });

  it("spares the large model its call as well", async () => {
    const byLarge = { summarise: "large" } as const;
    const spared = await ask(which, { ...byLarge, arithmetic: true });
    const paid = await ask(which, { ...byLarge, arithmetic: false });
    expect(foldLedger(spared).total.largeCalls).toBe(0);
    expect(foldLedger(paid).total.largeCalls).toBe(1);
  });

  it("leaves to the model what the values do not decide, and everything where it is off", async () => {
    const other = await ask("Which river is prettier, the Rhine or the Danube?", {
      arithmetic: true,
    });
    const off = await ask(which, { arithmetic: false });
    for (const events of [other, off]) {
      expect(asked(events)).toBe(1);
      expect(ofType(events, "arithmetic")).toEqual([]);
      expect(answered(events)?.short).toBe("Rhine");
    }
  });
});

describe("one of two lists that was not found", () => {
  const both = "Which countries border both Norland and Sudmark?";
  const script = () =>
    replying({
      plan: "Which countries border Norland?",
      read: ["Bosk and Hevn", ""],
      continue: ["Q2: Which countries border Sudmark?", "Final: Bosk and Hevn"],
      summarise: "Bosk and Hevn",
    });
  const answerOf = async (changes: Partial<RunSettings>) => {
    const settings = { ...fakeSettings, ...changes };
    const [small, large] = [fakeModel("small", script()), fakeModel("large", script())];
    const ports = { ...fakePorts(small, large), retriever };
    const input = { runId: "r", question: both, settings };
    const events = await collect(run(input, ports, new FakeSignal()));
    expect(openLog(JSON.parse(JSON.stringify(events)))).toEqual(events);
    return { asked: asked(events), answer: answered(events) };
  };

  it("leaves the question unknown, names what is missing, and asks no model", async () => {
    const told = await answerOf({ arithmetic: true });
    expect(told.asked).toBe(0);
    expect(told.answer).toMatchObject({
      call: null,
      short: "unknown",
      text: "unknown. The library has no answer to “Which countries border Sudmark?”, and what was found, Bosk and Hevn [1], does not decide it alone.",
    });
    expect(told.answer?.citations).toMatchObject([{ mark: 1 }]);
  });

  it("is left to the model where arithmetic is off, whoever concludes", async () => {
    for (const summarise of ["small", "large"] as const) {
      const left = await answerOf({ arithmetic: false, summarise });
      expect([left.asked, left.answer?.short]).toEqual([1, "Bosk and Hevn"]);
      const told = await answerOf({ arithmetic: true, summarise });
      expect([told.asked, told.answer?.short]).toEqual([0, "unknown"]);
    }
  });
});

it("counts the names of a long list instead of writing them all into the answer", () => {
  const borders = "Austria 158 km, France 525 km, Italy 698 km, Germany 348 km";
  const step = (answer: string) => ({ query: "?", answer });
  const text = coopPrompts(english(noWords)).composeAnswer(
    "Italy",
    [step("Switzerland"), step(borders)],
    [2],
  );
  expect(text).toBe("Italy [2]. Switzerland [1]; a list of 4 [2].");
});
