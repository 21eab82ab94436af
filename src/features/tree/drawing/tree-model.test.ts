import { describe, expect, it } from "vitest";
import { foldTrace } from "../../../folds/trace.ts";
import type { RunEventOf } from "../../../log/events.ts";
import type { ModelRef } from "../../../log/types.ts";
import { FakeLog, fakeLarge, fakeSmall } from "../../../testing/fake-log.ts";
import { fakeFailedRun, fakeRun, fakeRunUntil } from "../../../testing/fake-run.ts";
import { fakeModel } from "../../../testing/fakes.ts";
import { capitalHop, runOfHops } from "../../../testing/hops.ts";
import { raIsfRun, slimRun, stepwiseRun } from "../../../testing/method-runs.ts";
import { ask, replying } from "../../../testing/methods/fake-runs.ts";
import { layoutTree } from "./tree-layout.ts";
import { answerId, questionId, treeItems } from "./tree-model.ts";

const whole = treeItems(foldTrace(fakeRun()));
const find = (id: string) => whole.find((item) => item.id === id);

describe("treeItems", () => {
  it("gives every prefix of a run a tree that can be laid out", () => {
    const events = fakeRun();
    for (let length = 0; length <= events.length; length += 1) {
      const items = treeItems(foldTrace(events.slice(0, length)));
      const { places } = layoutTree(items, "across");
      expect(places.size).toBe(items.length);
    }
  });

  it("tells every verdict apart", () => {
    const statuses = whole.filter((item) => item.kind === "hop").map((item) => item.status);
    expect(new Set(statuses)).toEqual(
      new Set(["corrected", "waiting", "completed", "verified", "skipped", "accepted", "unsolved"]),
    );
  });

  it.each([
    ["Nouakchott", "Mauritania", "Mauritania"],
    ["mauritania", "Mauritania", null],
  ])("strikes out what a person's %s came instead of", (answer, replaced, struck) => {
    const word = { type: "user-correction", seq: 999, atMs: 9999, node: "n1" } as const;
    const items = treeItems(foldTrace([...fakeRun(), { ...word, answer, replaced }]));
    expect(items.find(({ id }) => id === "n1")).toMatchObject({ text: answer, struck });
  });

  it("shows what was done anew beside what it left behind, and what was expected of it", () => {
    const whole = { plan: "large", solve: "large", summarise: "large" } as const;
    const weighed: RunEventOf<"worth"> = {
      type: "worth",
      seq: 900,
      atMs: 9000,
      sure: 0.41,
      ways: [{ id: "LLL", stages: whole, expected: 0.68, usd: 0.0004 }],
      chosen: "LLL",
      pointUsd: 0.05,
      learnt: null,
      totalMs: 1,
    };
    const plan: RunEventOf<"branch-start"> = {
      type: "branch-start",
      seq: 901,
      atMs: 9001,
      branch: "anew",
      parent: null,
      cause: "plan",
      call: null,
      nodes: [{ id: "anew-1", query: "Which country?", answer: null }],
      finalContent: null,
    };
    const items = treeItems(foldTrace([...fakeRun(), weighed, plan]));
    expect(items.find(({ id }) => id === "anew-1")).toMatchObject({
      cause: "plan",
      weighed: { sure: 0.41, expected: 0.68, usd: 0.0004 },
      hangs: true,
      ghost: false,
    });
    expect(
      items.filter(({ kind, id }) => kind === "hop" && id !== "anew-1").every(({ ghost }) => ghost),
    ).toBe(true);
    expect(layoutTree(items, "across").places.size).toBe(items.length);
  });

  it("names who wrote each branch, and why it began", () => {
    expect(find("n1")).toMatchObject({ tier: "large", cause: null });
    expect(find("n4")).toMatchObject({ tier: "small", cause: "correct" });
    expect(find("n5")).toMatchObject({ tier: "small", cause: "complete" });
  });

  it("keeps the struck answer beside the one that counts, and ghosts what was left behind", () => {
    expect(find("n1")).toMatchObject({ struck: "Mali", text: "Mauritania", ghost: false });
    expect(find("n2")).toMatchObject({ ghost: true });
    expect(find("n3")).toMatchObject({ ghost: true });
  });

  it("says why a run went on without a branch where that parts from the path, and only there", () => {
    const events = fakeRun().map((event) =>
      event.type === "branch-start" && event.parent === "n1"
        ? { ...event, left: "user" as const }
        : event,
    );
    const items = treeItems(foldTrace(events)).filter(({ ghost }) => ghost);
    const told = items.filter(({ left }) => left !== null);
    expect(told.map(({ parent, left, hangs }) => [parent, left, hangs])).toEqual([
      ["n1", "user", true],
    ]);
    expect(items.length).toBeGreaterThan(1);
  });

  it("hangs the answer on the end of the path that counts", () => {
    expect(find(answerId)).toMatchObject({ parent: "n8", kind: "answer", running: false });
  });

  it("streams a plan in a draft that its first step takes the place of", () => {
    const draft = treeItems(foldTrace(fakeRunUntil("call-delta", 10))).at(-1);
    expect(draft).toMatchObject({
      kind: "draft",
      parent: questionId,
      running: true,
      tier: "large",
    });
    expect(draft?.text).not.toBe("");
    const planned = treeItems(foldTrace(fakeRunUntil("branch-start")));
    expect(planned.map((item) => item.id)).toEqual([questionId, "n1", "n2", "n3"]);
  });

  it("hangs a hop asked anew under the one that found nothing, and lets go of a draft that brought nothing", async () => {
    const events = await ask(
      fakeModel(
        "small",
        replying({
          plan: "Q1: Capital of Austria?\nA1: Vienna",
          read: ["Vienna", "none", "none", "none"],
          continue: ["U2: Its stream?", "U2: Which river runs through Vienna?", "U3: Its stream?"],
        }),
        { skills: true },
      ),
    );
    const asked = (count: number) => {
      const calls = events.filter((event) => event.type === "call-start");
      const begun = calls[count - 1]?.seq ?? 0;
      return treeItems(foldTrace(events.slice(0, begun + 1)));
    };
    expect(asked(3).at(-1)).toMatchObject({ kind: "draft", parent: "node-1", cause: null });
    expect(asked(5).at(-1)).toMatchObject({ kind: "draft", parent: "node-2", cause: "correct" });
    const items = treeItems(foldTrace(events)).filter((item) => item.kind === "hop");
    expect(items.map(({ id, parent, cause, tier }) => [id, parent, cause, tier])).toEqual([
      ["node-1", questionId, null, "small"],
      ["node-2", "node-1", null, "small"],
      ["node-3", "node-2", "correct", "small"],
    ]);
    const concluding = treeItems(foldTrace(events.slice(0, -3)));
    expect(concluding.filter((item) => item.kind === "draft")).toEqual([]);
  });

  it("hangs the answer of a question asked as it stands on the question, not on what serves it", async () => {
    const items = treeItems(foldTrace(await raIsfRun()));
    expect(items.at(-1)).toMatchObject({ kind: "answer", parent: "node-1", text: "yes" });
    const parts = items.filter(({ parent, fan }) => fan && parent === "node-1");
    expect(parts.map(({ cause, hangs }) => [cause, hangs])).toEqual([
      ["decompose", true],
      [null, true],
      [null, true],
    ]);
  });

  it("shows queries that are being written, then each in one line", async () => {
    const events = await slimRun(3);
    const call = events.findIndex(
      (event) => event.type === "call-start" && event.purpose === "claims",
    );
    expect(treeItems(foldTrace(events.slice(0, call + 2))).at(-1)).toMatchObject({
      kind: "draft",
      parent: "node-1",
      cause: "claims",
      fan: true,
      compact: true,
      running: true,
    });
    const queries = treeItems(foldTrace(events)).filter(({ compact }) => compact);
    expect(queries.map(({ kind, passages, quote }) => [kind, passages, quote])).toEqual(
      Array(3).fill(["hop", 4, null]),
    );
    for (const { marks } of queries) {
      expect(marks.some(({ kind }) => kind === "support")).toBe(false);
    }
  });

  it("goes on with steps that are thought of one at a time, and ends at the last", async () => {
    const items = treeItems(foldTrace(await stepwiseRun()));
    expect(items.map(({ parent, hangs }) => [parent, hangs])).toEqual([
      [null, false],
      [questionId, false],
      ["node-1", false],
      ["node-2", false],
      ["node-3", false],
    ]);
  });

  it("keeps the draft that a failed run broke off in", () => {
    const items = treeItems(foldTrace(fakeFailedRun()));
    expect(items.at(-1)).toMatchObject({ kind: "draft", running: false, status: "unsolved" });
  });
});

