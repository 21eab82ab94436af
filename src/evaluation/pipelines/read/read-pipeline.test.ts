import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toAppError } from "../../../log/errors.ts";
import { parquetGzip, parquetRun } from "../../../testing/lab/parquet-files.ts";
import {
  attributes,
  csv,
  langfuse,
  line,
  otlp,
  phoenix,
  phoenixRow,
  promptfoo,
  readCall,
  traced,
} from "../../../testing/lab/pipeline-files.ts";
import { openPipeline, readPipeline } from "./read-pipeline.ts";

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
    ["promptfoo's library", JSON.stringify(promptfoo.results)],
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

describe("as the publishers' schemas have it", () => {
  it("Phoenix: only the pipeline's own calls count, and annotations are scores", async () => {
    const { runs: read, bad } = await readPipeline(JSON.stringify({ data: traced }));
    expect(bad).toEqual([]);
    expect(read).toEqual(runs);
  });

  it("OpenInference in OTLP: annotations of a span, flattened; messages as a list", async () => {
    const trace = otlp(false);
    const [root] = trace.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
    const message = { kvlistValue: { values: [{ key: "content", value: { stringValue: "q1" } }] } };
    const structured = {
      ...root,
      attributes: [
        ...attributes({ "annotations.0.annotation.score": 1 }),
        { key: "gen_ai.input.messages", value: { arrayValue: { values: [message] } } },
      ],
    };
    const text = JSON.stringify(trace).replace(JSON.stringify(root), JSON.stringify(structured));
    const { runs: read, bad } = await readPipeline(text);
    expect(bad).toEqual([]);
    expect(read.runs).toEqual([{ ...runs.runs[0], question: '[{"content":"q1"}]' }]);
  });

  it("Langfuse: units in and out, a category's name, other units than tokens", async () => {
    const [item] = langfuse.data;
    const [plan, call, read] = item?.observations ?? [];
    const trace = {
      ...item,
      scores: [{ name: "right", value: null, stringValue: "True", dataType: "CATEGORICAL" }],
      observations: [
        plan,
        { ...call, usageDetails: null, usage: { input: 4, output: 6, unit: "TOKENS" } },
        { ...read, usageDetails: null, usage: { total: 900, unit: "CHARACTERS" } },
      ],
    };
    const { runs: found, bad } = await readPipeline(JSON.stringify(trace));
    expect(bad).toEqual([]);
    expect(found.runs).toEqual([{ ...runs.runs[0], tokens: null }]);
  });

  it("promptfoo: prompts that are compared are a stage beside the provider", async () => {
    const result = (promptIdx: number) => ({
      promptIdx,
      testIdx: 3,
      provider: { id: "openai:gpt", label: "" },
      vars: { topic: "rivers" },
      success: true,
      score: 1,
      latencyMs: 10,
    });
    const text = JSON.stringify({ evalId: "e", results: { results: [result(0), result(1)] } });
    const { runs: found } = await readPipeline(text);
    expect(found.stages).toEqual(["provider", "prompt"]);
    expect(found.runs.map(({ models, question }) => [question, ...models])).toEqual([
      ["3", "openai:gpt", "0"],
      ["3", "openai:gpt", "1"],
    ]);
  });
});

describe("Parquet", () => {
  const file = (text: string) => new Blob([new Uint8Array(Buffer.from(text, "base64"))]);

  it("is read like the same table", async () => {
    const { runs: read, bad } = await openPipeline(file(parquetRun));
    expect(bad).toEqual([]);
    expect(read).toEqual(runs);
  });

  it("that cannot be read says why", async () => {
    const refused = (text: string) =>
      openPipeline(file(text)).catch((thrown: unknown) => toAppError(thrown).toData());
    expect(await refused(parquetGzip)).toMatchObject({
      code: "parquet-unreadable",
      params: { codec: "GZIP" },
    });
    expect(await refused(parquetRun.slice(0, 400))).toMatchObject({ code: "parquet-unreadable" });
  });
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
