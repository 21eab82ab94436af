import type { Configuration, LabBatch } from "../types.ts";

export interface SideBySide {
  questions: number;
  /** Copies of each small model that runs here; 0 if a server runs it. */
  copies: number;
}

export interface Device {
  cores: number | null;
  memoryMB: number | null;
  /** These cores are left for other work, unless a person sets the number of questions. */
  spareCores: number;
}

export interface OneCopy {
  memoryMB: number;
  threads: number;
}

/** Waits for servers overlap; local computation does only across copies. */
export function lanesOf({ questions, copies }: SideBySide): number {
  return copies === 0 ? questions : copies;
}

export const atServers = 4;

/** More copies are bound by memory bandwidth, not by cores. */
const mostCopies = 4;

/**
 * Starts as many copies as cores and memory hold. One more question than copies keeps all busy
 * while passages are read.
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

export function isSmallHere({
  models,
  configurations,
}: Pick<LabBatch, "models"> & { configurations: readonly Configuration[] }): boolean {
  return models.smallAt === undefined || configurations.some(({ small }) => small !== null);
}
