/** The outcomes of all shipped reports as one table, in two formats. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import papa from "papaparse";
import { type OutcomeRow, outcomeColumns, outcomeRows } from "../../evaluation/shipped/outcomes.ts";
import { shippedReports } from "../../evaluation/shipped/shipped-report.ts";
import { readReportFile } from "../report-file.ts";

export async function shippedOutcomes(folder: string): Promise<OutcomeRow[]> {
  const reports = shippedReports.parse(
    JSON.parse(await readFile(join(folder, "reports.json"), "utf8")),
  );
  const rows: OutcomeRow[] = [];
  for (const report of reports) {
    const { batch, results } = await readReportFile(join(folder, report.file));
    for (const row of outcomeRows(report, batch, results)) rows.push(row);
  }
  return rows;
}

export function outcomesCsv(rows: readonly OutcomeRow[]): string {
  const names = outcomeColumns.map(({ name }) => name);
  const cells = rows.map((row) => outcomeColumns.map(({ of }) => of(row)));
  return `${papa.unparse([names, ...cells], { newline: "\n" })}\n`;
}

export function outcomesParquet(rows: readonly OutcomeRow[]): ArrayBuffer {
  const columnData = outcomeColumns.map(({ name, type, of }) => ({
    name,
    type,
    data: rows.map(of),
  }));
  return parquetWriteBuffer({ columnData });
}
