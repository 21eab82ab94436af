/** Estimates time and cost from all batches in this browser. */

import type { Estimate, History } from "../../evaluation/batch/estimate.ts";
import { estimate } from "../../evaluation/batch/estimate.ts";
import type { Configuration, LabBatch, LabResult } from "../../evaluation/types.ts";
import { runSettings } from "../../log/types.ts";
import type { LabStorage } from "../../storage/lab.ts";
import { usesLarge } from "./host.ts";

interface Planned {
  configurations: readonly Configuration[];
  models: LabBatch["models"];
  price: LabBatch["largePrice"];
  /** Questions left per configuration. */
  questions: number;
  /** Questions answered in parallel, ≥ 1. */
  lanes: number;
}

/** Uses results of all batches with the same models and settings. */
export async function estimateFrom(storage: LabStorage, planned: Planned): Promise<Estimate> {
  const wanted = new Set(planned.configurations.map((one) => likeness(one, planned.models)));
  const known = new Map<string, History[]>();
  for (const { batch } of await storage.batches()) {
    const like = batch.configurations.filter((one) => wanted.has(likeness(one, batch.models)));
    if (like.length === 0) continue;
    const results = await resultsByConfiguration(storage, batch.id);
    for (const one of like) {
      const key = likeness(one, batch.models);
      const history = { results: results.get(one.id) ?? [], price: batch.largePrice };
      known.set(key, [...(known.get(key) ?? []), history]);
    }
  }
  return estimate({
    configurations: planned.configurations,
    questions: planned.questions,
    price: planned.price,
    lanes: planned.lanes,
    historyOf: (one) => known.get(likeness(one, planned.models)) ?? [],
  });
}

/**
 * Key of equivalent configurations: same settings and models. Parses the settings first, because
 * stored ones have the schema's key order and planned ones do not.
 */
function likeness({ settings, small, encoder }: Configuration, models: LabBatch["models"]): string {
  // A batch names a large model as soon as one of its configurations uses it.
  const large = usesLarge(settings) ? models.large : null;
  const at = small === null && models.smallAt !== undefined ? [models.smallAt] : [];
  const named = [small ?? models.small, large, encoder ?? null, ...at];
  return JSON.stringify([runSettings.parse(settings), ...named]);
}

async function resultsByConfiguration(
  storage: LabStorage,
  id: string,
): Promise<Map<string, LabResult[]>> {
  const grouped = new Map<string, LabResult[]>();
  for await (const results of storage.results(id)) {
    for (const result of results) {
      const group = grouped.get(result.configuration);
      if (group === undefined) grouped.set(result.configuration, [result]);
      else group.push(result);
    }
  }
  return grouped;
}
