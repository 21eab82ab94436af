/**
 * `npm run bench -- fuzz [--seed N] [--inputs 100000] [--only link]`: each input must give a value
 * or a typed error in bounded time. Without --only, property tests use the seed, too.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { root } from "../../src/node/place.ts";
import { fuzz } from "./fuzz/fuzz.ts";
import { fuzzTargets } from "./fuzz/targets.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(randomInt(2 ** 31)) },
    inputs: { type: "string", default: "100000" },
    only: { type: "string", multiple: true, default: [] },
  },
});

console.log(`seed ${values.seed}`);
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

if (values.only.length === 0) {
  const files = execFileSync("git", ["grep", "-l", "fast-check", "--", "*.test.ts"], { cwd: root });
  const { status } = spawnSync(
    "npx",
    ["vitest", "run", "--project", "unit", ...files.toString().trim().split("\n")],
    { cwd: root, stdio: "inherit", env: { ...process.env, HOPWISE_SEED: values.seed } },
  );
  if (status !== 0) process.exitCode = 1;
}
