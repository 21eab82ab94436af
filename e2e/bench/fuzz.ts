/**
 * Fuzzes what reads files, links and models' words: `npm run bench:fuzz -- --seed 1 --inputs 100000
 * [--only link]`. Each input must give a value or a typed error, in bounded time. Prints counts, the
 * slowest, and each failure with its seed and its smallest input; ends with 1 where there is one.
 */
import { parseArgs } from "node:util";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { fuzz } from "./fuzz/fuzz.ts";
import { fuzzTargets } from "./fuzz/targets.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    inputs: { type: "string", default: "100000" },
    only: { type: "string", multiple: true, default: [] },
  },
});

const targets = await fuzzTargets();
const unknown = values.only.filter((name) => !(name in targets));
if (unknown.length > 0) {
  throw new Error(`unknown: ${unknown.join(", ")}; there are ${Object.keys(targets).join(", ")}`);
}
const rows: string[][] = [];
for (const [name, target] of Object.entries(targets)) {
  if (values.only.length > 0 && !values.only.includes(name)) continue;
  const from = performance.now();
  const report = await fuzz(target, Number(values.seed), Number(values.inputs));
  const seconds = ((performance.now() - from) / 1000).toFixed(0);
  const slowest = `${report.slowestMs.toFixed(0)} (seed ${report.slowestSeed})`;
  const { inputs, accepted, refused, failures } = report;
  rows.push([name, ...[inputs, accepted, refused, failures.length].map(String), slowest, seconds]);
  for (const { seed, problem, input } of failures) {
    process.exitCode = 1;
    console.log(`${name}, --only ${name} --seed ${seed} --inputs 1: ${problem}`);
    console.log(`  ${JSON.stringify(input.slice(0, 1000))}`);
  }
}
console.log(
  markdownTable(
    ["what", "inputs", "accepted", "refused", "failed", "slowest, ms", "seconds"],
    rows,
  ),
);
