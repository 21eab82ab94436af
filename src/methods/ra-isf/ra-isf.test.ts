import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldAnswerRoutes, retrievalBound } from "../../folds/answer-routes.ts";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import { AppError } from "../../log/errors.ts";
import { openLog } from "../../log/file.ts";
import type { RunSettings } from "../../log/types.ts";
import { maxSubQuestionsOfRun } from "../../stages/decompose.ts";
import { fakeModel, fakePassages, fakeReader } from "../../testing/fakes.ts";
import { ofType } from "../../testing/methods/fake-runs.ts";
import {
  allByModel,
  always,
  askRaIsf,
  bySmall,
  deviations,
  preset,
  promptsOf,
  question,
  short,
  splitting,
  withDepth,
  worldly,
} from "../../testing/methods/ra-isf.fake-runs.ts";

describe("RA-ISF's three exits", () => {
  it("answers from memory what it knows, and searches nothing", async () => {
    const script = worldly({ [question]: { known: "Danube" } }, fakePassages);
    const { events } = await askRaIsf({ script, question });
    expect(short(events)).toBe("Danube");
    expect(foldAnswerRoutes(events)).toMatchObject({
      exit: "self-knowledge",
      retrievals: 0,
      levels: 0,
    });
  });

  it("answers from the relevant passages, and M sees no other", async () => {
    const script = worldly({ [question]: { relevant: ["vienna"], read: "Danube" } }, fakePassages);
    const { events, requests } = await askRaIsf({ script, question });
    expect(short(events)).toBe("Danube");
    expect(foldAnswerRoutes(events).exit).toBe("passages");
    const [read = ""] = promptsOf(requests, "answer");
    expect(read).toContain("runs through Vienna");
    expect(read).not.toContain("capital of Austria is");
    expect(foldTrace(events).answer?.path).toMatchObject([{ node: "node-1", answer: "Danube" }]);
  });

  it("answers from its parts, and cites those that it rests on", async () => {
    const parts = ["What is the capital of Austria?", "Which river runs through Vienna?"];
    const script = worldly(
      {
        [question]: { parts, combined: "Danube" },
        [parts[0] ?? ""]: { known: "Vienna" },
        [parts[1] ?? ""]: { relevant: ["vienna"], read: "Danube" },
      },
      fakePassages,
    );
    const { events } = await askRaIsf({ script, question });
    expect(foldTrace(events).answer).toMatchObject({
      short: "Danube",
      text: "Danube. Danube runs through Vienna [2].",
      citations: [{ mark: 2, node: "node-3", passageId: "vienna" }],
    });
    const { questions } = foldAnswerRoutes(events);
    expect(questions.map(({ exit }) => exit)).toEqual([
      "decomposition",
      "self-knowledge",
      "passages",
    ]);
    expect(foldTrace(events).answer?.path.map(({ node }) => node)).toEqual([
      "node-2",
      "node-3",
      "node-1",
    ]);
    expect(foldTrace(events).branches[1]).toMatchObject({ fan: true, cause: "decompose" });
  });

  it("compares the judge's probability with the threshold where it tells one", async () => {
    const script = (yes: number) => always({ judge: { text: "yes", yes }, answer: "Danube" });
    const sure = await askRaIsf({ script: script(0.51), question });
    const unsure = await askRaIsf({ script: script(0.5), question });
    expect(foldAnswerRoutes(sure.events).exit).toBe("self-knowledge");
    expect(foldAnswerRoutes(unsure.events).exit).not.toBe("self-knowledge");
  });
});

