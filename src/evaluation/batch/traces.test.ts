import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readReportFile } from "../../cli/report-file.ts";
import { openRunFile } from "../../log/file.ts";
import { stageWords } from "../../log/types.ts";
import { isCombination } from "../analysis/combination-ids.ts";
import { analysePipeline } from "../pipelines/analyse-pipeline.ts";
import { readPipeline } from "../pipelines/read/read-pipeline.ts";
import { type PipelineRuns, pipelineCosts, pipelineTable } from "../pipelines/runs.ts";
import { shippedReports } from "../shipped/shipped-report.ts";
import type { LabBatch, LabResult } from "../types.ts";
import { type AskedRun, batchTraces } from "./traces.ts";

const folder = "public/examples/";
const shipped = shippedReports
  .parse(JSON.parse(readFileSync(`${folder}reports.json`, "utf8")))
  .filter(({ verdicts }) => verdicts !== null);

async function linesOf(batch: LabBatch, runs: readonly AskedRun[]): Promise<string> {
  async function* each() {
    yield* runs;
  }
  const lines: string[] = [];
  for await (const trace of batchTraces(batch, each())) lines.push(JSON.stringify(trace));
  return lines.join("\n");
}

function figures(runs: PipelineRuns, cost: (typeof pipelineCosts)[number]) {
  const table = pipelineTable(runs);
  if ("reason" in table) throw new Error(table.reason);
  return { table: table.stages, ...analysePipeline(table, { cost, rounds: 200 }) };
}

/** As `analyse-pipeline.test.ts` takes them, which compares these figures with the report's. */
function runsOf(batch: LabBatch, results: readonly LabResult[]): PipelineRuns {
  const { small, large } = batch.models;
  return {
    stages: Object.values(stageWords),
    runs: results.flatMap(({ question, configuration, metrics, total, outcome }) => {
      if (metrics.f1 === null || outcome !== "answered") return [];
      const models = [...configuration].map((letter) => (letter === "L" ? (large ?? "") : small));
      const { usd, tokens, seconds } = total;
      return [{ question, models, score: metrics.f1, usd, tokens, seconds, repeat: "" }];
    }),
  };
}

const nearly = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
    typeof one === "number" ? expect.closeTo(one, 9) : one,
  );

describe("a shipped report, written as traces, gives the same figures", () => {
  it.each(shipped.map(({ file }) => file))("%s", async (file) => {
    const { batch, results } = await readReportFile(`${folder}${file}`);
    const own = results.filter(({ configuration }) => isCombination(configuration));
    const text = await linesOf(
      batch,
      own.map((result) => ({ result, events: null })),
    );
    const { runs, bad } = await readPipeline(text);
    const answered = own.filter(({ outcome }) => outcome === "answered");
    expect(runs.runs).toHaveLength(answered.length);
    expect(bad.map(({ reason }) => reason)).toEqual(
      own.flatMap(({ outcome }) => (outcome === "answered" ? [] : "no-score")),
    );
    for (const cost of pipelineCosts) {
      expect(figures(runs, cost)).toEqual(nearly(figures(runsOf(batch, own), cost)));
    }
  });
});

describe("runs with their logs", () => {
  it("have their calls below their stages, give the same runs, and quote nothing", async () => {
    const { batch, questions, results, logs } = await readReportFile(
      `${folder}factbook-default.runs.lab.json.gz`,
    );
    const own = results.slice(0, 80);
    const eventsOf = new Map(
      logs.map(({ question, configuration, text }) => [
        `${question} ${configuration}`,
        openRunFile(text),
      ]),
    );
    const runs = own.map((result) => ({
      result,
      events: eventsOf.get(`${result.question} ${result.configuration}`) ?? null,
    }));
    const text = await linesOf(batch, runs);
    const bare = await linesOf(
      batch,
      own.map((result) => ({ result, events: null })),
    );
    expect(text.split("invoke_agent").length).toBe(bare.split("invoke_agent").length);
    expect(text.match(/"stringValue":"LLM"/gu)?.length ?? 0).toBeGreaterThan(own.length);
    const [all, some] = [await readPipeline(text), await readPipeline(bare)];
    expect(all.runs.stages).toEqual(some.runs.stages);
    expect(all.runs.runs).toEqual(nearly(some.runs.runs));
    const quoted = runs.flatMap(({ result, events }) => [
      result.prediction,
      ...(events ?? []).flatMap((event) => {
        if (event.type === "call-start") return event.messages.map(({ content }) => content);
        if (event.type === "retrieval") {
          return [event.search, ...event.passages.map((passage) => passage.text)];
        }
        return event.type === "node-start" ? [event.query] : [];
      }),
    ]);
    const texts = [...questions.map(({ question }) => question), ...quoted];
    const long = [...new Set(texts)].flatMap((one) => (one && one.length > 12 ? one : []));
    expect(long.length).toBeGreaterThan(300);
    expect(long.filter((one) => text.includes(JSON.stringify(one).slice(1, -1)))).toEqual([]);
  });
});
