/**
 * `npm run bench -- ledger --histories 10000 --seed 1`: settled plus reserved must never exceed a
 * cap, no spending may be lost.
 */
import "fake-indexeddb/auto";
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { histories } from "./ledger-history.ts";
import { simulate } from "./ledger-simulation.ts";

const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
  },
});
const seed = Number(values.seed);
const numRuns = Number(values.histories);
const sum = { histories: 0, begun: 0, refused: 0 };
const startMs = performance.now();

const told = await fc.check(
  fc.asyncProperty(histories, async (history) => {
    const { begun, refused } = await simulate(history);
    sum.histories += 1;
    sum.begun += begun;
    sum.refused += refused;
    if (sum.histories % 1000 === 0) say(`${sum.histories} histories…`);
  }),
  { seed, numRuns },
);

const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
if (told.failed) {
  const [history] = told.counterexample ?? [];
  say(`Seed ${seed}, history ${told.numRuns}, shrunk ${told.numShrinks} times:`);
  say(JSON.stringify(history, null, 1));
  say(String(told.errorInstance));
  process.exitCode = 1;
} else {
  say(
    `Seed ${seed}: ${sum.histories} histories in ${seconds} s, ${sum.begun} calls made, ` +
      `${sum.refused} refused; no cap was crossed and nothing spent was forgotten.`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
