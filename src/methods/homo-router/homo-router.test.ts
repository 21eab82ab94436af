import { describe, expect, it } from "vitest";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import { AppError, errorCodes } from "../../log/errors.ts";
import { openLog } from "../../log/file.ts";
import type { RunSettings } from "../../log/types.ts";
import type { Ports, SourceRouter } from "../../runtime/ports.ts";
import { collect, FakeSignal, fakeModel, fakePorts, fakeSettings } from "../../testing/fakes.ts";
import { ofType, question, replying, verdicts } from "../../testing/methods/fake-runs.ts";
import {
  askStages,
  fakeTool,
  priced,
  sayingDanube,
  slimSettings,
} from "../../testing/methods/stage-runs.ts";
import { run } from "../registry.ts";
import type { Answerer } from "./training/answerer.ts";

const web = { id: "web:1", title: "Vienna", text: "Vienna lies on the Danube." };

const settingsWith = (choice: RunSettings["source"]["choice"], tool = "library"): RunSettings => ({
  ...fakeSettings,
  method: "homo-router",
  plan: "off",
  summarise: "large",
  source: { choice, tool },
  retrieval: { ...fakeSettings.retrieval, k: 2 },
});

const routerOf = (scores: Record<string, number>, lambda = 0): SourceRouter => ({
  toolIds: Object.keys(scores),
  lambda,
  trainedOn: 60,
  predict: async () => scores,
});

const asking = (settings: RunSettings, ports: Partial<Ports> = {}, signal = new FakeSignal()) =>
  askStages(settings, { small: fakeModel("small", () => "Danube"), large: sayingDanube() }, ports, {
    signal,
  });

