import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import papa from "papaparse";
import { beforeAll, expect, it } from "vitest";
import { isCombination } from "../../evaluation/analysis/combination-ids.ts";
import { repricedResult } from "../../evaluation/analysis/reprice.ts";
import { reportVerdicts } from "../../evaluation/analysis/verdicts.ts";
import { splitResult } from "../../evaluation/analysis/written-share.ts";
import { type OutcomeRow, outcomeColumns } from "../../evaluation/shipped/outcomes.ts";
import { readReportFile } from "../report-file.ts";
import { outcomesCsv, outcomesParquet, shippedOutcomes } from "./outcomes.ts";

const folder = "public/examples/";
let rows: OutcomeRow[] = [];
let table: Record<string, string>[] = [];
beforeAll(async () => {
  rows = await shippedOutcomes(folder);
  table = papa.parse<Record<string, string>>(outcomesCsv(rows).trim(), { header: true }).data;
});

it("has a row for each question and setup of every report, once", () => {
  const keys = table.map(({ report, setup, question }) => [report, setup, question].join(" "));
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(table.map(({ report }) => report)).size).toBe(15);
  expect(table).toHaveLength(rows.length);
});

it("gives each report's own means", async () => {
  const reports = [...new Map(rows.map(({ report }) => [report.id, report])).values()];
  const compared = reports.filter(({ verdicts }) => verdicts !== null);
  expect(compared.length).toBeGreaterThan(5);
  for (const { id, file, written, countedAs } of compared) {
    const { batch, results } = await readReportFile(`${folder}${file}`);
    const priced = results.map((one) => repricedResult(splitResult(one, written), null, countedAs));
    const own = table.filter((one) => one["report"] === id);
    for (const metric of ["f1", "right"] as const) {
      const { corners = [] } = reportVerdicts(batch, priced, { metric, cost: "usd" }) ?? {};
      expect(corners.length).toBe(8);
      for (const { id: setup, quality, cost } of corners) {
        const cells = own.filter((one) => one["setup"] === setup);
        const mean = (name: string) =>
          cells.reduce((sum, one) => sum + Number(one[name]), 0) / cells.length;
        expect(mean(metric)).toBeCloseTo(quality.mean, 9);
        if (cost !== null) expect(mean("usd")).toBeCloseTo(cost, 9);
      }
    }
  }
});

it("is the same in Parquet as in CSV, and the stages of a run add up to it", async () => {
  const read = await parquetReadObjects({ file: outcomesParquet(rows) });
  const texts = read.map((row) =>
    Object.fromEntries(outcomeColumns.map(({ name }) => [name, String(row[name] ?? "")])),
  );
  expect(texts).toEqual(table);
  for (const { result } of rows.filter(({ configuration }) => isCombination(configuration.id))) {
    const { plan, solve, summarise } = result.byStage;
    const sum = (plan.tokens ?? 0) + (solve.tokens ?? 0) + (summarise.tokens ?? 0);
    expect(sum).toBe(result.total.tokens);
  }
});

it("is what the repository shows", async () => {
  const [zipped, parquet] = await Promise.all(
    ["outcomes.csv.gz", "outcomes.parquet"].map((name) => readFile(`docs/outcomes/${name}`)),
  );
  expect(gunzipSync(zipped ?? "").toString()).toBe(outcomesCsv(rows));
  expect(parquet?.equals(new Uint8Array(outcomesParquet(rows)))).toBe(true);
});

it("has no text of any set", () => {
  const names = new Set(outcomeColumns.map(({ name }) => name));
  for (const name of ["prediction", "answer", "gold", "text"]) expect(names).not.toContain(name);
  expect(table.filter(({ question }) => question?.includes(" "))).toEqual([]);
});
