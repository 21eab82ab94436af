/**
 * Corrections in runs without a chain: replays the method from the log up to the corrected step.
 */
import { describe, expect, it } from "vitest";
import { correctionRecord } from "../../error-book/collect.ts";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import { openRunFile, writeRunFile } from "../../log/file.ts";
import { methods } from "../../methods/index.ts";
import { findMethodInfo } from "../../session/presets.ts";
import { cutAt } from "../../session/retry-point.ts";
import { fakePassages } from "../../testing/fakes.ts";
import { question } from "../../testing/methods/fake-runs.ts";
import { allByModel, worldly } from "../../testing/methods/ra-isf.fake-runs.ts";
import {
  go,
  type LeftStep,
  outcomeOf,
  resumeFrom,
  supersededSteps,
} from "../../testing/state/gone-on.ts";

const direct = methods.all
  .flatMap(({ presets }) => presets)
  .filter(({ settings }) => settings.plan === "off");

describe("a step done again", () => {
  const ways = [
    { skills: false, heads: false },
    { skills: true, heads: true },
  ];
  it.each(direct.flatMap((preset) => ways.map((way) => ({ ...way, preset, title: preset.title }))))(
    "comes to the same by $title (skills $skills, heads $heads), and asks only what follows",
    async ({ preset: { settings }, ...way }) => {
      const asked = { settings, ...way };
      const first = await go(asked);
      expect(first.events.at(-1)).toMatchObject({ outcome: "answered" });
      for (const id of foldTrace(first.events).nodes.keys()) {
        const again = await resumeFrom(asked, first.events, { kind: "node", node: id });
        expect(outcomeOf(again.events)).toEqual(outcomeOf(first.events));
        const { beforeSeq, node } = again.cut;
        expect(foldLedger(again.events).total.calls).toBe(
          first.requests.length + again.requests.length,
        );
        expect(openRunFile(writeRunFile(again.events))).toEqual(again.events);
        const before = first.events.filter(
          ({ type, seq }) => type === "call-start" && seq < beforeSeq,
        );
        expect(again.requests).toHaveLength(first.requests.length - before.length);
        if (node === null) continue;
        expect(node).toBe(id);
        expect(again.events.slice(1, beforeSeq)).toEqual(first.events.slice(1, beforeSeq));
        expect(again.events.map(({ seq }) => seq)).toEqual(again.events.map((_, index) => index));
        // The redone step and all steps walked after it stay as they were.
        const since = first.events
          .slice(beforeSeq)
          .flatMap((event) => (event.type === "node-start" ? event.node : []));
        const { nodes } = foldTrace(first.events);
        const was = since.flatMap((step) => nodes.get(step) ?? []);
        const left = supersededSteps(again.events);
        const words = (one: LeftStep) => [one.query, one.status, one.answer].join("|");
        expect(left.map(words).toSorted()).toEqual(was.map(words).toSorted());
        expect(left.every((one) => one.abandoned === true && one.left === "again")).toBe(true);
      }
    },
  );

  it("is done alone by another model, and what follows as the switches say", async () => {
    const { settings, events } = await firstByParts();
    const again = await resumeFrom(
      { settings, script },
      events,
      { kind: "node", node: "node-2" },
      "large",
    );
    expect(outcomeOf(again.events)).toEqual(outcomeOf(events));
    const tiers = foldTrace(again.events).calls;
    const byNode = [...tiers.values()].map(({ start }) => `${start.node} ${start.model.tier}`);
    expect(byNode.filter((line) => line.startsWith("node-2"))).toContain("node-2 large");
    expect(byNode).not.toContain("node-3 large");
  });
});

const parts = ["What is the capital of Austria?", "Which river runs through it?"];
const script = worldly(
  {
    [question]: { parts, combined: "Danube" },
    "What is the capital of Austria?": { relevant: ["at"], read: "Graz" },
    "Which river runs through Graz?": { known: "Mur" },
    "What is the capital of Austria? Graz. Which river runs through it?": { known: "Mur" },
    "What is the capital of Austria? Vienna. Which river runs through it?": { known: "Danube" },
    "Which river runs through it?": { known: "Mur" },
  },
  fakePassages,
);

async function firstByParts() {
  const settings = {
    ...allByModel,
    fallback: { ...allByModel.fallback, fillEarlier: true },
  };
  return { settings, ...(await go({ settings, script })) };
}