describe("HomoRouter", () => {
  const google = fakeTool(priced("google", 5), web);
  const bing = fakeTool(priced("bing", 10), web);

  it("refuses a router that was trained on another model's answers", async () => {
    const asked = (answerer: Answerer | null, changes: Partial<RunSettings> = {}) => {
      const router = { ...routerOf({ none: 0.9, bm25: 0.2 }), answerer };
      return asking({ ...settingsWith("best-predicted"), ...changes }, { router });
    };
    const ends = async (...given: Parameters<typeof asked>) => (await asked(...given)).at(-1);
    const small = { tier: "small", model: "fake-small" } as const;
    expect(await ends({ tier: "large", model: sayingDanube().ref.model })).toMatchObject({
      outcome: "answered",
    });
    // Earlier versions did not record the answering model.
    expect(await ends(null)).toMatchObject({ outcome: "answered" });
    expect(await ends(small)).toMatchObject({
      outcome: "failed",
      error: { code: "router-data-invalid", params: { reason: "answerer", trained: "fake-small" } },
    });
    expect(await ends(small, { summarise: "small" })).toMatchObject({ outcome: "answered" });
    expect(await ends({ ...small, model: "another" }, { summarise: "small" })).toMatchObject({
      outcome: "failed",
    });
  });

  it("asks the tool that is predicted best, and says what the others were predicted", async () => {
    const router = routerOf({ none: 0.62, bing: 0.72, google: 0.63 });
    const events = await asking(settingsWith("best-predicted"), { router, tools: [google, bing] });
    expect(ofType(events, "source")).toMatchObject([
      { node: "node-1", choice: "best-predicted", tool: { id: "bing" }, lambda: null },
    ]);
    expect(ofType(events, "source")[0]?.predicted.map(({ score }) => score)).toEqual([
      0.62, 0.72, 0.63,
    ]);
    expect(ofType(events, "retrieval").map(({ mode, tool }) => [mode, tool?.id])).toEqual([
      ["service", "bing"],
    ]);
    expect(foldTrace(events).answer?.short).toBe("Danube");
  });

  it("charges the seconds of a prediction to this device; a fixed tool has none", async () => {
    const router = routerOf({ none: 0.9, google: 0.1 });
    const events = await asking(settingsWith("best-predicted"), { router, tools: [google] });
    const seconds = (ofType(events, "source")[0]?.totalMs ?? 0) / 1000;
    expect(seconds).toBeGreaterThan(0);
    const { charges, total } = foldLedger(events);
    expect(charges.filter(({ kind }) => kind === "embedding")).toMatchObject([
      { node: "node-1", stage: "solve", seconds },
    ]);
    expect(total).toMatchObject({ localSeconds: seconds, readings: 0, retrievals: 0 });
    const fixed = foldLedger(await asking(settingsWith("fixed", "none")));
    expect(fixed.charges.some(({ kind }) => kind === "embedding")).toBe(false);
  });

  it.each([
    [0, "bing"],
    [0.005, "bing"],
    [0.015, "google"],
    [0.03, "none"],
  ])("weighs prices by λ = %d: %s", async (lambda, tool) => {
    const router = routerOf({ none: 0.62, bing: 0.8, google: 0.74 }, lambda);
    const events = await asking(settingsWith("cost-saving"), { router, tools: [google, bing] });
    expect(ofType(events, "source")[0]).toMatchObject({ tool: { id: tool }, lambda });
  });

  it("gives what is worth the same at λ to the higher score, as the batch is rounded up", async () => {
    // 0.5 − 0.02 · 0 = 0.6 − 0.02 · 5, except for the last bit.
    const router = routerOf({ bm25: 0.5, google: 0.6 }, 0.02);
    const events = await asking(settingsWith("cost-saving"), { router, tools: [google] });
    expect(ofType(events, "source")[0]?.tool.id).toBe("google");
  });

  it("asks a tool whose price is unknown last of equally good ones", async () => {
    const router = routerOf({ brave: 0.7, bing: 0.7 });
    const tools = [fakeTool(priced("brave", null), web), bing];
    const events = await asking(settingsWith("best-predicted"), { router, tools });
    expect(ofType(events, "source")[0]?.tool.id).toBe("bing");
  });

  it("gives equal scores to the cheaper tool", async () => {
    const router = routerOf({ bing: 0.7, google: 0.7, bm25: 0.6 });
    const events = await asking(settingsWith("best-predicted"), { router, tools: [google, bing] });
    expect(ofType(events, "source")[0]?.tool.id).toBe("google");
  });

  it("leaves out a tool that was taken away or has no score", async () => {
    const router = routerOf({ bing: 0.9, google: Number.NaN, dense: 0.2 });
    const events = await asking(settingsWith("best-predicted"), { router, tools: [google] });
    expect(ofType(events, "source")[0]).toMatchObject({
      tool: { id: "dense" },
      predicted: [{ tool: { id: "dense" }, score: 0.2 }],
    });
    expect(ofType(events, "retrieval")[0]?.mode).toBe("dense");
  });

  it("searches the library where the router fails, and says why", async () => {
    const broken = new AppError("router-data-invalid", { reason: "vector-length" });
    const router = { ...routerOf({ google: 0.9 }), predict: () => Promise.reject(broken) };
    const events = await asking(settingsWith("best-predicted"), { router, tools: [google] });
    expect(ofType(events, "source")).toMatchObject([
      { tool: { id: "bm25" }, predicted: [], error: { code: "router-data-invalid" } },
    ]);
    expect(ofType(events, "retrieval").map(({ mode }) => mode)).toEqual(["bm25"]);
    expect(foldTrace(events).answer?.short).toBe("Danube");
  });

  it("stops with the person while the router predicts", async () => {
    const signal = new FakeSignal();
    const predict = async () => {
      signal.aborted = true;
      throw new AppError("stopped");
    };
    const router = { ...routerOf({ google: 0.9 }), predict };
    const events = await asking(
      settingsWith("best-predicted"),
      { router, tools: [google] },
      signal,
    );
    expect(ofType(events, "source")).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: "run-end", outcome: "stopped" });
  });

  it("answers from memory with the tool none, and searches nothing", async () => {
    const events = await asking(settingsWith("fixed", "none"));
    expect(ofType(events, "source")[0]?.tool.id).toBe("none");
    expect(ofType(events, "retrieval")).toEqual([]);
    expect(verdicts(events)).toEqual(["known"]);
  });

  it.each([
    ["best-predicted", "library", {}, "router-missing"],
    ["fixed", "bing", {}, "unknown-tool"],
    ["best-predicted", "library", { router: routerOf({ bing: 1 }) }, "router-without-tools"],
    [
      "cost-saving",
      "library",
      { router: routerOf({ none: 1, brave: 1 }), tools: [fakeTool(priced("brave", null), web)] },
      "price-unknown",
    ],
  ] as const)("refuses %s with %s before any call: %o", async (choice, tool, ports, reason) => {
    const events = await asking(settingsWith(choice, tool), ports);
    expect(events.map(({ type }) => type)).toEqual(["run-start", "run-end"]);
    expect(events.at(-1)).toMatchObject({
      outcome: "failed",
      error: { code: "settings-illegal", params: { reason } },
    });
  });
});