describe("who read a step", () => {
  function readBy(model: ModelRef, asked: ModelRef) {
    const log = new FakeLog();
    log.start("Which sea?");
    const usage = { promptTokens: 1, cachedTokens: 0, generatedTokens: 1 };
    const said = { prompt: "?", output: "words", totalMs: 12, usage };
    const call = log.call({ ...said, stage: "plan", purpose: "plan", model: asked });
    log.add({
      type: "branch-start",
      branch: "branch-1",
      parent: null,
      cause: "plan",
      call,
      nodes: [{ id: "node-1", query: "Which sea?", answer: null }],
      finalContent: null,
    });
    log.call({ ...said, stage: "solve", purpose: "read", node: "node-1", model });
    return treeItems(foldTrace(log.events)).find(({ id }) => id === "node-1");
  }

  it("is marked where another asked for it", () => {
    expect(readBy(fakeLarge, fakeSmall)).toMatchObject({ tier: "small", reader: "large" });
    expect(readBy(fakeSmall, fakeLarge)).toMatchObject({ tier: "large", reader: "small" });
    expect(readBy(fakeSmall, fakeSmall)?.reader).toBeNull();
  });
});

describe("an answer that was not found", () => {
  const unsolved = {
    ...capitalHop,
    answer: null,
    verdict: "unsolved",
    noAnswer: 0.99,
    relevance: 0.01,
  } as const;
  const answerOf = (hops: Parameters<typeof runOfHops>[0], short: string) =>
    treeItems(foldTrace(runOfHops(hops, short, "Who won the cup?").events)).at(-1);

  it("is a guess", () => {
    expect(answerOf([unsolved], "Peru")).toMatchObject({
      kind: "answer",
      guess: "Peru",
      text: "Peru",
    });
    expect(answerOf([unsolved], "")).toMatchObject({ guess: "", text: "" });
  });
});
