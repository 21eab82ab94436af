import { describe, expect, it } from "vitest";
import { foldAnswerRoutes } from "../../folds/answer-routes.ts";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import type { RunEvent } from "../../log/events.ts";
import { openLog } from "../../log/file.ts";
import type { Passage } from "../../log/types.ts";
import { FakeSignal, fakeModel } from "../../testing/fakes.ts";
import { askRaIsf, preset, type World, worldly } from "../../testing/methods/ra-isf.fake-runs.ts";

const asked = {
  whole: "Could the singer Mara Voss break a wine glass with her voice?",
  factors: "What must a sound have to break glass?",
  pitch: "At what pitch does a wine glass ring?",
  voice: "Can people sing at the pitch of a glass?",
  reach: "Does Mara Voss sing high enough to make glass ring?",
  evidence: "What is known of Mara Voss's voice?",
  praise: "Is Mara Voss known for a wide range?",
  note: "Which note makes glass begin to ring?",
};

const passages: readonly Passage[] = [
  { id: "glass", title: "Wine glass", text: "A wine glass rings at about 550 hertz." },
  { id: "range", title: "Mara Voss", text: "Her range goes from E flat 3 to F sharp 6." },
  { id: "tour", title: "Tour", text: "The tour of Mara Voss began in Lund." },
];

const world: World = {
  [asked.whole]: {
    parts: [asked.factors, asked.pitch, asked.voice, asked.reach],
    combined: "yes",
  },
  [asked.factors]: { known: "the pitch of the glass" },
  [asked.pitch]: { relevant: ["glass"], read: "550 hertz" },
  [asked.voice]: { known: "yes" },
  [asked.reach]: { parts: [asked.evidence, asked.praise, asked.note], combined: "yes" },
  [asked.evidence]: { relevant: ["range", "tour"], read: "E flat 3 to F sharp 6" },
  [asked.praise]: { known: "yes" },
  [asked.note]: { known: "F sharp" },
};

function lines(events: readonly RunEvent[]): string[] {
  const { nodes } = foldTrace(events);
  const name = (node: string | null) => {
    const query = nodes.get(node ?? "")?.query;
    return Object.entries(asked).find(([, question]) => question === query)?.[0] ?? "";
  };
  return events.flatMap((event) => {
    switch (event.type) {
      case "stage-start":
        return [`${event.stage} by ${event.tier}`];
      case "gate":
        return [`${name(event.node)}: ${event.known ? "know" : "unknow"}`];
      case "retrieval":
        return [`${name(event.node)}: searched, ${event.passages.length} passages`];
      case "filter": {
        const relevant = event.judged.filter((one) => one.relevant).map((one) => one.passageId);
        return [`${name(event.node)}: relevant ${relevant.sort().join(" ") || "none"}`];
      }
      case "call-start":
        return event.purpose === "answer" ? [`${name(event.node)}: M is ${event.model.tier}`] : [];
      case "branch-start":
        return event.cause === "decompose"
          ? [`${name(event.parent)}: split ${event.nodes.map(({ id }) => name(id)).join(" ")}`]
          : [];
      case "verdict":
        return [`${name(event.node)}: ${event.verdict} “${event.span}”`];
      case "answer":
        return [`answer “${event.short}”`];
      case "run-end":
        return [event.outcome];
      default:
        return [];
    }
  });
}

const golden = [
  "plan by small",
  "whole: unknow",
  "solve by large",
  "whole: searched, 3 passages",
  "whole: relevant none",
  "whole: split factors pitch voice reach",
  "factors: know",
  "factors: M is large",
  "factors: known “the pitch of the glass”",
  "pitch: unknow",
  "pitch: searched, 3 passages",
  "pitch: relevant glass",
  "pitch: M is large",
  "pitch: answered “550 hertz”",
  "voice: know",
  "voice: M is large",
  "voice: known “yes”",
  "reach: unknow",
  "reach: searched, 3 passages",
  "reach: relevant none",
  "reach: split evidence praise note",
  "evidence: unknow",
  "evidence: searched, 3 passages",
  "evidence: relevant range tour",
  "evidence: M is large",
  "evidence: answered “E flat 3 to F sharp 6”",
  "praise: know",
  "praise: M is large",
  "praise: known “yes”",
  "note: know",
  "note: M is large",
  "note: known “F sharp”",
  "reach: M is large",
  "reach: combined “yes”",
  "summarise by large",
  "whole: M is large",
  "whole: combined “yes”",
  "answer “yes”",
  "answered",
];

describe("the log of the paper's example of several iterations", () => {
  const script = worldly(world, passages);
  const settings = {
    ...preset("ra-isf"),
    filter: { ...preset("ra-isf").filter, by: "small" as const },
  };
  const ask = (signal = new FakeSignal(), small = script) =>
    askRaIsf({
      script: small,
      question: asked.whole,
      settings,
      passages,
      signal,
      ports: { large: fakeModel("large", script) },
    });

  it("runs as Table 13 does: two levels, a large M, small judges", async () => {
    const { events } = await ask();
    expect(lines(events)).toEqual(golden);
    expect(foldAnswerRoutes(events)).toMatchObject({ retrievals: 4, subQuestions: 7, levels: 2 });
  });

  it("opens again, and every prefix of it can be shown", async () => {
    const { events } = await ask();
    const reopened = openLog(JSON.parse(JSON.stringify(events)));
    expect(reopened).toEqual(events);
    for (let length = 0; length <= events.length; length += 1) {
      const { exit, levels } = foldAnswerRoutes(events.slice(0, length));
      expect(levels).toBeLessThanOrEqual(2);
      expect(exit === null).toBe(
        foldTrace(events.slice(0, length)).nodes.get("node-1")?.verdict == null,
      );
    }
  }, 30_000);

  it("charges M to the large model and every judge to the small one", async () => {
    const { events } = await ask();
    const { charges, total } = foldLedger(events);
    const large = charges.filter(({ tier }) => tier === "large");
    expect(new Set(large.map(({ purpose }) => purpose))).toEqual(new Set(["answer"]));
    expect(total.largeCalls).toBe(8);
  });

  it("stops within a call, deep in the tree, and keeps what came", async () => {
    const signal = new FakeSignal();
    const stopping = (request: Parameters<typeof script>[0]) => {
      if (JSON.stringify(request.messages).includes(asked.praise)) signal.aborted = true;
      return script(request);
    };
    const { events } = await ask(signal, stopping);
    expect(events.at(-1)).toMatchObject({ type: "run-end", outcome: "stopped" });
    expect(foldTrace(events).nodes.get("node-6")?.answer).toBe("E flat 3 to F sharp 6");
    expect(foldAnswerRoutes(events).exit).toBeNull();
  });
});