describe("a large model that says that it does not know", () => {
  it.each(["Answer: unknown", "Answer: none", "I don't know."])(
    "by %j has given no answer: the parts after it are told of none",
    async (said) => {
      const parts = ["What is the capital of Austria?", "Which river runs through it?"];
      const script = always({
        judge: "no",
        relevance: "yes",
        decompose: parts.map((part, index) => `${index + 1}. ${part}`).join("\n"),
      });
      const settings = withDepth(1);
      const { events } = await askRaIsf({
        script,
        question,
        ports: { large: fakeModel("large", () => said) },
        settings: {
          ...settings,
          solve: "large",
          summarise: "large",
          fallback: { ...settings.fallback, fillEarlier: true },
        },
      });
      expect(ofType(events, "verdict").map(({ verdict, span }) => [verdict, span])).toEqual([
        ["unknown", ""],
        ["unknown", ""],
        ["unknown", ""],
      ]);
      expect(short(events)).toBe("unknown");
      expect(deviations(events)).not.toContain("fillEarlier");
    },
  );

  it("says so of what it should know by heart, and that is no self-knowledge", async () => {
    const { events } = await askRaIsf({
      script: always({ judge: "yes" }),
      question,
      settings: { ...allByModel, solve: "large", summarise: "large" },
      ports: { large: fakeModel("large", () => "Answer: unknown") },
    });
    expect(foldAnswerRoutes(events).exit).toBe("unknown");
  });
});

describe("the stages", () => {
  it("go back to solving where the passages answer nothing after all", async () => {
    const script = worldly(
      {
        [question]: { relevant: ["vienna"], read: "unknown", parts: ["Ada?"], combined: "Danube" },
        "Ada?": { known: "Danube" },
      },
      fakePassages,
    );
    const { events } = await askRaIsf({ script, question });
    const announced: string[] = [];
    const called: string[] = [];
    for (const event of events) {
      if (event.type === "stage-start") announced.push(event.stage);
      if (event.type === "call-start") called.push(`${event.stage} in ${announced.at(-1)}`);
    }
    expect(announced).toEqual(["plan", "solve", "summarise", "solve", "summarise"]);
    for (const one of new Set(called)) {
      const [stage, announcedStage] = one.split(" in ");
      expect(announcedStage).toBe(stage);
    }
    expect(short(events)).toBe("Danube");
  });
});

describe("D_th", () => {
  it("asks levels 0 to 3 and splits 0 to 2", async () => {
    const { events, requests } = await askRaIsf({ script: splitting(1), question });
    expect(foldAnswerRoutes(events)).toMatchObject({ levels: 3, subQuestions: 3, retrievals: 4 });
    expect(promptsOf(requests, "judge")).toHaveLength(4);
    expect(promptsOf(requests, "decompose")).toHaveLength(3);
    expect(deviations(events)).toEqual(["depthLimit"]);
    expect(foldTrace(events).nodes.get("node-4")?.status).toBe("unknown");
  });

  it("still answers at the last level what is known there", async () => {
    const script = worldly(
      {
        [question]: { parts: ["Ada?"], combined: "x" },
        "Ada?": { parts: ["Bob?"], combined: "x" },
        "Bob?": { parts: ["Cid?"], combined: "x" },
        "Cid?": { known: "x", parts: ["Dee?"] },
      },
      fakePassages,
    );
    const { events } = await askRaIsf({ script, question });
    expect(foldAnswerRoutes(events).questions.map(({ level, exit }) => [level, exit])).toEqual([
      [0, "decomposition"],
      [1, "decomposition"],
      [2, "decomposition"],
      [3, "self-knowledge"],
    ]);
    expect(deviations(events)).toEqual([]);
  });

  it.each([0, 1, 2])("holds at %i, within the bound of §5.5", async (maxDepth) => {
    const settings = withDepth(maxDepth);
    const { events } = await askRaIsf({ script: splitting(3), question, settings });
    const { levels, retrievals } = foldAnswerRoutes(events);
    expect(levels).toBe(maxDepth);
    expect(retrievals).toBe(retrievalBound(3, maxDepth));
  });
});

