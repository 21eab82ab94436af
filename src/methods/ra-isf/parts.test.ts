import { describe, expect, it } from "vitest";
import { foldAnswerRoutes } from "../../folds/answer-routes.ts";
import { foldTrace } from "../../folds/trace.ts";
import { maxSubQuestionsOfRun } from "../../stages/decompose.ts";
import { maxSubQuestions } from "../../stages/parse/decompose.ts";
import { fakePassages } from "../../testing/fakes.ts";
import { ofType } from "../../testing/methods/fake-runs.ts";
import {
  always,
  askedAbout,
  askRaIsf,
  bySmall,
  deviations,
  promptsOf,
  question,
  short,
  splitting,
  withDepth,
  worldly,
} from "../../testing/methods/ra-isf.fake-runs.ts";

describe("sub-questions", () => {
  const [first, second] = ["What is the capital of Austria?", "Which river runs through it?"];
  const world = {
    [question]: { parts: [first, second], combined: "Danube" },
    [first]: { known: "Vienna" },
    [second]: { known: "Danube" },
  };

  it("are independent: the second is not told the first's answer", async () => {
    const { requests } = await askRaIsf({ script: worldly(world, fakePassages), question });
    const ofSecond = requests.filter((request) => askedAbout(request) === second);
    expect(ofSecond.length).toBeGreaterThan(0);
    expect(JSON.stringify(ofSecond)).not.toContain("Vienna");
  });

  it("are told it where that is switched on, and the log says so", async () => {
    const filledIn = `${first} Vienna. ${second}`;
    const script = worldly({ ...world, [filledIn]: { known: "Danube" } }, fakePassages);
    const settings = bySmall("ra-isf-filled-in");
    const { events, requests } = await askRaIsf({ script, question, settings });
    expect(requests.map(askedAbout)).toContain(filledIn);
    expect(requests.map(askedAbout)).not.toContain(second);
    expect(deviations(events)).toEqual(["fillEarlier"]);
    expect(foldTrace(events).nodes.get("node-3")?.query).toBe(second);
  });

  it("are not shared between siblings or with their parent's", async () => {
    const script = worldly(
      {
        [question]: { parts: ["Ada?", "Bob?"], combined: "x" },
        "Ada?": { parts: ["Ada1?", "Ada2?"], combined: "a" },
        "Bob?": { parts: ["Bob1?", "Bob2?"], combined: "b" },
      },
      fakePassages,
    );
    const { requests } = await askRaIsf({ script, question, settings: withDepth(2) });
    const combining = promptsOf(requests, "answer").filter((text) => text.startsWith("[1]"));
    expect(combining.map((text) => text.match(/(?:Ada|Bob)\d?\?/gu))).toEqual([
      ["Ada1?", "Ada2?", "Ada?"],
      ["Bob1?", "Bob2?", "Bob?"],
      ["Ada?", "Bob?"],
    ]);
  });

  it("that stay unknown are still handed to M", async () => {
    const script = worldly({ ...world, [second]: {} }, fakePassages);
    const { events, requests } = await askRaIsf({ script, question });
    const combining = promptsOf(requests, "answer").find((text) => text.startsWith("[1]"));
    expect(combining).toContain(`[1] ${first} Vienna\n[2] ${second} unknown`);
    expect(foldTrace(events).answer?.text).toBe(
      "Danube. Not found in the library. This is the model's guess and may well be wrong.",
    );
  });
});

