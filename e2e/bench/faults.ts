/**
 * Every port call, IndexedDB request and `fetch` of a seeded run fails once, in every way (as
 * SQLite tests): no logged event may be lost, every error has a code, Stop ends everything. `npm
 * run bench -- faults [--seed N] [--method ID] [--seam PREFIX] [--sample N] [--list] [--only
 * METHOD/SEAM/INDEX/KIND]`; exits with 1 on failure.
 */
import { parseArgs } from "node:util";
import { inLab } from "./faults/lab.ts";
import { faultsOf, sampled } from "./faults/list.ts";
import { faultedRuns } from "./faults/methods.ts";
import { type Fault, faultNamed, nameOf } from "./faults/plan.ts";
import { Tally } from "./faults/tally.ts";
import { baselineOf, tryFault } from "./faults/trial.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "0" },
    method: { type: "string" },
    seam: { type: "string", default: "" },
    kind: { type: "string" },
    sample: { type: "string" },
    only: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const seed = Number(values.seed);
const only = values.only === undefined ? null : faultNamed(values.only);
if (values.only !== undefined && only === null) throw new Error(`no fault: ${values.only}`);
const tally = new Tally();

await inLab(seed, async (lab) => {
  for (const method of faultedRuns.keys()) {
    if (method !== (only?.method ?? values.method ?? method)) continue;
    const baseline = await baselineOf(lab, method);
    const faults = only === null ? chosen(faultsOf(method, baseline.counts)) : [only];
    for (const fault of faults) {
      if (values.list) console.log(nameOf(fault));
      else tally.add(fault, await tryFault(lab, fault, baseline));
    }
    if (!values.list) console.error(`${method}: ${faults.length} faults`);
  }
});

if (!values.list) {
  console.log(tally.table());
  console.log(tally.summary());
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

function chosen(all: readonly Fault[]): readonly Fault[] {
  const { seam, kind = null, sample } = values;
  const own = all.filter(
    (fault) => fault.seam.startsWith(seam) && (kind === null || fault.kind === kind),
  );
  return sample === undefined ? own : sampled(own, Number(sample), seed);
}