describe("judges that say nothing usable", () => {
  it("are taken for unknow and irrelevant, as in the released code", async () => {
    const script = always({ judge: "perhaps", relevance: "banana", decompose: "1. Ada?" });
    const { events } = await askRaIsf({ script, question, settings: withDepth(1) });
    expect(ofType(events, "gate").map(({ known }) => known)).toEqual([false, false]);
    const judged = ofType(events, "filter").flatMap((event) => event.judged);
    expect(judged.map(({ relevant, score }) => [relevant, score])).toEqual(
      judged.map(() => [false, null]),
    );
    const unread = ofType(events, "parse-failure").map(({ expected }) => expected);
    expect(unread.filter((expected) => expected === "verdict")).toHaveLength(2 + judged.length);
  });

  it.each(["batch", "per-passage"] as const)("end no run: %s", async (kind) => {
    const settings = { ...allByModel, filter: { ...allByModel.filter, kind } };
    const { events } = await askRaIsf({ script: always({ relevance: "💥" }), question, settings });
    expect(short(events)).toBe("unknown");
    expect(foldTrace(events).outcome).toBe("answered");
  });

  it("end a run only when they break, with what came before in the log", async () => {
    const error = new AppError("worker-killed", {}, { retryable: true });
    const script = always({ relevance: { text: "", error } });
    const { events } = await askRaIsf({ script, question });
    expect(events.at(-1)).toMatchObject({ outcome: "failed", error: { code: "worker-killed" } });
    expect(ofType(events, "retrieval")).toHaveLength(1);
    openLog(JSON.parse(JSON.stringify(events)));
  });

  it("never cost more calls than levels and parts allow", { timeout: 60_000 }, async () => {
    const words = fc.constantFrom("yes", "no", "1. Ada?", "1. Bob?\n2. Cid?", "none", "1, 2", "x");
    const said = fc.oneof(words, fc.string({ unit: "binary", maxLength: 60 }));
    const kind = fc.constantFrom("per-passage" as const, "batch" as const, "none" as const);
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 1 }), kind, async (texts, filterKind) => {
        let index = 0;
        const script = () => texts[index++ % texts.length] ?? "";
        const filter = { ...allByModel.filter, kind: filterKind };
        const settings = { ...allByModel, filter };
        const { events, requests } = await askRaIsf({ script, question, settings });
        expect(ofType(events, "answer")).toHaveLength(1);
        expect(events.at(-1)).toMatchObject({ type: "run-end", outcome: "answered" });
        // M_know, M_rel for each passage, M on passages, M_decom, M on the parts.
        const perQuestion = 1 + fakePassages.length + 1 + 1 + 1;
        expect(requests.length).toBeLessThanOrEqual(perQuestion * (maxSubQuestionsOfRun + 1));
        openLog(JSON.parse(JSON.stringify(events)));
      }),
      { numRuns: 60 },
    );
  });
});

describe("M_rel", () => {
  const seven = Array.from({ length: 7 }, (_, index) => ({
    id: `p${index + 1}`,
    title: "",
    text: `Fact number ${index + 1}.`,
  }));
  const asBatch: RunSettings = {
    ...allByModel,
    filter: { ...allByModel.filter, kind: "batch" },
    retrieval: { ...allByModel.retrieval, k: 7 },
  };

  it("is asked in fives where several passages stand in one prompt", async () => {
    const script = always({ relevance: "2", answer: "Danube" });
    const { events, requests } = await askRaIsf({
      script,
      question,
      settings: asBatch,
      passages: seven,
    });
    const asked = promptsOf(requests, "relevance");
    expect(asked.map((text) => text.match(/^\d\./gmu)?.length)).toEqual([5, 2]);
    const [filter] = ofType(events, "filter");
    const relevant = filter?.judged.filter((one) => one.relevant);
    expect(relevant?.map(({ passageId }) => passageId)).toEqual(["p2", "p7"]);
    expect(foldAnswerRoutes(events).exit).toBe("passages");
  });

  it("is the encoder's head where it has one; what it finds no answer in is split", async () => {
    const settings = preset("ra-isf-small");
    const reader = fakeReader((_asked, passage) => ({
      relevance: passage.includes("Danube") ? 0.6 : 0.59,
    }));
    const { events } = await askRaIsf({
      script: always({ decompose: "" }),
      question,
      settings,
      ports: { reader },
    });
    const [filter] = ofType(events, "filter");
    expect(filter).toMatchObject({ by: "encoder", threshold: 0.6 });
    expect(filter?.judged.map(({ relevant }) => relevant).sort()).toEqual([false, true]);
    const [judged, answering] = ofType(events, "reading").slice(-2);
    expect(judged).toMatchObject({ use: "filter" });
    expect(answering).toMatchObject({ use: "read", remembered: 1, totalMs: 0 });
    expect(answering?.readings).toHaveLength(1);
    expect(ofType(events, "call-start").map(({ purpose }) => purpose)).toContain("decompose");
    expect(short(events)).toBe("unknown");
  });
});

