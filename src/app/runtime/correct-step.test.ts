/** A user corrects a step of a finished run, and the run continues from the correction. */
import { describe, expect, it } from "vitest";
import { correctionRecord } from "../../error-book/collect.ts";
import { foldTrace } from "../../folds/trace.ts";
import type { RunEvent } from "../../log/events.ts";
import { openRunFile, writeRunFile } from "../../log/file.ts";
import type { Tier } from "../../log/types.ts";
import { run } from "../../methods/registry.ts";
import { cutAt, type RetryPoint, resumeAt } from "../../session/retry-point.ts";
import {
  collect,
  type FakeScript,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeSettings,
} from "../../testing/fakes.ts";

const question = "Which river runs through the capital of Austria?";

const script: FakeScript = ({ purpose, messages }) => {
  if (purpose === "plan") {
    return "[Query 1]: What is the capital of Austria?\n[Answer 1]: Vienna\n[Query 2]: Which river runs through Vienna?\n[Answer 2]: Rhine\n[Query 3]: How long is the Rhine?\n[Answer 3]: 1230 km";
  }
  if (purpose === "continue") {
    return "[Query 3]: How long is the Danube?\n[Answer 3]: 2850 km\n[Final Content]: Danube [2]";
  }
  if (purpose !== "read") return "Answer: it [2]";
  const asked = messages.at(-1)?.content ?? "";
  if (asked.includes("Which river")) return "Rhine";
  return asked.includes("How long") ? "none" : "Vienna";
};

const settings = {
  ...fakeSettings,
  plan: "large",
  solve: "large",
  summarise: "large",
} as const;

async function go(resume?: ReturnType<typeof resumeAt>) {
  const large = fakeModel("large", script);
  const small = fakeModel("small", script);
  const request = { runId: resume === undefined ? "r" : "r2", question, settings, resume };
  const events = await collect(run(request, fakePorts(small, large), new FakeSignal()));
  return { events, large: large.requests, small: small.requests };
}

async function from(point: RetryPoint, tier: Tier | null = null) {
  const first = await go();
  const cut = cutAt(first.events, point, settings);
  if (cut === null) throw new Error("nothing to go on from");
  return { first: first.events, ...(await go(resumeAt(first.events, cut, tier))) };
}

const outcomes = (events: readonly RunEvent[]) =>
  [...foldTrace(events).nodes.values()].map(
    ({ id, status, answer, abandoned }) => `${id} ${status} ${answer}${abandoned ? " (left)" : ""}`,
  );

