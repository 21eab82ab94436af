import { availableParallelism, freemem } from "node:os";
import { type OneCopy, type SideBySide, sideBySide } from "../../evaluation/batch/side-by-side.ts";
import { findSmall, serverFor } from "../../node/node-ports.ts";
import type { Arguments } from "../arguments.ts";

/** The rest of the memory is for the library and other programs. */
const shareOfFree = 0.5;

type Given = Pick<Arguments, "servers" | "small" | "threads">;

/** `others` are small models run in addition to the own one. */
export async function placesOf(
  given: Given,
  others: readonly (string | undefined)[],
  wanted: Partial<SideBySide>,
): Promise<SideBySide> {
  const memoryMB = (freemem() / 2 ** 20) * shareOfFree;
  const device = { cores: availableParallelism(), memoryMB, spareCores: 0 };
  return sideBySide(await copyOf(given, others), device, wanted);
}

async function copyOf(
  given: Given,
  others: readonly (string | undefined)[],
): Promise<OneCopy | null> {
  const own = serverFor("small", given) === null ? [given.small] : [];
  const models = await Promise.all([...own, ...others].map((id) => findSmall(id)));
  const memoryMB = models.reduce((sum, { model }) => sum + model.memoryMB, 0);
  return models.length === 0 ? null : { memoryMB, threads: given.threads };
}
