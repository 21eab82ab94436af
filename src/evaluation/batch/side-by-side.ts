/** How many questions of a batch are asked side by side, and of how many copies of a small model. */
import type { Configuration, LabBatch } from "../types.ts";

export interface SideBySide {
  /** Questions at once, ≥ 1. */
  questions: number;
  /** Copies of each small model that is computed here; 0 where a server does. */
  copies: number;
}

/** The device that computes small models. Null: it does not tell. */
export interface Device {
  cores: number | null;
  /** What copies may take in all, in MB. */
  memoryMB: number | null;
  /** Left to what else runs here, unless a person says how many are asked at once. */
  spareCores: number;
}

/** One copy of all small models that the batch asks here. */
export interface OneCopy {
  memoryMB: number;
  /** That one of them computes on. */
  threads: number;
}

/** How many questions' seconds pass at the same time: waits for servers overlap, computing here only by copies. */
export function lanesOf({ questions, copies }: SideBySide): number {
  return copies === 0 ? questions : copies;
}

/** Questions at once where every model answers at a server, whose waits then overlap. */
export const atServers = 4;

/** More copies wait for the memory's bandwidth, not for a core. */
const mostCopies = 4;

/**
 * As many copies as have cores and memory of their own; a device that does not tell has one. One
 * question more than copies: while its passages are read, the copy answers another. `copy`: null
 * where nothing is computed here. `wanted`: what a person said; there are never more copies than
 * questions.
 */
export function sideBySide(
  copy: OneCopy | null,
  device: Device,
  wanted: Partial<SideBySide> = {},
): SideBySide {
  if (copy === null) return { questions: wanted.questions ?? atServers, copies: 0 };
  const cores = (device.cores ?? 1) - (wanted.questions === undefined ? device.spareCores : 0);
  const room = Math.min(
    Math.floor(cores / copy.threads),
    Math.floor((device.memoryMB ?? 0) / copy.memoryMB),
    mostCopies,
  );
  const most = wanted.copies ?? Math.max(1, room);
  const questions = wanted.questions ?? most + 1;
  return { questions, copies: Math.min(most, questions) };
}

/** Whether any configuration asks a small model that is computed here. */
export function isSmallHere({
  models,
  configurations,
}: Pick<LabBatch, "models"> & { configurations: readonly Configuration[] }): boolean {
  return models.smallAt === undefined || configurations.some(({ small }) => small !== null);
}
