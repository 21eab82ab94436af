import { readFile } from "node:fs/promises";
import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import { InMemorySpanExporter } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analysePipeline } from "../../src/evaluation/pipelines/analyse-pipeline.ts";
import { readPipeline } from "../../src/evaluation/pipelines/read/read-pipeline.ts";
import { pipelineCosts, pipelineTable } from "../../src/evaluation/pipelines/runs.ts";
import { textOf } from "../../src/evaluation/questions/import/text-of.ts";
import { type ChatServer, startChatServer } from "../servers/chat-server.ts";
import { createAgent, wordSearch } from "../servers/foreign-agent.ts";

describe("an agent traced by OpenTelemetry's SDK, asked of a scripted server", () => {
  let server: ChatServer;
  const answers: readonly [string, string][] = [
    ["Split the question", "1. Which country has the capital Tallinn?\n2. What borders it?"],
    ["What borders it?", "Baltic Sea"],
    ["Which country", "Estonia"],
    ["Which sea", "The Baltic Sea"],
  ];
  beforeAll(async () => {
    server = await startChatServer({
      script: ({ messages }) => {
        const said = messages.map(({ content }) => content);
        const asked = said[0]?.startsWith("Split") ? said[0] : said.at(-1)?.split("Question: ")[1];
        const own = answers.find(([start]) => asked?.startsWith(start));
        return { kind: "text", text: own?.[1] ?? "none" };
      },
    });
  });
  afterAll(() => server.close());

  it("gives a run with its stages, models, score, tokens and cost", async () => {
    const exporter = new InMemorySpanExporter();
    const search = wordSearch(["Estonia's capital is Tallinn", "Latvia's capital is Riga"], 1);
    const answer = createAgent({ search, exporter });
    const model = (name: string, input: number) => {
      return { name, url: server.baseUrl, usdPerMillion: { input, output: 2 * input } };
    };
    const [mini, maxi] = [model("mini", 1), model("maxi", 10)];
    const task = { id: "q1", question: "Which sea borders it?", answers: ["Baltic Sea"] };
    await answer(task, { plan: maxi, read: mini, conclude: mini });
    const bytes = JsonTraceSerializer.serializeRequest(exporter.getFinishedSpans());
    const { runs, bad, format } = await readPipeline(new TextDecoder().decode(bytes));
    const { promptTokens, completionTokens } = server.totals();
    const cost = server.calls.reduce(
      (sum, call) =>
        sum +
        (call.request.model === "maxi" ? 1e-5 : 1e-6) *
          (call.promptTokens + 2 * call.completionTokens),
      0,
    );
    expect({ format, bad, stages: runs.stages }).toEqual({
      format: "otlp",
      bad: [],
      stages: ["plan", "read", "conclude"],
    });
    expect(runs.runs).toEqual([
      {
        question: "q1",
        models: ["maxi", "mini", "mini"],
        score: 1,
        usd: expect.closeTo(cost, 12),
        tokens: promptTokens + completionTokens,
        seconds: expect.any(Number),
        repeat: "",
      },
    ]);
    expect(server.calls.map(({ request }) => request.model)).toEqual([
      "maxi",
      "mini",
      "mini",
      "mini",
    ]);
  });
});

describe("what the agent's real runs show", () => {
  const read = async (name: string) =>
    readPipeline(await textOf(new Blob([await readFile(`docs/examples/${name}`)])));

  it("is the same from its traces as from the table of its runs", async () => {
    const [traces, table] = await Promise.all([read("agent.otlp.json.gz"), read("agent.csv.gz")]);
    expect([traces.bad, table.bad]).toEqual([[], []]);
    expect(traces.runs.runs).toHaveLength(480);
    for (const cost of pipelineCosts) {
      const [one, other] = [traces, table].map(({ runs }) => {
        const fitting = pipelineTable(runs);
        if ("reason" in fitting) throw new Error(fitting.reason);
        return analysePipeline(fitting, { cost });
      });
      expect(one?.upgrades).toHaveLength(3);
      expect(one).toEqual(
        JSON.parse(JSON.stringify(other), (_key, figure: unknown) =>
          typeof figure === "number" ? expect.closeTo(figure, 9) : figure,
        ),
      );
    }
  });
});