describe("a person's answer to a sub-question of RA-ISF", () => {
  const point = { kind: "correct", node: "node-2", answer: "Vienna" } as const;

  it("keeps what came before, and what follows is built on the word", async () => {
    const { settings, events } = await firstByParts();
    expect(foldTrace(events).nodes.get("node-3")?.answer).toBe("Mur");
    const { events: after, cut, requests } = await resumeFrom({ settings, script }, events, point);
    const { nodes, answer, corrections } = foldTrace(after);
    expect(nodes.get("node-2")).toMatchObject({ status: "given", answer: "Vienna" });
    expect(nodes.get("node-2")?.passages).toHaveLength(1);
    expect(nodes.get("node-3")).toMatchObject({ status: "known", answer: "Danube" });
    const [, , secondPart = ""] = [...nodes.values()].map(({ query }) => query);
    expect(supersededSteps(after)).toEqual([
      {
        left: "user",
        parent: "node-1",
        query: secondPart,
        answer: "Mur",
        status: "known",
        abandoned: true,
      },
    ]);
    expect(corrections).toMatchObject([{ answer: "Vienna", replaced: "Graz" }]);
    expect(answer?.path.map((step) => step.answer)).toEqual(["Vienna", "Danube", "Danube"]);
    expect(after.slice(1, cut.beforeSeq)).toEqual(events.slice(1, cut.beforeSeq));
    expect(requests.map(({ purpose }) => purpose)).toEqual(["judge", "answer", "answer"]);
    expect(foldTrace(openRunFile(writeRunFile(after)))).toEqual(foldTrace(after));
    // The steps asked until then are the chain that went wrong there.
    expect(correctionRecord(after)).toMatchObject({
      cause: "user",
      label: "positive",
      rightBy: "person",
      wrong: { steps: [{ answer: "Graz" }], final: "" },
      right: { steps: [{ answer: "Vienna" }, { answer: "Danube" }], final: "Danube" },
    });
  });

  it("can be given again, and the newer word counts alone", async () => {
    const { settings, events } = await firstByParts();
    const once = await resumeFrom({ settings, script }, events, { ...point, answer: "Linz" });
    const twice = await resumeFrom({ settings, script }, once.events, point);
    const { nodes, corrections } = foldTrace(twice.events);
    expect(corrections).toMatchObject([{ answer: "Vienna", replaced: "Linz" }]);
    expect(nodes.get("node-3")?.answer).toBe("Danube");
    // The answers before the first correction and before the second.
    expect(supersededSteps(twice.events).map(({ answer }) => answer)).toEqual([null, "Mur"]);
    expect(supersededSteps(once.events)).toEqual(supersededSteps(twice.events).slice(1));
  });

  it("can be given to two steps, one after the other", async () => {
    const { settings, events } = await firstByParts();
    const once = await resumeFrom({ settings, script }, events, point);
    const later = { kind: "correct", node: "node-3", answer: "Wien" } as const;
    const { events: after } = await resumeFrom({ settings, script }, once.events, later);
    const { nodes, answer } = foldTrace(after);
    expect([nodes.get("node-2")?.answer, nodes.get("node-3")?.answer]).toEqual(["Vienna", "Wien"]);
    expect(answer?.path.map((step) => step.answer)).toEqual(["Vienna", "Wien", "Danube"]);
  });

  it("leaves a step that they mark unsolved without an answer", async () => {
    const { settings, events } = await firstByParts();
    const { events: after } = await resumeFrom({ settings, script }, events, {
      ...point,
      answer: null,
    });
    const { nodes, answer } = foldTrace(after);
    expect(nodes.get("node-2")).toMatchObject({ status: "unsolved", answer: null });
    expect(answer?.path.map(({ node }) => node)).not.toContain("node-2");
  });
});

describe("what cannot be gone on with", () => {
  it("is a run whose settings lead another way now: it begins anew, without the word", async () => {
    const { settings, events } = await firstByParts();
    const other = { ...settings, method: "slim-plm" };
    expect(cutAt(events, { kind: "node", node: "node-2" }, other)).toMatchObject({ node: null });
    const point = { kind: "correct", node: "node-2", answer: "Vienna" } as const;
    expect(cutAt(events, point, other)).toBeNull();
  });

  it("is the answer to the question itself, and what was only searched for", async () => {
    const { events } = await firstByParts();
    expect(cutAt(events, { kind: "correct", node: "node-1", answer: "Danube" })).toBeNull();
    const preset = findMethodInfo("slim-plm")?.presets.find(
      ({ settings: own }) => own.rewriter === "claims",
    );
    if (preset === undefined) throw new Error("no preset");
    const slim = await go({ settings: preset.settings });
    const claims = foldTrace(slim.events).branches.find(({ cause }) => cause === "claims");
    const [claim = ""] = claims?.nodes ?? [];
    expect(claim).not.toBe("");
    expect(cutAt(slim.events, { kind: "correct", node: claim, answer: "x" })).toBeNull();
  });

  it("is a step that was left behind", async () => {
    const { settings, events } = await firstByParts();
    const point = { kind: "correct", node: "node-2", answer: "Vienna" } as const;
    const { events: after } = await resumeFrom({ settings, script }, events, point);
    const left = foldTrace(after).branches.find((branch) => branch.left !== null);
    const [node = ""] = left?.nodes ?? [];
    expect(node).not.toBe("");
    expect(cutAt(after, { kind: "correct", node, answer: "x" })).toBeNull();
    expect(cutAt(after, { kind: "node", node })).toBeNull();
  });

  it("is a log that tells of another way than the method goes now", async () => {
    const { settings, events } = await firstByParts();
    const foreign = events.map((event) =>
      event.type === "call-start" && event.purpose === "decompose"
        ? { ...event, purpose: "claims" as const }
        : event,
    );
    const point = { kind: "correct", node: "node-2", answer: "Vienna" } as const;
    const { events: after, requests } = await resumeFrom({ settings, script }, foreign, point);
    expect(after.at(-1)).toMatchObject({
      outcome: "failed",
      error: { code: "run-not-repeatable" },
    });
    expect(requests).toEqual([]);
  });
});