describe("a decomposition that leads nowhere", () => {
  it("does not follow its own question, word by word", async () => {
    const script = worldly(
      {
        [question]: { parts: [question.toUpperCase(), "Ada?"], combined: "x" },
        "Ada?": { known: "a" },
      },
      fakePassages,
    );
    const { events } = await askRaIsf({ script, question });
    expect(foldAnswerRoutes(events).subQuestions).toBe(1);
    expect(deviations(events)).toEqual(["repeatedDecomposition"]);
  });

  it("is no decomposition when it only repeats the question: unknown", async () => {
    const script = worldly({ [question]: { parts: [question] } }, fakePassages);
    const { events, requests } = await askRaIsf({ script, question });
    expect(short(events)).toBe("unknown");
    expect(promptsOf(requests, "decompose")).toHaveLength(1);
    expect(deviations(events)).toEqual(["repeatedDecomposition"]);
  });

  it("does not follow a paraphrase, but does follow a part that is as near in meaning", async () => {
    const paraphrase = "Through the capital of Austria runs which river?";
    const part = "Which city is the capital of Austria?";
    const alike = {
      embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1)),
    };
    const script = worldly(
      { [question]: { parts: [paraphrase, part], combined: "x" }, [part]: { known: "Vienna" } },
      fakePassages,
    );
    const { events } = await askRaIsf({ script, question, ports: { embedder: alike } });
    const asked = foldAnswerRoutes(events).questions.map((one) => one.question);
    expect(asked).toEqual([question, part]);
  });

  it("does follow a paraphrase that earlier answers are filled into", async () => {
    const paraphrase = "Through the city that is the capital of Austria runs which river?";
    const part = "Which city is the capital of Austria?";
    const alike = {
      embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1)),
    };
    const world = {
      [question]: { parts: [part, paraphrase], combined: "Danube" },
      [part]: { known: "Vienna" },
      "Through Vienna runs which river?": { known: "Danube" },
    };
    const settings = bySmall("ra-isf-filled-in");
    const script = worldly(world, fakePassages);
    const { events } = await askRaIsf({ script, question, settings, ports: { embedder: alike } });
    expect(foldAnswerRoutes(events).questions.map(({ exit }) => exit)).toEqual([
      "decomposition",
      "self-knowledge",
      "self-knowledge",
    ]);
  });

  it("does not go round over two levels", async () => {
    const script = worldly(
      {
        [question]: { parts: ["Ada?"], combined: "x" },
        "Ada?": { parts: [question, "Bob?"], combined: "a" },
        "Bob?": { parts: ["Ada?"] },
      },
      fakePassages,
    );
    const { events } = await askRaIsf({ script, question });
    const asked = foldAnswerRoutes(events).questions.map((one) => one.question);
    expect(asked).toEqual([question, "Ada?", "Bob?"]);
    expect(deviations(events)).toEqual(["repeatedDecomposition", "repeatedDecomposition"]);
  });

  it("does not go round with earlier answers filled in either", async () => {
    const settings = bySmall("ra-isf-filled-in");
    const pointing = "Where is it?";
    const filled = `Ada? alpha. ${pointing}`;
    const script = worldly(
      {
        [question]: { parts: ["Ada?", pointing], combined: "x" },
        "Ada?": { known: "alpha" },
        [filled]: { parts: [pointing] },
      },
      fakePassages,
    );
    const { events } = await askRaIsf({ script, question, settings });
    expect(foldAnswerRoutes(events).subQuestions).toBe(2);
    expect(deviations(events)).toEqual(["fillEarlier", "repeatedDecomposition"]);
  });

  it("without any part is unknown, and the log says what came instead", async () => {
    const script = always({ decompose: "I would rather not." });
    const { events } = await askRaIsf({ script, question });
    expect(short(events)).toBe("unknown");
    expect(ofType(events, "parse-failure").at(-1)).toMatchObject({
      expected: "decomposition",
      resolution: "fell-back",
    });
  });

  it("cannot explode: a run has at most so many sub-questions", async () => {
    const settings = withDepth(5);
    const { events } = await askRaIsf({ script: splitting(maxSubQuestions), question, settings });
    expect(foldAnswerRoutes(events).subQuestions).toBe(maxSubQuestionsOfRun);
    expect(deviations(events)).toContain("subQuestionLimit");
    expect(foldTrace(events).outcome).toBe("answered");
  });
});
