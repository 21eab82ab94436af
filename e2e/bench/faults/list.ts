import { fetchKinds } from "./fetch-faults.ts";
import { idbKinds } from "./idb-faults.ts";
import type { Fault } from "./plan.ts";
import { portKinds } from "./port-faults.ts";

function kindsOf(seam: string): readonly string[] {
  if (seam.startsWith("idb.")) return idbKinds(seam);
  return seam.startsWith("fetch.") ? fetchKinds : portKinds(seam);
}

export function faultsOf(method: string, counts: ReadonlyMap<string, number>): Fault[] {
  return [...counts].flatMap(([seam, count]) =>
    Array.from({ length: count }, (_, at) => at + 1).flatMap((index) =>
      kindsOf(seam).map((kind) => ({ method, seam, index, kind })),
    ),
  );
}

/** Cycles through seams and kinds, in an order set by the seed. */
export function sampled(faults: readonly Fault[], count: number, seed: number): Fault[] {
  const groups = new Map<string, Fault[]>();
  for (const fault of faults) {
    const key = `${fault.seam} ${fault.kind}`;
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  const chosen: Fault[] = [];
  const step = 2_654_435_761;
  for (let round = 0; chosen.length < count && round < faults.length; round += 1) {
    let place = round;
    for (const group of groups.values()) {
      if (chosen.length >= count || group.length <= round) continue;
      const at = ((seed + place + 1) * step) % group.length;
      const fault = group[at];
      if (fault !== undefined && !chosen.includes(fault)) chosen.push(fault);
      place += 1;
    }
  }
  return chosen;
}
