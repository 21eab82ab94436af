/**
 * Typical values of the verifier's features: medians over right and over wrong runs of the included
 * reports. A reason for a run's confidence is what it would be with these values
 * (`src/folds/reasons/effects.ts`).
 *
 *   npm run train -- typical
 */
import { readdirSync, writeFileSync } from "node:fs";
import { readReportFile } from "../../../src/cli/report-file.ts";
import { foldTrace } from "../../../src/folds/trace.ts";
import { type Features, featureNames, featuresOf } from "../../../src/folds/verifier/features.ts";
import { openRunFile } from "../../../src/log/file.ts";

const folder = "public/examples";
const target = "src/folds/reasons/typical.json";

interface Row {
  features: Features;
  right: boolean;
}

async function rowsOf(file: string): Promise<Row[]> {
  const { logs, results } = await readReportFile(file);
  const scores = new Map(
    results.map((one) => [`${one.question}\n${one.configuration}`, one.metrics.right]),
  );
  return logs.flatMap(({ question, configuration, text }) => {
    const score = scores.get(`${question}\n${configuration}`) ?? null;
    const features = featuresOf(foldTrace(openRunFile(text)));
    return features === null || score === null ? [] : [{ features, right: score === 1 }];
  });
}

/** Median over the runs that have the feature; null if none has. */
function middle(rows: readonly Row[], name: keyof Features): number | null {
  const told = rows.flatMap(({ features }) => features[name] ?? []).sort((a, b) => a - b);
  const value = told[Math.floor(told.length / 2)];
  return value === undefined ? null : Number(value.toFixed(4));
}

function middles(rows: readonly Row[]) {
  return Object.fromEntries(featureNames.map((name) => [name, middle(rows, name)]));
}

const rows: Row[] = [];
for (const name of readdirSync(folder).filter((file) => file.endsWith(".runs.lab.json.gz"))) {
  rows.push(...(await rowsOf(`${folder}/${name}`)));
}
const right = rows.filter((row) => row.right);
const wrong = rows.filter((row) => !row.right);
const typical = { right: middles(right), wrong: middles(wrong) };
writeFileSync(target, `${JSON.stringify(typical, null, 2)}\n`);
process.stdout.write(`${right.length} right runs, ${wrong.length} wrong ones\n`);