describe("a search service", () => {
  it("is charged by request; its bytes are shown by where they went", async () => {
    const tools = [fakeTool(priced("google", 5), web)];
    const events = await asking(settingsWith("fixed", "google"), { tools });
    const { total, bytesByDestination, byNode, charges } = foldLedger(events);
    expect(charges.find(({ kind }) => kind === "retrieval")).toMatchObject({
      tool: { id: "google" },
      cost: { usd: 0.005, basis: "estimated" },
      bytesSent: question.length,
    });
    expect(bytesByDestination.get("https://google.example")).toBe(question.length);
    expect(total.usd).toBeCloseTo(
      0.005 +
        charges.filter(({ kind }) => kind === "call").reduce((a, c) => a + (c.cost.usd ?? 0), 0),
      12,
    );
    expect(byNode.get("node-1")?.usd).toBeCloseTo(total.usd, 12);
    expect(total.unknownUsdCalls).toBe(0);
  });

  it("whose price is unknown makes the sum unknown, never free", async () => {
    const tools = [fakeTool(priced("brave", null), web)];
    const events = await asking(settingsWith("fixed", "brave"), { tools });
    expect(ofType(events, "retrieval")[0]?.cost).toEqual({ usd: null, basis: "estimated" });
    expect(foldLedger(events).total.unknownUsdCalls).toBe(1);
  });

  it("that answers from its cache costs nothing", async () => {
    const tool = fakeTool(priced("brave", null), web);
    const cached = {
      ...tool,
      search: async () => ({
        passages: [{ ...web, score: 1 }],
        requests: 0,
        bytesSent: 0,
        bytesReceived: 0,
        cached: true,
      }),
    };
    const events = await asking(settingsWith("fixed", "brave"), { tools: [cached] });
    expect(ofType(events, "retrieval")[0]?.cost).toEqual({ usd: 0, basis: "estimated" });
  });

  it.each(errorCodes.filter((code) => code.startsWith("tool-")))(
    "that fails with %s is told, and the library is searched in its place",
    async (code) => {
      const tools = [fakeTool(priced("google", 5), code)];
      const events = await asking(settingsWith("fixed", "google"), { tools });
      expect(ofType(events, "tool-failure")).toMatchObject([
        { tool: { id: "google" }, error: { code }, instead: "bm25", bytesSent: 7 },
      ]);
      expect(ofType(events, "retrieval").map(({ mode, node }) => [mode, node])).toEqual([
        ["bm25", "node-1"],
      ]);
      expect(events.at(-1)).toMatchObject({ outcome: "answered" });
      expect(foldTrace(events).nodes.get("node-1")?.toolFailures).toHaveLength(1);
      const { total, bytesByDestination } = foldLedger(events);
      expect(bytesByDestination.get("https://google.example")).toBe(7);
      expect(total.unknownUsdCalls).toBe(0);
      expect(openLog(JSON.parse(JSON.stringify(events)))).toEqual(events);
    },
  );

  it.each([
    [5, { usd: 0.01, basis: "estimated" }, 0],
    [null, { usd: null, basis: "estimated" }, 1],
  ] as const)(
    "at %s dollars that fails is charged for what it answered",
    async (price, cost, unknown) => {
      const failing = {
        ...fakeTool(priced("brave", price), web),
        search: async () => {
          throw new AppError("tool-bad-response", { requests: 2, bytesSent: 14 });
        },
      };
      const events = await asking(settingsWith("fixed", "brave"), { tools: [failing] });
      expect(ofType(events, "tool-failure")).toMatchObject([{ requests: 2, bytesSent: 14, cost }]);
      const { total, charges } = foldLedger(events);
      expect(charges.find(({ failed }) => failed)).toMatchObject({ kind: "retrieval", cost });
      expect(total.unknownUsdCalls).toBe(unknown);
      expect(total).toMatchObject({ retrievals: 1, failedSearches: 1 });
      expect(openLog(JSON.parse(JSON.stringify(events)))).toEqual(events);
    },
  );

  it("that fails twice is left: neither asked nor chosen again in the run", async () => {
    let asked = 0;
    const failing = {
      ...fakeTool(priced("google", 5), web),
      search: async () => {
        asked += 1;
        throw new AppError("tool-timeout", { requests: 0, bytesSent: 7 });
      },
    };
    const claims = ["Austria", "Vienna", "Graz", "Mur"].map((one) => `Query: ${one}`).join("\n");
    const small = fakeModel("small", replying({ proxy: "Mur", judge: "no", claims }));
    const models = { small, large: sayingDanube() };
    const settings = { ...slimSettings, source: { choice: "fixed", tool: "google" } as const };
    const events = await askStages(settings, models, { tools: [failing] });
    expect(asked).toBe(2);
    expect(ofType(events, "tool-failure").map(({ left }) => left)).toEqual([undefined, true]);
    expect(ofType(events, "retrieval").map(({ mode }) => mode)).toEqual(Array(5).fill("bm25"));
    expect(openLog(JSON.parse(JSON.stringify(events)))).toEqual(events);
  });

  it("that was left is asked again where the run is taken up again", async () => {
    const plan = ["A", "B", "C"]
      .map((name, at) => `Q${at + 1}: ${name}?\nA${at + 1}: x`)
      .join("\n");
    const settings = { ...settingsWith("fixed", "google"), plan: "small" as const };
    const portsWith = (outcome: Parameters<typeof fakeTool>[1]) => ({
      ...fakePorts(fakeModel("small", replying({ plan })), sayingDanube()),
      tools: [fakeTool(priced("google", 5), outcome)],
    });
    const ask = { runId: "r", question, settings };
    const events = await collect(run(ask, portsWith("tool-timeout"), new FakeSignal()));
    expect(ofType(events, "tool-failure").map(({ node }) => node)).toEqual(["node-1", "node-2"]);
    const third = events.find((event) => event.type === "node-start" && event.node === "node-3");
    const resume = { events, beforeSeq: third?.seq ?? Number.NaN, node: null };
    const again = await collect(run({ ...ask, resume }, portsWith(web), new FakeSignal()));
    expect(ofType(again, "retrieval").at(-1)).toMatchObject({ node: "node-3", mode: "service" });
  });

  it("that finds nothing leaves the answer to memory", async () => {
    const tool = { ...fakeTool(priced("google", 5), web) };
    const empty = {
      ...tool,
      search: async () => ({
        passages: [],
        requests: 1,
        bytesSent: 3,
        bytesReceived: 2,
        cached: false,
      }),
    };
    const events = await asking(settingsWith("fixed", "google"), { tools: [empty] });
    expect(verdicts(events)).toEqual(["known"]);
  });

  it("that is cut off by the person stops the run", async () => {
    const signal = new FakeSignal();
    const tool = fakeTool(priced("google", 5), "tool-timeout");
    const stopping = {
      ...tool,
      search: async (...args: Parameters<typeof tool.search>) => {
        signal.aborted = true;
        return tool.search(...args);
      },
    };
    const events = await asking(settingsWith("fixed", "google"), { tools: [stopping] }, signal);
    expect(events.at(-1)).toMatchObject({ type: "run-end", outcome: "stopped" });
    expect(ofType(events, "tool-failure")).toEqual([]);
  });
});
