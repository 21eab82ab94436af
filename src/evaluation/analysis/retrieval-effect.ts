/** Compares answers with and without retrieval (SlimPLM's Figure 2). */

import type { Configuration, LabResult, MetricId, RetrievalEffect } from "../types.ts";
import { shareOf, trueShare } from "./course.ts";
import { combined, metricColumn, type ResultTable, rightBy } from "./table.ts";

/** The baseline never searches; a configuration with a gate might search for the next question. */
export function retrievalEffects(
  table: ResultTable,
  metric: MetricId,
  configurations: readonly Configuration[],
): RetrievalEffect[] {
  const answers = (id: string) =>
    (table.results.get(id) ?? []).filter((result) => result?.outcome === "answered");
  const looksUp = (id: string) => answers(id).some((result) => result?.searches !== 0);
  const base = configurations.find(
    ({ id, settings }) => settings.gate.kind === "off" && answers(id).length > 0 && !looksUp(id),
  );
  if (base === undefined) return [];
  return configurations
    .filter(({ id }) => looksUp(id))
    .flatMap(({ id }) => effectOf(table, metric, base.id, id) ?? []);
}

function effectOf(
  table: ResultTable,
  metric: MetricId,
  base: string,
  other: string,
): RetrievalEffect | null {
  const columns = [metricColumn(table, other, metric), metricColumn(table, base, metric)];
  const differences = [...combined(columns, [1, -1])].filter((one) => !Number.isNaN(one));
  const share = (is: (difference: number) => boolean) =>
    shareOf(differences.filter(is).length, differences.length);
  const better = share((one) => one > 0);
  const equal = share((one) => one === 0);
  const worse = share((one) => one < 0);
  if (better === null || equal === null || worse === null) return null;
  const turned = (from: boolean) =>
    trueShare(
      pairsOf(table, metric, base, other).flatMap(([without, within]) =>
        without === from ? [within !== from] : [],
      ),
    );
  return { base, with: other, better, equal, worse, misled: turned(true), helped: turned(false) };
}

function pairsOf(
  table: ResultTable,
  metric: MetricId,
  base: string,
  other: string,
): [boolean, boolean][] {
  const right = (result: LabResult | null | undefined) =>
    result == null ? null : rightBy(result, metric);
  const others = table.results.get(other) ?? [];
  return (table.results.get(base) ?? []).flatMap((result, at): [boolean, boolean][] => {
    const [without, within] = [right(result), right(others[at])];
    return without === null || within === null ? [] : [[without, within]];
  });
}
