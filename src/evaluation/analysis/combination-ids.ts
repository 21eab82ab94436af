/** Names of the combinations: a letter a stage, S small, L large, - where nothing can be switched. */
import { type Stage, stages } from "../../log/types.ts";
import type { Configuration } from "../types.ts";

export function isCombination(id: string): boolean {
  return /^[SL-]{3}$/u.test(id) && id !== "---";
}

/** The stages that can be switched, from any combination's name. */
export function stagesOf(id: string): Stage[] {
  return stages.filter((_, at) => id[at] !== "-");
}

export function isLarge(id: string, stage: Stage): boolean {
  return id[stages.indexOf(stage)] === "L";
}

export function allSmallOf(id: string): string {
  return id.replaceAll("L", "S");
}

/** O: by the oracle, of a ceiling's configuration. */
export function switched(id: string, stage: Stage, to: "S" | "L" | "O"): string {
  const at = stages.indexOf(stage);
  return `${id.slice(0, at)}${to}${id.slice(at + 1)}`;
}

/** 0 for other names. */
export function largeStages(id: string): number {
  if (!isCombination(id)) return 0;
  return stagesOf(id).filter((stage) => isLarge(id, stage)).length;
}

/** Of one kind, in the batch's order: the stages that can be switched are those of the first. */
export function combinationIds(configurations: readonly Configuration[]): string[] {
  const ids = configurations.map(({ id }) => id).filter(isCombination);
  const [first] = ids;
  if (first === undefined) return [];
  return ids.filter((id) => allSmallOf(id) === allSmallOf(first));
}