describe("a person's answer", () => {
  const point = { kind: "correct", node: "node-2", answer: "Danube" } as const;

  it("keeps every step, leaves behind what was built on the old one, and is built upon", async () => {
    const { first, events, large } = await from(point);
    expect(outcomes(events)).toEqual([
      "node-1 verified Vienna",
      "node-2 given Danube",
      expect.stringMatching(/^node-3 .* \(left\)$/u),
      expect.stringMatching(/^node-4 accepted 2850 km$/u),
    ]);
    const kept = first.length - 1;
    expect(events.slice(1, kept)).toEqual(first.slice(1, kept));
    expect(events[kept]).toMatchObject({ type: "run-resume", node: "node-2", dropped: [] });
    expect(events[kept + 1]).toMatchObject({ answer: "Danube", replaced: "Rhine" });
    const told = large.find(({ purpose }) => purpose === "continue");
    expect(told?.messages.at(-1)?.content).toContain('should be "Danube"');
    expect(foldTrace(events).branches.at(-1)).toMatchObject({ cause: "user", parent: "node-2" });
    expect(events.filter(({ type }) => type === "answer")).toHaveLength(2);
    expect(events.at(-1)).toMatchObject({ type: "run-end", outcome: "answered" });
  });

  it("rests on no passage, and counts in the answer", async () => {
    const { events } = await from(point);
    const { answer } = foldTrace(events);
    expect(answer?.path[1]).toMatchObject({ node: "node-2", answer: "Danube" });
    expect(answer?.citations).toEqual([{ mark: 2, node: "node-2", passageId: null }]);
  });

  it("comes into the error book, beside the chain that it came instead of", async () => {
    const { first, events } = await from(point);
    expect(correctionRecord(first)).toBeNull();
    expect(correctionRecord(events)).toMatchObject({
      cause: "user",
      label: "positive",
      rightBy: "person",
      wrong: { steps: [{ answer: "Vienna" }, { answer: "Rhine" }, {}] },
      right: { steps: [{ answer: "Vienna" }, { answer: "Danube" }, { answer: "2850 km" }] },
    });
  });

  it("is no error where it is what the step had", async () => {
    const { events } = await from({ ...point, answer: "rhine" });
    expect(outcomes(events)[1]).toBe("node-2 given rhine");
    expect(correctionRecord(events)).toBeNull();
  });

  it("is in the file of the run, which opens again to the same tree", async () => {
    const { events } = await from(point);
    expect(foldTrace(openRunFile(writeRunFile(events)))).toEqual(foldTrace(events));
  });

  it("can be given twice, and the newer word counts", async () => {
    const { events } = await from(point);
    const again = { kind: "correct", node: "node-1", answer: "Graz" } as const;
    const cut = cutAt(events, again, settings);
    if (cut === null) throw new Error("no cut");
    const { events: last } = await go(resumeAt(events, cut, null));
    expect(outcomes(last).slice(0, 2)).toEqual(["node-1 given Graz", "node-2 given Danube (left)"]);
    expect(correctionRecord(last)?.wrong?.steps[1]).toMatchObject({ answer: "Danube" });
    // Restarting the summary keeps the newer correction.
    const summary = cutAt(last, { kind: "stage", stage: "summarise" }, settings);
    expect(summary?.beforeSeq).toBeGreaterThan(
      last.findLast(({ type }) => type === "user-correction")?.seq ?? Number.NaN,
    );
  });

  it("waits for the chain to be written where the run broke off before that", async () => {
    const { events } = await from(point);
    const said = events.findIndex(({ type }) => type === "user-correction");
    const broken = events.slice(0, said + 1);
    const cut = cutAt(broken, { kind: "break" }, settings);
    if (cut === null) throw new Error("no cut");
    const { events: mended } = await go(resumeAt(broken, cut, null));
    expect(foldTrace(mended).branches.at(-1)).toMatchObject({ cause: "user", parent: "node-2" });
  });
});

describe("a step marked unsolved", () => {
  const point = { kind: "correct", node: "node-2", answer: null } as const;

  it("stays unsolved if the model cannot rephrase it, and the rest of the plan is looked up again", async () => {
    const { events } = await from(point);
    expect(outcomes(events)).toEqual([
      "node-1 verified Vienna",
      "node-2 unsolved null",
      expect.stringMatching(/\(left\)$/u),
      "node-4 unsolved null",
    ]);
    const { answer } = foldTrace(events);
    expect(answer?.path.map(({ node }) => node)).toEqual(["node-1"]);
    expect(correctionRecord(events)).toMatchObject({ label: "negative", right: null });
  });
});

describe("a step done by the other model", () => {
  it("changes hands alone; the steps after it do not", async () => {
    const { small, large, events } = await from({ kind: "node", node: "node-2" }, "small");
    expect(small.map(({ purpose }) => purpose)).toEqual(["read"]);
    expect(large.map(({ purpose }) => purpose)).toEqual(["read", "summarise"]);
    expect(events.find(({ type }) => type === "run-resume")).toMatchObject({
      node: "node-2",
      nodeTier: "small",
      settings: { solve: "large" },
    });
  });
});

it("hears a person only where a chain is walked", async () => {
  const { events } = await go();
  const point = { kind: "correct", node: "node-2", answer: "Danube" } as const;
  expect(cutAt(events, point, { ...settings, plan: "off" })).toBeNull();
  expect(cutAt(events, { ...point, node: "nowhere" }, settings)).toBeNull();
});
