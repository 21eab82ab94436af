/** `npm run bench -- endpoint-faults [--count N]`; exits with 1 on failure. */
import { parseArgs } from "node:util";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { endpointFaults, startFaultLab } from "../../src/testing/endpoint-faults.ts";

const { values } = parseArgs({ options: { count: { type: "string", default: "1000" } } });
const lab = await startFaultLab();
const rows = new Map<string, { injected: number; failed: number; longestMs: number }>();
for (const fault of endpointFaults(Number(values.count))) {
  const startedMs = performance.now();
  const failures = await lab.try(fault);
  const tookMs = performance.now() - startedMs;
  for (const failure of failures) console.error(`${JSON.stringify(fault)}: ${failure}`);
  const name = `${fault.place} ${fault.kind}`;
  const { injected, failed, longestMs } = rows.get(name) ?? {
    injected: 0,
    failed: 0,
    longestMs: 0,
  };
  rows.set(name, {
    injected: injected + 1,
    failed: failed + (failures.length > 0 ? 1 : 0),
    longestMs: Math.max(longestMs, tookMs),
  });
}
await lab.close();
const table = [...rows].map(([name, { injected, failed, longestMs }]) => [
  name,
  String(injected),
  String(failed),
  `${(longestMs / 1000).toFixed(1)} s`,
]);
console.log(markdownTable(["fault", "injected", "failed", "longest"], table));
const failed = [...rows.values()].reduce((sum, row) => sum + row.failed, 0);
console.log(`\n${values.count} faults injected: ${failed} with failures.`);
process.exitCode = failed > 0 ? 1 : 0;
