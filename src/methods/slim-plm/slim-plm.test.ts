import { describe, expect, it } from "vitest";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import { openLog } from "../../log/file.ts";
import { hitAtOne, isKnownAnswer, matchingRatio } from "../../metrics/score.ts";
import { fakeModel, fakeReader, fakeRetriever } from "../../testing/fakes.ts";
import { ofType, question, verdicts } from "../../testing/methods/fake-runs.ts";
import { askStages, proxy, sayingDanube, slimSettings } from "../../testing/methods/stage-runs.ts";
import { slimPlm } from "./index.ts";

const searches = (events: Parameters<typeof ofType>[0]) =>
  ofType(events, "retrieval").map(({ search }) => search);
const purposes = (model: ReturnType<typeof fakeModel>) =>
  model.requests.map(({ purpose }) => purpose);

describe("SlimPLM", () => {
  it("looks up what is not known and answers in one large call", async () => {
    const small = proxy();
    const large = sayingDanube();
    const events = await askStages(slimSettings, { small, large });
    expect(purposes(small)).toEqual(["proxy", "judge", "claims", "judge", "judge"]);
    expect(purposes(large)).toEqual(["answer"]);
    expect(foldLedger(events).total.largeCalls).toBe(1);
    expect(foldTrace(events).answer).toMatchObject({
      short: "Danube",
      citations: [],
    });
  });

  it("skips the search altogether when the answer is known", async () => {
    const small = proxy({ judge: "yes" });
    const large = sayingDanube();
    const events = await askStages(slimSettings, { small, large });
    expect(purposes(small)).toEqual(["proxy", "judge"]);
    expect(ofType(events, "retrieval")).toEqual([]);
    expect(verdicts(events)).toEqual(["known"]);
    expect(large.requests[0]?.messages.at(-1)?.content).toBe(question);
  });

  it("takes a judgement that cannot be read as unknown", async () => {
    const events = await askStages(slimSettings, {
      small: proxy({ judge: "<Known(maybe)>" }),
      large: sayingDanube(),
    });
    expect(ofType(events, "gate").map(({ known }) => known)).toEqual([false, false, false]);
    expect(ofType(events, "parse-failure").map(({ expected }) => expected)).toEqual(
      Array(3).fill("verdict"),
    );
    expect(searches(events)).toHaveLength(4);
  });

  it.each([
    [0.5, false],
    [0.51, true],
  ])("knows at a score of %d only above θ = 0.5: %s", async (score, known) => {
    const reader = { ...fakeReader(() => ({})), known: async () => score };
    const settings = {
      ...slimSettings,
      gate: { ...slimSettings.gate, judge: "encoder" as const },
    };
    const events = await askStages(settings, { small: proxy(), large: sayingDanube() }, { reader });
    expect(ofType(events, "gate")[0]).toMatchObject({ by: "encoder", score, known });
  });

  it("always searches the question and its rewrites; only claims are filtered", async () => {
    const small = proxy({ judge: ["no", "yes", "yes"] });
    const events = await askStages(slimSettings, { small, large: sayingDanube() });
    expect(searches(events)).toEqual([question, "river capital Austria"]);
    expect(foldTrace(events).nodes.get("node-3")?.status).toBe("skipped");
    const judged = small.requests.filter(({ purpose }) => purpose === "judge");
    expect(judged[1]?.messages.at(-1)?.content).toContain("(((Graz is the capital of Austria.)))");
    expect(judged[1]?.messages.at(-1)?.content).toContain("(((capital Austria Graz)))");
  });

  it("searches the question as well when every query of it needs no search", async () => {
    const small = proxy({ claims: "Query: small talk | no" });
    const events = await askStages(slimSettings, { small, large: sayingDanube() });
    expect(searches(events)).toEqual([question]);
  });

  it("ignores what a claim says it needs while the filter judges, and goes by it without", async () => {
    const claims = "Claim: Graz is a city. | Graz | no\nClaim: The Mur is a river. | Mur | yes";
    const models = () => ({ small: proxy({ claims }), large: sayingDanube() });
    expect(searches(await askStages(slimSettings, models()))).toEqual([question, "Graz", "Mur"]);
    const unfiltered = { ...slimSettings, filter: { ...slimSettings.filter, claims: false } };
    expect(searches(await askStages(unfiltered, models()))).toEqual([question, "Mur"]);
  });

  it("searches the question alone when no claim can be read, and says so", async () => {
    const small = proxy({ claims: "I am sorry." });
    const events = await askStages(slimSettings, { small, large: sayingDanube() });
    expect(searches(events)).toEqual([question]);
    expect(ofType(events, "deviation").map((event) => event.switch)).toEqual(["noClaims"]);
    expect(ofType(events, "parse-failure")).toMatchObject([
      { expected: "claims", resolution: "fell-back" },
    ]);
  });

  it("searches each text once", async () => {
    const claims = `Query: ${question}\nQuery: the Mur\nClaim: It is the Mur. | Mur!`;
    const events = await askStages(slimSettings, {
      small: proxy({ claims }),
      large: sayingDanube(),
    });
    expect(searches(events)).toEqual([question, "the Mur"]);
  });

  it("shows each passage once, whatever query found it", async () => {
    const large = sayingDanube();
    const events = await askStages(slimSettings, { small: proxy(), large });
    expect(ofType(events, "retrieval").flatMap(({ passages }) => passages)).toHaveLength(8);
    const shown = large.requests[0]?.messages.at(-1)?.content ?? "";
    expect(shown.match(/^\[\d+\]/gmu)).toEqual(["[1]", "[2]"]);
  });

  it("orders all passages against the question and loses none that a short document has not", async () => {
    const passages = [
      ...[1, 2, 3].map((n) => ({ id: `a${n}`, title: "A", text: `River ${n} of Austria.` })),
      { id: "b", title: "B", text: "The river runs through the capital of Austria." },
    ];
    const reader = fakeReader((_question, text) => ({
      relevance: Number(/\d/u.exec(text)?.[0] ?? "9") / 10,
    }));
    const large = sayingDanube();
    const events = await askStages(
      { ...slimSettings, rerank: true },
      { small: proxy(), large },
      { reader, retriever: fakeRetriever(passages) },
    );
    expect(new Set(reader.asked.map((one) => one.question))).toEqual(new Set([question]));
    expect(ofType(events, "reading")[0]).toMatchObject({
      use: "rank",
      kept: ["b", "a3", "a2", "a1"],
    });
    expect(
      foldTrace(events)
        .nodes.get("node-1")
        ?.passages.map(({ id }) => id),
    ).toEqual(["b", "a3", "a2", "a1"]);
    expect(large.requests[0]?.messages.at(-1)?.content).toContain("[4]");
  });

  it("cuts the references at the tokens that are allowed", async () => {
    const text = "river ".repeat(400);
    const passages = ["x", "y", "z"].map((id) => ({ id, title: "", text }));
    const large = sayingDanube();
    await askStages(
      { ...slimSettings, answer: { form: "short", passages: 20, maxTokens: 900 } },
      { small: proxy(), large },
      { retriever: fakeRetriever(passages) },
    );
    const shown = large.requests[0]?.messages.at(-1)?.content ?? "";
    expect(shown.match(/river /gu)).toHaveLength(601);
    expect(shown).not.toContain("[3]");
  });

  it("answers from memory when nothing is found", async () => {
    const large = sayingDanube();
    const events = await askStages(
      slimSettings,
      { small: proxy(), large },
      { retriever: fakeRetriever([]) },
    );
    expect(large.requests[0]?.messages.at(-1)?.content).toBe(question);
    expect(verdicts(events).at(-1)).toBe("known");
  });

  it("asks the long form to invent nothing, the short one for all answers", async () => {
    const systems: (string | undefined)[] = [];
    for (const form of ["short", "long"] as const) {
      const large = sayingDanube();
      const answer = { ...slimSettings.answer, form };
      await askStages({ ...slimSettings, answer }, { small: proxy(), large });
      systems.push(large.requests[0]?.messages[0]?.content);
    }
    expect(systems[0]).toContain("as many possible answers");
    expect(systems[1]).toContain("Invent nothing");
  });

  it("without an encoder shows the first passage of every query, whatever the first one finds", async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      id: `p${index}`,
      title: `Austria ${index}`,
      text: "Which river runs through the capital of Austria is told elsewhere.",
    }));
    const claimed = { id: "mur", title: "Mur", text: "Graz on the Mur" };
    const large = sayingDanube();
    const settings = { ...slimSettings, answer: { ...slimSettings.answer, passages: 4 } };
    await askStages(
      settings,
      { small: proxy(), large },
      { retriever: fakeRetriever([...many, claimed]) },
    );
    expect(large.requests[0]?.messages.at(-1)?.content).toContain(claimed.text);
  });

  it("keeps the heuristic answer when the encoder finds none", async () => {
    const reader = fakeReader(() => ({ kind: "none" }));
    const settings = { ...slimSettings, summarise: "small" as const, reader: "encoder" as const };
    const events = await askStages(settings, { small: proxy() }, { reader });
    expect(verdicts(events).at(-1)).toBe("unknown");
    expect(foldTrace(events).answer?.short).toBe("The Mur runs through Graz.");
    expect(foldTrace(events).answer?.citations).toEqual([]);
  });
});

