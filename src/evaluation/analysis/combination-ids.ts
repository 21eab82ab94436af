/** Names of combinations: one letter per stage, S small, L large, - if not switchable. */
import { type Stage, stages } from "../../log/types.ts";
import type { Configuration } from "../types.ts";

export function isCombination(id: string): boolean {
  return /^[SL-]{3}$/u.test(id) && id !== "---";
}

export function stagesOf(id: string): Stage[] {
  return stages.filter((_, at) => id[at] !== "-");
}

export function isLarge(id: string, stage: Stage): boolean {
  return id[stages.indexOf(stage)] === "L";
}

export function allSmallOf(id: string): string {
  return id.replaceAll("L", "S");
}

/** O: the oracle, in a ceiling's configuration. */
export function switched(id: string, stage: Stage, to: "S" | "L" | "O"): string {
  const at = stages.indexOf(stage);
  return `${id.slice(0, at)}${to}${id.slice(at + 1)}`;
}

export function largeStages(id: string): number {
  if (!isCombination(id)) return 0;
  return stagesOf(id).filter((stage) => isLarge(id, stage)).length;
}

export function combinationIds(configurations: readonly Configuration[]): string[] {
  const ids = configurations.map(({ id }) => id).filter(isCombination);
  const [first] = ids;
  if (first === undefined) return [];
  return ids.filter((id) => allSmallOf(id) === allSmallOf(first));
}

/** One for each setup; the first stage is the lowest digit, as in `setupOf`. */
export function setupIds(first: string): string[] {
  const stages = stagesOf(first);
  return Array.from({ length: 2 ** stages.length }, (_, bits) =>
    stages.reduce(
      (id, stage, at) => ((bits >> at) & 1 ? switched(id, stage, "L") : id),
      allSmallOf(first),
    ),
  );
}
