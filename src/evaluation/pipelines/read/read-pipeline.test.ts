import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPipeline } from "./read-pipeline.ts";

const runs = {
  stages: ["plan", "read"],
  runs: [
    {
      question: "q1",
      models: ["small", "big"],
      score: 1,
      usd: 0.25,
      tokens: 30,
      seconds: 2,
      repeat: "",
    },
  ],
};

const attributes = (fields: Readonly<Record<string, string | number>>) =>
  Object.entries(fields).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { doubleValue: value },
  }));

function otlp(gen: boolean) {
  const call = (model: string, usd: number, tokens: readonly [number, number]) =>
    gen
      ? {
          "gen_ai.request.model": model,
          "gen_ai.usage.cost": usd,
          "gen_ai.usage.input_tokens": tokens[0],
          "gen_ai.usage.output_tokens": tokens[1],
        }
      : {
          "llm.model_name": model,
          "llm.cost.total": usd,
          "llm.token_count.prompt": tokens[0],
          "llm.token_count.completion": tokens[1],
        };
  const span = (
    id: string,
    parent: string,
    name: string,
    fields: Record<string, string | number>,
  ) => ({
    traceId: "t",
    spanId: id,
    parentSpanId: parent,
    name,
    startTimeUnixNano: "1000000000",
    endTimeUnixNano: "3000000000",
    attributes: attributes(fields),
  });
  return {
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              span("r", "", "agent", { "input.value": "q1", score: 1 }),
              span("p", "r", "plan", {}),
              span("pc", "p", "chat small", call("small", 0.05, [4, 6])),
              span("c", "r", "read", {}),
              span("cc", "c", "chat big", call("big", 0.2, [15, 5])),
            ],
          },
        ],
      },
    ],
  };
}

const langfuse = {
  data: [
    {
      id: "t",
      input: { question: "q1" },
      latency: 2,
      scores: [{ name: "right", value: 1 }],
      observations: [
        { id: "p", type: "SPAN", name: "plan" },
        {
          id: "a",
          parentObservationId: "p",
          type: "GENERATION",
          name: "llm",
          model: "small",
          usageDetails: { total: 10 },
          costDetails: { total: 0.05 },
        },
        {
          id: "b",
          type: "GENERATION",
          name: "read",
          model: "big",
          usageDetails: { total: 20 },
          calculatedTotalCost: 0.2,
        },
      ],
    },
  ],
};

const phoenixRow = (id: string, parent: string | null, name: string, more: object) => ({
  context: { trace_id: "t", span_id: id },
  parent_id: parent,
  name,
  start_time: "2026-11-29T10:00:00Z",
  end_time: "2026-11-29T10:00:02Z",
  ...more,
});
const readCall = {
  attributes: { llm: { model_name: "big", token_count: { total: 20 }, cost: { total: 0.2 } } },
};
const phoenix = [
  phoenixRow("r", null, "agent", {
    attributes: { "input.value": "q1" },
    annotations: { right: { score: 1 } },
  }),
  phoenixRow("a", "r", "plan", {
    attributes: { llm: { model_name: "small", token_count: { total: 10 }, cost: { total: 0.05 } } },
  }),
  phoenixRow("b", "r", "read", readCall),
];

const promptfoo = {
  results: {
    version: 3,
    results: [
      {
        testIdx: 0,
        vars: { question: "q1", plan_model: "small", read_model: "big" },
        success: true,
        score: 1,
        cost: 0.25,
        latencyMs: 2000,
        response: { tokenUsage: { total: 30 } },
      },
    ],
  },
};

const csv = "question,plan_model,read_model,score,usd,tokens,seconds\nq1,small,big,1,0.25,30,2\n";
const line = {
  question: "q1",
  plan: { model: "small" },
  read: { model: "big" },
  right: true,
  cost: 0.25,
  tokens: 30,
  latency: 2,
};

