import { describe, expect, it } from "vitest";
import { foldTrace } from "../../../folds/trace.ts";
import type { FakeScript } from "../../../testing/fakes.ts";
import { type FakeReply, fakeModel, fakeReader, fakeSettings } from "../../../testing/fakes.ts";
import { askBaseline, told } from "../../../testing/methods/fake-baselines.ts";
import { ofType, question, replying } from "../../../testing/methods/fake-runs.ts";
import { go, resumeFrom, supersededSteps } from "../../../testing/state/gone-on.ts";
import { flare } from "./index.ts";

function unsure(marked: string): FakeReply {
  const words = marked.split(" ");
  return {
    text: words.map((word) => word.replaceAll("*", "")).join(" "),
    logprobs: words.map((word) => (word.startsWith("*") ? -2 : -0.01)),
  };
}

describe("FLARE in sentences", () => {
  it("keeps a sure sentence, and looks an unsure one up without the unsure words", async () => {
    const small = fakeModel(
      "small",
      replying({
        reason: [
          unsure("Vienna is the capital of Austria."),
          unsure("The river *Elbe* runs through Vienna."),
          "The river Danube runs through Vienna.",
          unsure("So the answer is: the Danube."),
        ],
      }),
    );
    const events = await askBaseline("flare", small);
    expect(told(events)).toEqual([
      `plan: node-1 ${question}`,
      "node-1: reason by small",
      "follow: node-2 Vienna is the capital of Austria.",
      "node-2: reasoned",
      "node-2: reason by small",
      "follow: node-3 The river Elbe runs through Vienna.",
      'node-3: search "The river runs through Vienna."',
      "node-3: reason by small",
      'node-3: answered "The river Danube runs through Vienna."',
      "node-3: reason by small",
      "follow: node-4 So the answer is: the Danube",
      "node-4: reasoned",
      'node-1: combined "the Danube"',
      'answer "the Danube": Vienna is the capital of Austria. [1] The river Danube runs through Vienna. [2] So the answer is: the Danube.',
      "answered",
    ]);
    expect(ofType(events, "answer")[0]?.citations).toEqual([
      { mark: 1, node: "node-2", passageId: null },
      { mark: 2, node: "node-3", passageId: "vienna" },
    ]);
    const asked = small.requests.map(({ messages }) => messages.at(-1)?.content ?? "");
    expect(asked.map((text) => text.includes("Passages:"))).toEqual([false, false, true, false]);
    expect(small.requests.every(({ logprobs }) => logprobs === true)).toBe(true);
    expect(small.requests.at(-1)?.assistantPrefix).toBe(
      "Vienna is the capital of Austria.\nThe river Danube runs through Vienna.\n",
    );
  });

  it("looks an unsure conclusion up by the question", async () => {
    const reason = [unsure("So the answer is: *Elbe*"), "So the answer is: the Danube."];
    const events = await askBaseline("flare", fakeModel("small", replying({ reason })));
    expect(told(events)).toContain(`node-2: search "${question}"`);
    expect(ofType(events, "answer")[0]?.short).toBe("the Danube");
  });

  it("goes by the slider: what is unsure at 0.6 is sure at 0.1", async () => {
    const reason = [unsure("So the answer is: *Elbe*")];
    const rival = { tokenThreshold: 0.1 };
    const small = fakeModel("small", replying({ reason }));
    const events = await askBaseline("flare", small, { changes: { rival } });
    expect(ofType(events, "retrieval")).toHaveLength(0);
    expect(ofType(events, "answer")[0]?.short).toBe("Elbe");
  });

  it("looks every sentence up where no log-probabilities are told, and says so", async () => {
    const silent = { text: "It is the Danube.", logprobs: null };
    const reason = [silent, silent, { text: "So the answer is: the Danube.", logprobs: null }];
    const small = fakeModel("small", replying({ reason }));
    const events = await askBaseline("flare", small);
    expect(ofType(events, "deviation").map((event) => event.switch)).toEqual([
      "noTokenProbabilities",
      "noTokenProbabilities",
    ]);
    expect(told(events)).toContain('node-2: search "It is the Danube."');
  });

  it("searches for the sentence as it is where it is not told whose probabilities they are", async () => {
    const reason = [{ text: "Danube surely.", logprobs: [-3] }, "So the answer is: Danube"];
    const events = await askBaseline("flare", fakeModel("small", replying({ reason })));
    expect(told(events)).toContain('node-2: search "Danube surely."');
    expect(ofType(events, "deviation")).toHaveLength(0);
  });

  it("ends after the rounds, and asks for the answer", async () => {
    const steps = ["One.", "Two.", "Three.", "Four."].map(unsure);
    const reason = [...steps.slice(0, 3), "Danube"];
    const events = await askBaseline("flare", fakeModel("small", replying({ reason })));
    expect(ofType(events, "branch-start")).toHaveLength(4);
    expect(ofType(events, "answer")[0]?.short).toBe("Danube");
  });

  it("stops where it repeats itself", async () => {
    const reason = [unsure("One."), unsure("One."), "Danube"];
    const events = await askBaseline("flare", fakeModel("small", replying({ reason })));
    expect(told(events)).toContain("node-2: repeatStop");
    expect(ofType(events, "branch-start")).toHaveLength(2);
  });
});

