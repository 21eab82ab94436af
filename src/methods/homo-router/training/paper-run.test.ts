import { describe, expect, it } from "vitest";
import { foldLedger } from "../../../folds/ledger.ts";
import { foldTrace } from "../../../folds/trace.ts";
import type { RunEvent } from "../../../log/events.ts";
import { openLog } from "../../../log/file.ts";
import type { RunSettings } from "../../../log/types.ts";
import { fakeModel, fakeSettings } from "../../../testing/fakes.ts";
import { askStages, fakeTool, priced } from "../../../testing/methods/stage-runs.ts";
import { costSaving } from "./assign.ts";
import { type RouterPolicy, routerPolicyVersion } from "./policy.ts";
import { refineLabels } from "./refine.ts";
import { sourceRouter } from "./source-router.ts";

const question = "Where does the studio stand that made the 1954 film about Egypt?";
const toolIds = ["none", "bing", "google"];
const prices = { none: 0, bing: 10, google: 5 };
const raw = [0.71, 0.71, 0.57];

/** The example with two neighbours whose means Table 2 implies. */
const [refined = []] = refineLabels(
  [
    { id: "egypt", question, vector: Float32Array.of(1, 0.1), labels: raw },
    { id: "near", question: "A?", vector: Float32Array.of(1, 0.2), labels: [0.46, 0.7, 0.6] },
    { id: "nearer", question: "B?", vector: Float32Array.of(1, 0.11), labels: [0.6, 0.76, 0.78] },
    { id: "far", question: "C?", vector: Float32Array.of(0, 1), labels: [0, 0, 1] },
  ],
  { k: 2, alpha: 0.5 },
).map((one) => one.refined);

function policyOf(scores: readonly number[], lambda: number): RouterPolicy {
  const biases = scores.map((score) => Math.log(score / (1 - score)));
  return {
    version: routerPolicyVersion,
    toolIds,
    predictor: {
      version: 1,
      inputs: 2,
      hidden: 0,
      outputs: 3,
      parameters: [0, 0, 0, 0, 0, 0, ...biases],
    },
    encoder: "encoder@1",
    lambda,
    pMin: null,
    prices,
    trainedOn: 4,
    matching: "token-f1",
    k: 2,
    alpha: 0.5,
  };
}

const web = {
  id: "web:1",
  title: "The Egyptian",
  text: "The film was made by a studio in Century City.",
};
const tools = [fakeTool(priced("bing", 10), web), fakeTool(priced("google", 5), web)];

function routed(choice: RunSettings["source"]["choice"], scores: readonly number[], lambda = 0) {
  const embedder = { embed: async () => [Float32Array.of(1, 0.1)] };
  const router = sourceRouter(policyOf(scores, lambda), embedder, "encoder@1");
  const settings: RunSettings = {
    ...fakeSettings,
    method: "homo-router",
    plan: "off",
    summarise: "large",
    source: { choice, tool: "library" },
  };
  const large = fakeModel("large", ({ messages }) =>
    JSON.stringify(messages).includes("Century City")
      ? "Answer: Century City\nIt stands in Century City [1]."
      : "Answer: Rome",
  );
  const models = { small: fakeModel("small", () => ""), large };
  return askStages(settings, models, { router, tools }, { asked: question });
}

function lines(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case "stage-start":
        return [`${event.stage} by ${event.tier}`];
      case "source": {
        const scores = event.predicted.map(({ tool, score }) => `${tool.id} ${score.toFixed(2)}`);
        return [`predicted ${scores.join(", ")}; λ ${event.lambda ?? "none"}: ${event.tool.id}`];
      }
      case "retrieval":
        return [
          `${event.tool?.id ?? event.mode} for $${event.cost?.usd ?? 0}: ${event.passages.length}`,
        ];
      case "call-start":
        return [`${event.purpose} by ${event.model.tier}`];
      case "verdict":
        return [`${event.verdict} “${event.span}”`];
      case "answer":
        return [`answer “${event.short}”: ${event.text}`];
      case "run-end":
        return [event.outcome];
      default:
        return [];
    }
  });
}

const fromBing = [
  "bing for $0.01: 1",
  "summarise by large",
  "answer by large",
  "answered “Century City”",
  "answer “Century City”: It stands in Century City [1].",
  "answered",
];
const fromMemory = [
  "summarise by large",
  "answer by large",
  "known “Rome”",
  "answer “Rome”: Rome",
  "answered",
];

describe("the log of the paper's example", () => {
  it("asks Bing, by the refined scores of Table 2", async () => {
    expect(refined.map((score) => score.toFixed(2))).toEqual(["0.62", "0.72", "0.63"]);
    const events = await routed("best-predicted", refined);
    expect(lines(events)).toEqual([
      "predicted none 0.62, bing 0.72, google 0.63; λ none: bing",
      "solve by small",
      ...fromBing,
    ]);
    const { total } = foldLedger(events);
    expect(total).toMatchObject({ retrievals: 1, largeCalls: 1, readings: 0 });
  });

  it("asks nobody by the raw ones, whose tie goes to what is free", async () => {
    const events = await routed("best-predicted", raw);
    expect(lines(events)).toEqual([
      "predicted none 0.71, bing 0.71, google 0.57; λ none: none",
      ...fromMemory,
    ]);
  });

  it.each([
    [0.7, "bing", fromBing],
    [0.6, "none", fromMemory],
  ] as const)(
    "does what the programme does at P_min = %d, by its λ: %s",
    async (pMin, tool, rest) => {
      const problem = {
        toolIds,
        predicted: [refined],
        prices: toolIds.map((id) => prices[id as keyof typeof prices]),
      };
      const solved = costSaving(problem, pMin);
      if (solved.status !== "optimal") throw new Error(solved.status);
      expect(toolIds[solved.assignment[0] ?? -1]).toBe(tool);
      const events = await routed("cost-saving", refined, solved.lambda);
      expect(lines(events).filter((line) => line !== "solve by small")).toEqual([
        `predicted none 0.62, bing 0.72, google 0.63; λ ${solved.lambda}: ${tool}`,
        ...rest,
      ]);
    },
  );

  it("opens again, and every prefix of it can be shown", async () => {
    const events = await routed("best-predicted", refined);
    expect(openLog(JSON.parse(JSON.stringify(events)))).toEqual(events);
    for (let length = 1; length <= events.length; length += 1) {
      const trace = foldTrace(events.slice(0, length));
      expect(trace.answer === null || trace.answer.short === "Century City").toBe(true);
    }
  });
});
