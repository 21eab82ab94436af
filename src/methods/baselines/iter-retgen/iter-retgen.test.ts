import { describe, expect, it } from "vitest";
import { foldTrace } from "../../../folds/trace.ts";
import { fakeModel, fakeReader, fakeSettings } from "../../../testing/fakes.ts";
import { askBaseline, told } from "../../../testing/methods/fake-baselines.ts";
import { question, replying } from "../../../testing/methods/fake-runs.ts";
import { go, resumeFrom, supersededSteps } from "../../../testing/state/gone-on.ts";
import { iterRetgen } from "./index.ts";

const answering = (...answers: string[]) => fakeModel("small", replying({ answer: answers }));

describe("ITER-RETGEN", () => {
  it("adds each answer to the question for the next search; the last answer counts", async () => {
    const events = await askBaseline("iter-retgen", answering("Vienna", "Danube", "the Danube"));
    expect(told(events)).toEqual([
      `plan: node-1 ${question}`,
      `node-1: search "${question}"`,
      "node-1: answer by small",
      'node-1: answered "Vienna"',
      `follow: node-2 ${question} Vienna.`,
      `node-2: search "${question} Vienna."`,
      "node-2: answer by small",
      'node-2: answered "Danube"',
      `follow: node-3 ${question} Danube.`,
      `node-3: search "${question} Danube."`,
      "node-3: answer by small",
      'node-3: answered "the Danube"',
      'answer "the Danube": the Danube [2].',
      "answered",
    ]);
  });

  it("searches with all that a large model wrote, without its marks", async () => {
    const large = fakeModel("large", () => "Answer: Vienna\nAustria's capital is Vienna [1].");
    const events = await askBaseline("iter-retgen", answering(), { large });
    const searches = told(events).filter((line) => line.includes("search"));
    expect(searches[1]).toBe(`node-2: search "${question} Austria's capital is Vienna."`);
  });

  it("ends where a search repeats itself, unless that is switched off", async () => {
    const events = await askBaseline("iter-retgen", answering("Danube"));
    expect(told(events).filter((line) => line.includes("search"))).toHaveLength(2);
    expect(told(events)).toContain("node-2: repeatStop");
    const switches = { ...fakeSettings.switches, repeatStop: false };
    const all = await askBaseline("iter-retgen", answering("Danube"), { changes: { switches } });
    expect(told(all).filter((line) => line.includes("search"))).toHaveLength(3);
  });

  it("keeps the answer of an earlier round where the last one says nothing", async () => {
    const events = await askBaseline("iter-retgen", answering("Vienna", "Danube", "none"));
    expect(told(events)).toContain("node-3: unknown");
    expect(told(events).at(-2)).toBe('answer "Danube": Danube [2].');
  });

  it("reads with the encoder, and cites the passage", async () => {
    const reader = fakeReader((_, passage) =>
      passage.startsWith("Vienna:") ? { span: "Danube" } : {},
    );
    const small = answering("never asked");
    const events = await askBaseline("iter-retgen", small, { reader });
    expect(small.requests).toHaveLength(0);
    expect(events.findLast((event) => event.type === "answer")).toMatchObject({
      short: "Danube",
      citations: [{ node: "node-2", passageId: "vienna" }],
    });
  });
});

describe("a person's word in ITER-RETGEN", () => {
  const preset = iterRetgen.presets[0];
  if (preset === undefined) throw new RangeError("it has no preset");

  it("is what it searches with next, the first round's as well", async () => {
    const asked = { settings: preset.settings, script: replying({ answer: "Graz" }) };
    const { events } = await go(asked);
    const point = { kind: "correct", node: "node-1", answer: "Vienna" } as const;
    const { events: after } = await resumeFrom(asked, events, point);
    const live = [...foldTrace(after).nodes.values()].filter(({ abandoned }) => !abandoned);
    expect(live[1]?.query).toBe(`${question} Vienna.`);
    expect(supersededSteps(after)[0]).toMatchObject({ left: "user", query: `${question} Graz.` });
    expect(after.at(-1)).toMatchObject({ outcome: "answered" });
  });
});