describe("FLARE with a trained small model", () => {
  const skilled = (proxy: (FakeReply | string)[]) =>
    fakeModel(
      "small",
      replying({
        reason: [
          "U1: What is the capital of Austria?",
          "U2: Which river runs through Vienna?",
          "Final: Danube [2]",
        ],
        proxy,
      }),
      { skills: true },
    );
  const reader = fakeReader((_, passage) =>
    passage.startsWith("Vienna") ? { span: "Danube" } : {},
  );

  it("takes a sure answer from memory and looks an unsure one up with its sure words", async () => {
    const small = skilled([unsure("Vienna"), unsure("river *Elbe*")]);
    const events = await askBaseline("flare", small, { reader });
    expect(told(events)).toEqual([
      `plan: node-1 ${question}`,
      "node-1: reason by small",
      "follow: node-2 What is the capital of Austria?",
      "node-2: proxy by small",
      'node-2: known "Vienna"',
      "node-1: reason by small",
      "follow: node-3 Which river runs through Vienna?",
      "node-3: proxy by small",
      'node-3: search "Which river runs through Vienna? river"',
      'node-3: answered "Danube"',
      "node-1: reason by small",
      'node-1: combined "Danube"',
      'answer "Danube": Danube. Danube runs through Vienna [2].',
      "answered",
    ]);
  });

  it("concludes from its steps when the rounds are used up", async () => {
    const small = skilled([unsure("Vienna")]);
    const events = await askBaseline("flare", small, {
      reader,
      changes: { maxRounds: 1, switches: fakeSettings.switches },
    });
    expect(small.requests.at(-1)?.assistantPrefix).toContain("A1: Vienna\nFinal:");
    expect(ofType(events, "branch-start")).toHaveLength(2);
  });
});

describe("a person's word in FLARE", () => {
  const preset = flare.presets[0];
  if (preset === undefined) throw new RangeError("it has no preset");

  it("is the sentence that it goes on from, and the sentences before it stand", async () => {
    const sure = (text: string) => ({ text, logprobs: text.split(" ").map(() => -0.01) });
    const writer: FakeScript = ({ messages, assistantPrefix = "" }) => {
      if (assistantPrefix.endsWith("So the answer is:")) return sure("unknown");
      if (assistantPrefix.includes("Danube")) return sure("So the answer is: Danube.");
      if (assistantPrefix.includes("Mur")) return sure("So the answer is: Mur.");
      if (assistantPrefix === "") return sure("Vienna is the capital of Austria.");
      const text = "The river Mur runs through it.";
      const found = messages.at(-1)?.content.includes("Passages:") ?? false;
      return found ? sure(text) : { text, logprobs: [-0.01, -0.01, -2, -0.01, -0.01, -0.01] };
    };
    const asked = { settings: preset.settings, script: writer };
    const { events } = await go(asked);
    expect(foldTrace(events).answer?.short).toBe("Mur");
    const words = "The river Danube runs through it.";
    const point = { kind: "correct", node: "node-3", answer: words } as const;
    const { events: after, requests } = await resumeFrom(asked, events, point);
    const { answer, nodes } = foldTrace(after);
    expect(answer?.short).toBe("Danube");
    expect(answer?.text).toContain(`Vienna is the capital of Austria. [1] ${words} [2]`);
    expect(nodes.get("node-2")).toMatchObject({ status: "reasoned", abandoned: false });
    expect(requests).toHaveLength(1);
    expect(supersededSteps(after)).toMatchObject([
      { left: "user", parent: "node-3", status: "reasoned" },
    ]);
    const back = await resumeFrom(asked, events, { ...point, answer: null });
    expect(foldTrace(back.events).answer?.text).not.toContain("Mur runs");
    expect(back.events.at(-1)).toMatchObject({ outcome: "answered" });
  });
});