describe("SlimPLM's rows", () => {
  const settingsOf = (id: string) => {
    const settings = slimPlm.presets.find((one) => one.id === id)?.settings;
    if (settings === undefined) throw new Error(`no preset ${id}`);
    return settings;
  };
  const reader = fakeReader((_question, text) => ({
    ...(text.includes("Danube") ? { span: "Danube" } : {}),
  }));

  const callsOf = async (id: string) => {
    const small = proxy();
    const large = sayingDanube();
    const events = await askStages(settingsOf(id), { small, large }, { reader });
    expect(foldTrace(events).answer?.short).toBe("Danube");
    return [
      ...purposes(small),
      `${ofType(events, "retrieval").length} searches`,
      ...purposes(large),
    ];
  };

  it.each([
    ["slim-plm", ["proxy", "claims", "4 searches", "answer"]],
    ["slim-plm-words", ["proxy", "judge", "claims", "judge", "judge", "4 searches", "answer"]],
    ["slim-plm-without-qr", ["proxy", "1 searches", "answer"]],
    ["slim-plm-without-rj", ["proxy", "claims", "4 searches", "answer"]],
    ["slim-plm-without-qf", ["proxy", "claims", "4 searches", "answer"]],
    // The plan belongs to the answer check.
    ["slim-plm-small", ["proxy", "claims", "plan", "4 searches"]],
  ])("%s", async (id, calls) => {
    expect(await callsOf(id)).toEqual(calls);
  });

  it.each([
    ["slim-plm", 3],
    ["slim-plm-words", 3],
    ["slim-plm-without-rj", 2],
    ["slim-plm-without-qf", 1],
  ])("%s is judged %d times", async (id, times) => {
    const models = { small: proxy(), large: sayingDanube() };
    const events = await askStages(settingsOf(id), models, { reader });
    const by = id === "slim-plm-words" ? "model" : "encoder";
    expect(ofType(events, "gate").map((gate) => gate.by)).toEqual(Array(times).fill(by));
  });

  it("are the paper's own figures", () => {
    expect(settingsOf("slim-plm")).toMatchObject({
      retrieval: { mode: "bm25", k: 10 },
      answer: { passages: 20, maxTokens: 3000 },
      gate: { threshold: 0.5 },
      rerank: true,
    });
  });
});

