/** Writes training rows: drops test questions, splits off selection rows, and counts. */
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isLeak } from "./leaks.ts";
import { devSplit } from "./sources.ts";

export interface Counts {
  train: number;
  dev: number;
  leaks: number;
}

export type Report = Map<string, Counts>;

export interface Output {
  folder: string;
  tests: ReadonlySet<string>;
  report: Report;
}

export interface Sorted<Row> {
  row: Row;
  asked: string;
  /** The question whose hash decides between training and selection. */
  of: string;
}

export async function writeSplit<Row extends { source: string }>(
  output: Output,
  name: string,
  rows: readonly Sorted<Row>[],
): Promise<void> {
  const train: Row[] = [];
  const dev: Row[] = [];
  for (const { row, asked, of } of rows) {
    const counts = countsOf(output.report, `${name} ${row.source}`);
    if (isLeak(asked, output.tests) || isLeak(of, output.tests)) {
      counts.leaks++;
    } else if (devSplit(of)) {
      counts.dev++;
      dev.push(row);
    } else {
      counts.train++;
      train.push(row);
    }
  }
  await writeJsonl(output, name, train);
  await writeJsonl(output, `${name}-dev`, dev);
}

export async function writeJsonl(
  output: Output,
  name: string,
  rows: readonly object[],
): Promise<void> {
  const path = join(output.folder, `${name}.jsonl`);
  await mkdir(dirname(path), { recursive: true });
  // Renamed when complete, so that a training started now never reads a partial file.
  await writeFile(`${path}.part`, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  await rename(`${path}.part`, path);
}

export function tableOf(report: Report): string {
  const lines = [...report].map(
    ([name, { train, dev, leaks }]) =>
      `${name.padEnd(44)}${[train, dev, leaks].map((n) => String(n).padStart(8)).join("")}`,
  );
  return [`${"file and source".padEnd(44)}   train     dev   leaks`, ...lines].join("\n");
}

function countsOf(report: Report, name: string): Counts {
  const counts = report.get(name) ?? { train: 0, dev: 0, leaks: 0 };
  report.set(name, counts);
  return counts;
}
