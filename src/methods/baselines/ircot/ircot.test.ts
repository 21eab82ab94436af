import { describe, expect, it } from "vitest";
import { fakeModel, fakeReader } from "../../../testing/fakes.ts";
import { askBaseline, told } from "../../../testing/methods/fake-baselines.ts";
import { ofType, question, replying } from "../../../testing/methods/fake-runs.ts";

const thoughts = [
  "Vienna is the capital of Austria.",
  "The Danube runs through Vienna.",
  "So the answer is: the Danube.",
];

describe("IRCoT in sentences", () => {
  it("searches with each sentence, thinks on all that was found, and reads it all", async () => {
    const large = fakeModel(
      "large",
      replying({ reason: thoughts, answer: "Answer: Danube\nIt runs through Vienna [1]." }),
    );
    const events = await askBaseline(
      "ircot",
      fakeModel("small", () => ""),
      {
        large,
        changes: { retrieval: oneEach },
      },
    );
    expect(told(events)).toEqual([
      `plan: node-1 ${question}`,
      `node-1: search "${question}"`,
      "node-1: reason by large",
      "follow: node-2 Vienna is the capital of Austria.",
      'node-2: search "Vienna is the capital of Austria."',
      "node-2: searched",
      "node-2: reason by large",
      "follow: node-3 The Danube runs through Vienna.",
      'node-3: search "The Danube runs through Vienna."',
      "node-3: searched",
      "node-3: reason by large",
      "follow: node-4 So the answer is: the Danube",
      "node-4: reasoned",
      "node-1: answer by large",
      'node-1: answered "Danube"',
      'answer "Danube": It runs through Vienna [1].',
      "answered",
    ]);
    const shown = large.requests.map(
      ({ messages }) => messages.at(-1)?.content.match(/Austria:|Vienna:/gu)?.length,
    );
    expect(shown).toEqual([1, 1, 2, 2]);
    expect(ofType(events, "answer")[0]?.citations).toEqual([
      { mark: 1, node: "node-1", passageId: "vienna" },
    ]);
  });

  it("shows no more passages than are allowed", async () => {
    const large = fakeModel("large", replying({ reason: thoughts, answer: "Answer: Danube" }));
    await askBaseline(
      "ircot",
      fakeModel("small", () => ""),
      {
        large,
        changes: { answer: { form: "short", passages: 1, maxTokens: 3000 } },
      },
    );
    for (const { messages } of large.requests) {
      expect(messages.at(-1)?.content.match(/Austria:|Vienna:/gu)).toHaveLength(1);
    }
  });

  it("stops after the rounds, and where it repeats itself", async () => {
    const endless = () => {
      let count = 0;
      return fakeModel("large", ({ purpose }) =>
        purpose === "reason" ? `Thought number ${++count} is new.` : "Answer: Danube",
      );
    };
    const all = await askBaseline(
      "ircot",
      fakeModel("small", () => ""),
      { large: endless() },
    );
    expect(ofType(all, "branch-start")).toHaveLength(1 + 8);
    const large = fakeModel("large", replying({ reason: "The same.", answer: "Answer: Danube" }));
    const same = await askBaseline(
      "ircot",
      fakeModel("small", () => ""),
      { large },
    );
    expect(told(same)).toContain("node-2: repeatStop");
    expect(ofType(same, "answer")[0]?.short).toBe("Danube");
  });

  it("must answer by itself with the tool that finds nothing", async () => {
    const large = fakeModel("large", replying({ reason: ["One thought.", "", "the Danube"] }));
    const events = await askBaseline(
      "ircot",
      fakeModel("small", () => ""),
      {
        large,
        changes: { source: { choice: "fixed", tool: "none" } },
      },
    );
    expect(ofType(events, "retrieval")).toHaveLength(0);
    expect(told(events).slice(-3)).toEqual([
      'node-1: reasoned "the Danube"',
      'answer "the Danube": One thought. [1] So the answer is: the Danube.',
      "answered",
    ]);
  });
});

describe("IRCoT with a trained small model", () => {
  it("looks each query of its chain up, and reads all that was found so far", async () => {
    const small = fakeModel(
      "small",
      replying({
        reason: [
          "U1: What is the capital of Austria?",
          "U2: Which river runs through Vienna?",
          "Final: Danube [2]",
        ],
      }),
      { skills: true },
    );
    const reader = fakeReader((asked, passage) => {
      if (asked.includes("capital of Austria?") && passage.startsWith("Austria")) {
        return { span: "Vienna" };
      }
      return asked.includes("Vienna") && passage.startsWith("Vienna") ? { span: "Danube" } : {};
    });
    const events = await askBaseline("ircot", small, { reader, changes: { retrieval: oneEach } });
    expect(told(events)).toEqual([
      `plan: node-1 ${question}`,
      `node-1: search "${question}"`,
      "node-1: reason by small",
      "follow: node-2 What is the capital of Austria?",
      'node-2: search "What is the capital of Austria?"',
      'node-2: answered "Vienna"',
      "node-1: reason by small",
      "follow: node-3 Which river runs through Vienna?",
      'node-3: search "Which river runs through Vienna?"',
      'node-3: answered "Danube"',
      "node-1: reason by small",
      'node-1: combined "Danube"',
      'answer "Danube": Danube. The capital of Austria is Vienna [1]; Danube runs through Vienna [2].',
      "answered",
    ]);
    expect(reader.asked.map(({ passages }) => passages.length)).toEqual([1, 2]);
  });

  it("reads the question itself where its chain came to nothing", async () => {
    const small = fakeModel("small", replying({ reason: "???" }), { skills: true });
    const reader = fakeReader((_, passage) =>
      passage.startsWith("Vienna") ? { span: "Danube" } : {},
    );
    const events = await askBaseline("ircot", small, { reader });
    expect(ofType(events, "answer")[0]?.short).toBe("Danube");
  });
});

const oneEach = { mode: "bm25", k: 1, rrfK: 60, bm25: { k1: 1.2, b: 0.7 } } as const;