describe("a passage that is ranked, judged and read", () => {
  const reader = () =>
    fakeReader((_asked, passage) =>
      passage.includes("Danube") ? { relevance: 0.9, span: "Danube" } : { relevance: 0.9 },
    );

  it("is read by the encoder once, and charged once", async () => {
    const settings: RunSettings = { ...preset("ra-isf-small"), rerank: true };
    const once = reader();
    const { events } = await askRaIsf({
      script: always({}),
      question,
      settings,
      ports: { reader: once },
    });
    expect(short(events)).toBe("Danube");
    const pairs = once.asked.flatMap((ask) =>
      ask.passages.map((text) => `${ask.question} ${text}`),
    );
    expect(pairs).toHaveLength(new Set(pairs).size);
    const readings = ofType(events, "reading");
    expect(readings.map(({ use, remembered }) => [use, remembered])).toEqual([
      ["rank", undefined],
      ["filter", 2],
      ["read", 2],
    ]);
    expect(readings.map(({ tokens }) => tokens)).toEqual(Array(3).fill(readings[0]?.tokens));
    const { total, charges } = foldLedger(events);
    expect(total.readings).toBe(1);
    expect(total.readingSeconds).toBe((readings[0]?.totalMs ?? 0) / 1000);
    // A large reader would have read it for the answer, so the counterfactual counts it.
    const kept = charges.filter(({ kind, usage }) => kind === "reading" && usage !== null);
    expect(kept.map(({ repeated, usage }) => [repeated, usage?.promptTokens])).toEqual([
      [true, readings[0]?.tokens],
    ]);
    expect(openLog(JSON.parse(JSON.stringify(events)))).toEqual(events);
  });

  it("is read again for another question, and in another run", async () => {
    const settings = { ...preset("ra-isf-small"), rerank: true };
    const shared = reader();
    await askRaIsf({ script: always({}), question, settings, ports: { reader: shared } });
    const first = shared.asked.length;
    await askRaIsf({ script: always({}), question, settings, ports: { reader: shared } });
    expect(shared.asked.length).toBe(2 * first);
  });
});

describe("the ablations", () => {
  const world = {
    [question]: {
      known: "by heart",
      relevant: ["vienna"],
      read: "read",
      parts: ["Ada?"],
      combined: "x",
    },
    "Ada?": { known: "a" },
  };
  const unknown = { [question]: { parts: ["Ada?"], combined: "x" }, "Ada?": { known: "a" } };
  const ask = (id: string, script = worldly(world, fakePassages)) =>
    askRaIsf({ script, question, settings: bySmall(id) });

  it("No SKM: straight to the search", async () => {
    const { events, requests } = await ask("ra-isf-no-skm");
    expect(promptsOf(requests, "judge")).toEqual([]);
    expect(short(events)).toBe("read");
  });

  it("No PRM: straight to the parts, nothing is searched", async () => {
    const { events, requests } = await ask("ra-isf-no-prm", worldly(unknown, fakePassages));
    expect(foldAnswerRoutes(events)).toMatchObject({ exit: "decomposition", retrievals: 0 });
    expect(promptsOf(requests, "relevance")).toEqual([]);
    expect(short(events)).toBe("x");
    const known = await ask("ra-isf-no-prm");
    expect(short(known.events)).toBe("by heart");
  });

  it("No QDM: unknown, as with D_th = 0", async () => {
    const script = worldly(unknown, fakePassages);
    const { events, requests } = await ask("ra-isf-no-qdm", script);
    const shallow = await askRaIsf({ script, question, settings: withDepth(0) });
    expect(promptsOf(requests, "decompose")).toEqual([]);
    expect(short(events)).toBe("unknown");
    expect(short(shallow.events)).toBe("unknown");
    expect(foldAnswerRoutes(events)).toEqual(foldAnswerRoutes(shallow.events));
  });

  it("all small needs no large model, the others say that they do", async () => {
    const script = always({});
    const small = await askRaIsf({ script, question, settings: preset("ra-isf-small") });
    expect(foldTrace(small.events).outcome).toBe("answered");
    const large = await askRaIsf({
      script: always({ judge: "yes" }),
      question,
      settings: preset("ra-isf"),
    });
    expect(large.events.at(-1)).toMatchObject({ error: { code: "remote-not-configured" } });
  });
});