describe("one run, as each format tells it", () => {
  it.each([
    ["CSV", csv],
    ["CSV with semicolons", csv.replaceAll(",", ";")],
    ["JSON lines", JSON.stringify(line)],
    ["a JSON list", JSON.stringify([line])],
    ["OTLP, gen_ai", JSON.stringify(otlp(true))],
    ["OTLP, OpenInference", JSON.stringify(otlp(false))],
    ["Langfuse", JSON.stringify(langfuse)],
    ["Phoenix", JSON.stringify(phoenix)],
    ["Phoenix, a span a line", phoenix.map((one) => JSON.stringify(one)).join("\n")],
    ["promptfoo", JSON.stringify(promptfoo)],
  ])("%s", async (_, text) => {
    const { runs: read, bad } = await readPipeline(text);
    expect(bad).toEqual([]);
    expect(read).toEqual(runs);
  });
});

it("a step that sums up its calls is counted once, and says which model did it", async () => {
  const whole = otlp(true);
  const spans = whole.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
  const sum = { "gen_ai.request.model": "small", "gen_ai.usage.cost": 0.05, tokens: 10 };
  spans.find(({ name }) => name === "plan")?.attributes.push(...attributes(sum));
  // A call of another model inside it does not make it two stages.
  const inner = spans.find(({ name }) => name === "chat small");
  inner?.attributes.splice(0, 1, ...attributes({ "gen_ai.request.model": "helper" }));
  expect((await readPipeline(JSON.stringify(whole))).runs).toEqual(runs);
});

it("rows that cannot be read are listed, with what is wrong; the others are read", async () => {
  const text = `${csv}q2,,big,1,0,0,0\n,small,big,1,0,0,0\nq3,small,big,much,0,0,0\nq4,small,big,,0,0,0\nq5,small,big,1,-1,0,0\n`;
  const { runs: read, bad } = await readPipeline(text);
  expect(read).toEqual(runs);
  expect(bad.map(({ row, reason, at }) => [row, reason, at])).toEqual([
    [3, "no-model", "plan_model"],
    [4, "no-question", "question"],
    [5, "not-a-number", "score"],
    [6, "no-score", "score"],
    [7, "not-a-number", "usd"],
  ]);
});

it("an answer is scored against its gold; columns of unknown names wait for a person", async () => {
  const { runs: read } = await readPipeline("question,a model,answer,gold\nq,m,the Nile,Nile\n");
  expect(read.runs[0]?.score).toBe(1);
  const text = "frage,wer,punkte\nq,m,1\n";
  const unknown = await readPipeline(text);
  expect([unknown.mapping, unknown.columns]).toEqual([null, ["frage", "wer", "punkte"]]);
  const none = { answer: null, gold: null, usd: null, tokens: null, seconds: null, repeat: null };
  const stages = [{ name: "one", column: "wer" }];
  const mapping = { ...none, question: "frage", score: "punkte", stages };
  expect((await readPipeline(text, { mapping })).runs.runs).toHaveLength(1);
});

it("a stage that two models did, and a trace without a root or a score, are not runs", async () => {
  const [root, plan, read] = phoenix;
  const reasons = async (rows: readonly unknown[]) =>
    (await readPipeline(JSON.stringify(rows))).bad.map(({ reason }) => reason);
  const again = { ...plan, context: { trace_id: "t", span_id: "c" }, ...readCall };
  expect(await reasons([root, plan, read, again])).toEqual(["two-models"]);
  expect(await reasons([plan, read])).toEqual(["no-root"]);
  expect(await reasons([{ ...root, annotations: {} }, plan, read])).toEqual(["no-score"]);
  const loop = phoenixRow("x", "x", "loop", {});
  expect(await reasons([loop])).toEqual(["no-root"]);
});

describe("damaged files", () => {
  const whole = [
    csv,
    ...[line, otlp(true), langfuse, phoenix, promptfoo].map((one) => JSON.stringify(one)),
  ];

  it("are read or listed, never thrown", async () => {
    const damaged = fc
      .record({
        text: fc.constantFrom(...whole),
        at: fc.nat(2000),
        cut: fc.nat(40),
        put: fc.string(),
      })
      .map(({ text, at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut));
    await fc.assert(
      fc.asyncProperty(damaged, async (text) => {
        const { runs: read, bad } = await readPipeline(text);
        expect(Array.isArray(bad)).toBe(true);
        for (const { score, models } of read.runs) {
          expect(Number.isFinite(score)).toBe(true);
          expect(models).toHaveLength(read.stages.length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("of any JSON are read or listed, never thrown", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        expect((await readPipeline(text)).runs.runs).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