/** Table 7's incomplete references, in our own words. */
describe("SlimPLM's worked example", () => {
  const asked = "When did the Golden State Warriors win the finals?";
  const golds = ["1947", "1956", "1975", "2015", "2017", "2018"];
  const passages = [
    { id: "p17", title: "2017 playoffs", text: "Golden State Warriors beat Cleveland in 2017." },
    { id: "p15", title: "2015 finals", text: "The first meeting, in 2015, went to the Warriors." },
    { id: "p75", title: "Warriors 1975", text: "The Warriors won the 1975 finals in four games." },
  ];
  const claims = [
    "Query: Warriors championship years",
    "Claim: The Golden State Warriors won the finals in 2017. | Golden State Cleveland 2017",
    "Claim: The Golden State Warriors won the finals in 1975. | 1975 finals four games",
  ].join("\n");
  const heuristic = "Answer: They won in 2017 and in 1975.";
  const final = "Answer: 1975, 2015 and 2017\nThree titles are told of [1][2][3].";

  it("is told by its log, step by step", async () => {
    const small = proxy({ proxy: heuristic, judge: ["no", "yes", "no"], claims });
    const large = fakeModel("large", () => final);
    const retriever = fakeRetriever(passages);
    const settings = { ...slimSettings, retrieval: { ...slimSettings.retrieval, k: 2 } };
    const events = await askStages(settings, { small, large }, { retriever }, { asked });
    const told = events.flatMap((event) => {
      switch (event.type) {
        case "stage-start":
          return [`${event.stage} by ${event.tier}`];
        case "call-start":
          return [`${event.purpose} ${event.model.tier} ${event.node}`];
        case "gate":
          return [`${event.node} ${event.known ? "known" : "unknown"}`];
        case "branch-start":
          return [`${event.cause} ${event.nodes.map(({ id }) => id).join(" ")}`];
        case "retrieval":
          return [`${event.node} found ${event.passages.map(({ id }) => id).join(" ")}`];
        case "verdict":
          return [`${event.node} ${event.verdict}`];
        case "answer":
          return [event.short, event.citations.map(({ passageId }) => passageId).join(" ")];
        default:
          return [];
      }
    });
    expect(told).toEqual([
      "plan node-1",
      "plan by small",
      "proxy small node-1",
      "judge small node-1",
      "node-1 unknown",
      "claims small node-1",
      "claims node-2 node-3 node-4",
      "judge small node-3",
      "node-3 known",
      "node-3 skipped",
      "judge small node-4",
      "node-4 unknown",
      "solve by small",
      "node-1 found p75 p15",
      "node-2 found p75 p17",
      "node-2 searched",
      "node-4 found p75 p15",
      "node-4 searched",
      "summarise by large",
      "answer large node-1",
      "node-1 answered",
      "1975, 2015 and 2017",
      "p75 p15 p17",
    ]);
    expect(openLog(JSON.parse(JSON.stringify(events)))).toEqual(events);
  });

  it("is measured by the share of the gold answers that are said", () => {
    expect(matchingRatio(heuristic, golds)).toBeCloseTo(2 / 6, 10);
    expect(isKnownAnswer(heuristic, golds)).toBe(false);
    expect(matchingRatio(final, golds)).toBeCloseTo(3 / 6, 10);
    expect(isKnownAnswer(final, golds)).toBe(false);
    expect(isKnownAnswer("1947, 1956, 1975 and 2015", golds)).toBe(true);
    expect([hitAtOne(final, golds), hitAtOne("in 2016", golds)]).toEqual([1, 0]);
  });
});
