import { describe, expect, it } from "vitest";
import { fakeModel, fakeReader } from "../../../testing/fakes.ts";
import { askBaseline, told } from "../../../testing/methods/fake-baselines.ts";
import { ofType, question, replying } from "../../../testing/methods/fake-runs.ts";

const id = "self-ask";
const capital = "What is the capital of Austria?";
const river = "Which river runs through Vienna?";
const idle = () => fakeModel("small", () => "");

const reading = () => fakeReader((asked) => ({ span: asked === capital ? "Vienna" : "Danube" }));

describe("Self-Ask", () => {
  it("asks, looks up and reads in turn, to its final answer", async () => {
    const large = fakeModel(
      "large",
      replying({
        reason: [
          `Are follow up questions needed here: Yes.\nFollow up: ${capital}\n`,
          `Follow up: ${river}`,
          "So the final answer is: the Danube.",
        ],
        answer: ["Answer: Vienna\nIt is Vienna [1].", "Answer: Danube\nIt is the Danube [1]."],
      }),
    );
    const events = await askBaseline(id, idle(), { large });
    expect(told(events)).toEqual([
      `plan: node-1 ${question}`,
      "node-1: reason by large",
      `follow: node-2 ${capital}`,
      `node-2: search "${capital}"`,
      "node-2: answer by large",
      'node-2: answered "Vienna"',
      "node-1: reason by large",
      `follow: node-3 ${river}`,
      `node-3: search "${river}"`,
      "node-3: answer by large",
      'node-3: answered "Danube"',
      "node-1: reason by large",
      'node-1: combined "the Danube"',
      'answer "the Danube": the Danube. The capital of Austria is Vienna [1]; Danube runs through Vienna [2].',
      "answered",
    ]);
    expect(large.requests.at(-1)?.assistantPrefix).toBe(
      "Are follow up questions needed here: Yes.\n" +
        `Follow up: ${capital}\nIntermediate answer: Vienna\n` +
        `Follow up: ${river}\nIntermediate answer: Danube\n`,
    );
    expect(ofType(events, "branch-start").map(({ parent }) => parent)).toEqual([
      null,
      "node-1",
      "node-2",
    ]);
    expect(ofType(events, "answer")[0]?.citations).toEqual([
      { mark: 1, node: "node-2", passageId: "at" },
      { mark: 2, node: "node-3", passageId: "vienna" },
    ]);
  });

  it("asks a trained small model by its skill for the next query", async () => {
    const small = fakeModel(
      "small",
      replying({ reason: [`U1: ${capital}`, `U2: ${river}`, "Final: Danube [2]"] }),
      { skills: true },
    );
    const events = await askBaseline(id, small, { reader: reading() });
    expect(small.requests.map(({ messages }) => messages.length)).toEqual([2, 2, 2]);
    expect(small.requests[2]?.assistantPrefix).toBe(
      `U1: ${capital}\nA1: Vienna\nU2: ${river}\nA2: Danube\n`,
    );
    expect(ofType(events, "answer")[0]).toMatchObject({
      short: "Danube",
      text: "Danube. The capital of Austria is Vienna [1]; Danube runs through Vienna [2].",
    });
  });

  it("begins the first follow-up of an untrained small model", async () => {
    const small = fakeModel(
      "small",
      replying({ reason: [` ${capital}`, "So the final answer is: Vienna"] }),
    );
    const events = await askBaseline(id, small, { reader: reading() });
    expect(small.requests[0]?.assistantPrefix).toBe(
      "Are follow up questions needed here: Yes.\nFollow up:",
    );
    expect(told(events)).toContain(`follow: node-2 ${capital}`);
  });

  it("answers at once where no follow-up is needed", async () => {
    const said = "Are follow up questions needed here: No.\nSo the final answer is: Danube";
    const events = await askBaseline(id, idle(), { large: fakeModel("large", () => said) });
    expect(told(events).slice(1)).toEqual([
      "node-1: reason by large",
      'node-1: known "Danube"',
      `answer "Danube": Danube. Not found in the library. This is the model's guess and may well be wrong.`,
      "answered",
    ]);
  });

  it("is told to end after three rounds", async () => {
    let count = 0;
    const large = fakeModel("large", ({ purpose, assistantPrefix = "" }) => {
      if (purpose === "answer") return "Answer: Vienna [1]";
      return assistantPrefix.endsWith("So the final answer is:")
        ? " Danube"
        : `Follow up: Who is number ${++count}?`;
    });
    const events = await askBaseline(id, idle(), { large });
    expect(ofType(events, "call-start").map(({ purpose }) => purpose)).toEqual([
      ...["reason", "answer", "reason", "answer", "reason", "answer"],
      "reason",
    ]);
    expect(ofType(events, "answer")[0]?.short).toBe("Danube");
  });

  it("stops at a follow-up that repeats, unless the switch is off", async () => {
    const stuck = () =>
      fakeModel("large", ({ purpose, assistantPrefix = "" }) => {
        if (purpose === "answer") return "Answer: Vienna [1]";
        return assistantPrefix.endsWith("answer is:")
          ? " Danube"
          : "Follow up: What is THE capital?";
      });
    const stopped = await askBaseline(id, idle(), { large: stuck() });
    expect(told(stopped)).toContain("node-2: repeatStop");
    expect(ofType(stopped, "retrieval")).toHaveLength(1);
    const switches = {
      fillProcessedQueries: true,
      emptySpanGuard: true,
      repeatStop: false,
      correctUnsolved: true,
    };
    const endless = await askBaseline(id, idle(), { large: stuck(), changes: { switches } });
    expect(ofType(endless, "retrieval")).toHaveLength(3);
    expect(ofType(endless, "deviation")).toEqual([]);
  });

  it("tells the model where nothing was found, and cites it not", async () => {
    const small = fakeModel(
      "small",
      replying({ reason: [`U1: ${capital}`, `U1: ${river}`, "Final: Danube"] }),
      { skills: true },
    );
    const reader = fakeReader((asked) => (asked === river ? { span: "Danube" } : {}));
    const events = await askBaseline(id, small, { reader });
    expect(told(events)).toContain("node-2: unknown");
    expect(small.requests[1]?.assistantPrefix).toBe(`U1: ${capital}\nA1: none\n`);
    expect(ofType(events, "answer")[0]?.text).toBe("Danube. Danube runs through Vienna [1].");
    expect(ofType(events, "answer")[0]?.citations[0]?.node).toBe("node-3");
  });

  it("takes an end that says none for no end: the answer is asked for once more", async () => {
    const small = fakeModel(
      "small",
      replying({ reason: [`U1: ${capital}`, "Final: none [1]", "Vienna"] }),
      { skills: true },
    );
    const events = await askBaseline(id, small, { reader: reading() });
    expect(told(events)).toContain("call-2: step fell-back");
    expect(ofType(events, "answer")[0]?.short).toBe("Vienna");
  });

  it.each([true, false])("is unknown where nothing comes at all (skills: %s)", async (skills) => {
    const events = await askBaseline(
      id,
      fakeModel("small", () => "", { skills }),
    );
    expect(told(events).slice(1)).toEqual([
      "node-1: reason by small",
      "call-1: step fell-back",
      "node-1: reason by small",
      "call-2: answer fell-back",
      "node-1: unknown",
      'answer "unknown": unknown',
      "answered",
    ]);
  });
});
