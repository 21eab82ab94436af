/** The sample covers every seam and kind. */
import { expect, it } from "vitest";
import { inLab } from "./lab.ts";
import { faultsOf, sampled } from "./list.ts";
import { faultedRuns } from "./methods.ts";
import { faultNamed, nameOf } from "./plan.ts";
import { baselineOf, tryFault } from "./trial.ts";

const seed = 1;
const faults = 32;

it.each([...faultedRuns.keys()])(
  "%s loses no log, throws no error without a name and hangs nowhere, whatever fails",
  async (method) => {
    const failed = await inLab(seed, async (lab) => {
      const baseline = await baselineOf(lab, method);
      const found: string[] = [];
      for (const fault of sampled(faultsOf(method, baseline.counts), faults, seed)) {
        const { failures, end } = await tryFault(lab, fault, baseline);
        if (end === "missed") found.push(`${nameOf(fault)}: the run never came to it`);
        found.push(...failures.map((failure) => `${nameOf(fault)}: ${failure}`));
      }
      return found;
    });
    expect(failed).toEqual([]);
  },
  120_000,
);

it("names a fault so that it can be tried alone", () => {
  const fault = { method: "coop-llm", seam: "idb.put", index: 17, kind: "quota" };
  expect(faultNamed(nameOf(fault))).toEqual(fault);
  for (const name of [
    "",
    "coop-llm",
    "coop-llm/idb.put/x/quota",
    "coop-llm/idb.put/0/quota",
    "a/b/1/c/d",
  ]) {
    expect(faultNamed(name)).toBeNull();
  }
});
