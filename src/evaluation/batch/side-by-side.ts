/** Decides how many questions of a batch run side by side, on how many copies of a small model. */
import type { Configuration, LabBatch } from "../types.ts";

export interface SideBySide {
  questions: number;
  /** Copies of each small model that runs here; 0 if a server runs it. */
  copies: number;
}

/** The device that runs small models. Null: unknown. */
export interface Device {
  cores: number | null;
  /** Memory for all copies, in MB. */
  memoryMB: number | null;
  /** Left for other work, unless a person sets the number of questions at once. */
  spareCores: number;
}

export interface OneCopy {
  memoryMB: number;
  /** Threads that one of them uses. */
  threads: number;
}

/**
 * Questions that really progress at once: waits for servers overlap, local computation only across
 * copies.
 */
export function lanesOf({ questions, copies }: SideBySide): number {
  return copies === 0 ? questions : copies;
}

/** Questions at once if every model is on a server, so that their waits overlap. */
export const atServers = 4;

/** More copies are bound by memory bandwidth, not by cores. */
const mostCopies = 4;

/**
 * As many copies as fit the cores and the memory; one if the device is unknown. One question more
 * than copies: a copy answers another while passages are read. `copy`: null if nothing runs here.
 * `wanted`: set by a person.
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
