/** One run of two stages, as each format tells it, by its published schema. */

export const attributes = (fields: Readonly<Record<string, string | number>>) =>
  Object.entries(fields).map(([key, value]) => ({
    key,
    value: typeof value === "string" ? { stringValue: value } : { doubleValue: value },
  }));

export function otlp(gen: boolean) {
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

export const langfuse = {
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

export const phoenixRow = (id: string, parent: string | null, name: string, more: object) => ({
  context: { trace_id: "t", span_id: id },
  parent_id: parent,
  name,
  start_time: "2026-11-29T10:00:00Z",
  end_time: "2026-11-29T10:00:02Z",
  ...more,
});
export const readCall = {
  attributes: { llm: { model_name: "big", token_count: { total: 20 }, cost: { total: 0.2 } } },
};
export const phoenix = [
  phoenixRow("r", null, "agent", {
    attributes: { "input.value": "q1" },
    annotations: { right: { score: 1 } },
  }),
  phoenixRow("a", "r", "plan", {
    attributes: { llm: { model_name: "small", token_count: { total: 10 }, cost: { total: 0.05 } } },
  }),
  phoenixRow("b", "r", "read", readCall),
];

export const promptfoo = {
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

export const csv =
  "question,plan_model,read_model,score,usd,tokens,seconds\nq1,small,big,1,0.25,30,2\n";
export const line = {
  question: "q1",
  plan: { model: "small" },
  read: { model: "big" },
  right: true,
  cost: 0.25,
  tokens: 30,
  latency: 2,
};

/** An agent as Phoenix hands it out: a summing agent, a judge, an embedding, annotations apart. */
export const traced = [
  phoenixRow("r", null, "agent", { span_kind: "AGENT", attributes: { "input.value": "q1" } }),
  phoenixRow("p", "r", "plan", {
    span_kind: "AGENT",
    attributes: { llm: { model_name: "small", token_count: { total: 10 }, cost: { total: 0.05 } } },
  }),
  phoenixRow("pc", "p", "ChatCompletion", {
    span_kind: "LLM",
    attributes: {
      "llm.request.model_name": "small",
      "llm.token_count.total": 10,
      "llm.cost.total": 0.05,
      "llm.input_messages": [{ message: { role: "user", content: "q1" } }],
    },
  }),
  phoenixRow("e", "r", "embed", {
    span_kind: "EMBEDDING",
    attributes: { "llm.model_name": "minilm", "llm.token_count.total": 3 },
  }),
  phoenixRow("b", "r", "read", { span_kind: "LLM", ...readCall }),
  phoenixRow("j", "r", "judge", { span_kind: "EVALUATOR", attributes: {} }),
  phoenixRow("jc", "j", "ChatCompletion", {
    span_kind: "LLM",
    attributes: { "llm.model_name": "judge", "llm.token_count.total": 99 },
  }),
  { span_id: "r", name: "correct", annotator_kind: "CODE", result: { score: 1, label: "yes" } },
];
