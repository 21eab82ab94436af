import { describe, expect, it } from "vitest";
import { fakeModel, fakeReader } from "../../../testing/fakes.ts";
import { askBaseline, told } from "../../../testing/methods/fake-baselines.ts";
import { ofType, question, replying } from "../../../testing/methods/fake-runs.ts";
import { leastToMost } from "./index.ts";

const id = "least-to-most";
const capital = "What is the capital of Austria?";
const river = "Which river runs through it?";
const parts = `1. ${capital}\n2. ${river}\n3. ${question}`;
const library = { source: { choice: "fixed", tool: "library" } } as const;
const splitting = () => replying({ decompose: parts, answer: ["Vienna", "Danube", "the Danube"] });

describe("least-to-most", () => {
  it("answers the parts in order, each after the answers before it, from memory", async () => {
    const large = fakeModel("large", splitting());
    const events = await askBaseline(
      id,
      fakeModel("small", () => ""),
      { large },
    );
    expect(told(events)).toEqual([
      `plan: node-1 ${question}`,
      "node-1: decompose by large",
      `decompose, fan: node-2 ${capital} | node-3 ${river}`,
      "node-2: answer by large",
      'node-2: known "Vienna"',
      "node-3: answer by large",
      'node-3: known "Danube"',
      "node-1: answer by large",
      'node-1: combined "the Danube"',
      `answer "the Danube": the Danube. Not found in the library. This is the model's guess and may well be wrong.`,
      "answered",
    ]);
    const turns = large.requests
      .at(-1)
      ?.messages.slice(-5)
      .map(({ content }) => content);
    expect(turns).toEqual([capital, "Vienna", river, "Danube", question]);
  });

  it("asks a trained small model by its skills", async () => {
    const small = fakeModel("small", splitting(), { skills: true });
    const events = await askBaseline(id, small);
    expect(small.requests.map(({ messages }) => messages.length)).toEqual([2, 2, 2, 2]);
    expect(small.requests[2]?.messages[1]?.content).toBe(`${capital} Vienna. ${river}`);
    expect(small.requests[3]?.assistantPrefix).toBe(
      `U1: ${capital}\nA1: Vienna\nU2: ${river}\nA2: Danube\nFinal:`,
    );
    expect(ofType(events, "answer")[0]?.short).toBe("the Danube");
  });

  it("looks each part up, with the earlier answers; the encoder is told the part alone", async () => {
    const reader = fakeReader((asked) => ({ span: asked === capital ? "Vienna" : "Danube" }));
    const small = fakeModel("small", splitting(), { skills: true });
    const events = await askBaseline(id, small, { reader, changes: library });
    expect(ofType(events, "retrieval").map(({ search }) => search)).toEqual([
      capital,
      `Vienna ${river}`,
    ]);
    expect(reader.asked.map((one) => one.question)).toEqual([capital, river]);
    expect(ofType(events, "answer")[0]?.citations.map(({ passageId }) => passageId)).toEqual([
      "at",
      "vienna",
    ]);
  });

  it("tells a part that stands on its own of no earlier answers", async () => {
    const longer = "How long is the Rhine?\n2. How long is the Danube?";
    const answers = { decompose: `1. ${longer}`, answer: ["1,230 km", "2,850 km", "Danube"] };
    const small = fakeModel("small", replying(answers), { skills: true });
    await askBaseline(id, small);
    expect(small.requests[2]?.messages[1]?.content).toBe("How long is the Danube?");
    const reader = fakeReader(() => ({ span: "Danube" }));
    const again = fakeModel("small", replying(answers), { skills: true });
    const events = await askBaseline(id, again, { reader, changes: library });
    expect(ofType(events, "retrieval").map(({ search }) => search)).toEqual([
      "How long is the Rhine?",
      "How long is the Danube?",
    ]);
  });

  it("does not take the country that has a capital for the one before", async () => {
    const described = "How long is the river of the country that has Vienna as its capital?";
    const answers = { decompose: `1. ${capital}\n2. ${described}`, answer: ["Vienna", "2,850 km"] };
    const small = fakeModel("small", replying(answers), { skills: true });
    const events = await askBaseline(id, small, { changes: library });
    expect(ofType(events, "retrieval").at(-1)?.search).toBe(described);
  });

  it("tells a large model the earlier answers where it reads", async () => {
    const large = fakeModel(
      "large",
      replying({
        decompose: parts,
        answer: ["Answer: Vienna [1]", "Answer: Danube [1]", "Danube"],
      }),
    );
    await askBaseline(
      id,
      fakeModel("small", () => ""),
      { large, changes: library },
    );
    expect(large.requests[2]?.messages.at(-1)?.content).toContain(`${capital} Vienna. ${river}`);
  });

  it("goes on with a part that nobody knows", async () => {
    const small = fakeModel("small", replying({ decompose: parts, answer: ["unknown", "Rhine"] }));
    const events = await askBaseline(id, small);
    expect(told(events)).toContain("node-2: unknown");
    expect(small.requests[2]?.messages.slice(-3).map(({ content }) => content)).toEqual([
      capital,
      "unknown",
      river,
    ]);
  });

  it.each(["", "I cannot.", `1. ${question}`, `1. ${question}\n2. ${question.toUpperCase()}`])(
    "answers the question itself where it is not split: %j",
    async (decompose) => {
      const small = fakeModel("small", replying({ decompose, answer: "Danube" }));
      const events = await askBaseline(id, small);
      expect(ofType(events, "branch-start")).toHaveLength(1);
      expect(told(events).slice(-3)).toEqual([
        'node-1: known "Danube"',
        'answer "Danube": Danube.',
        "answered",
      ]);
    },
  );

  it("has a variant with retrieval for each tier", () => {
    const tools = leastToMost.presets.map(({ settings }) => [settings.solve, settings.source.tool]);
    expect(tools).toEqual([
      ["small", "none"],
      ["large", "none"],
      ["small", "library"],
      ["large", "library"],
    ]);
  });
});
