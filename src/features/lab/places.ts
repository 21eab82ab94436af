/** Questions side by side in this tab: what its cores and its memory allow. */
import {
  type Device,
  isSmallHere,
  type OneCopy,
  type SideBySide,
  sideBySide,
} from "../../evaluation/batch/side-by-side.ts";
import type { Configuration, LabBatch } from "../../evaluation/types.ts";
import { type LabHost, smallModelOf } from "./host.ts";
import { threadsOfCopies } from "./small-models.ts";

type Asked = Pick<LabBatch, "models" | "atOnce"> & { configurations: readonly Configuration[] };

/** The page shares it with all else that runs. */
const shareOfMemory = 0.25;

/** `batch.atOnce`: what a person said. */
export async function placesOf(host: LabHost, batch: Asked): Promise<SideBySide> {
  const copy = isSmallHere(batch) ? await copyOf(host, batch) : null;
  const wanted = batch.atOnce === undefined ? {} : { questions: batch.atOnce };
  return sideBySide(copy, await deviceOf(host), wanted);
}

/** One of each small model that is asked in this tab. */
async function copyOf(host: LabHost, { models, configurations }: Asked): Promise<OneCopy> {
  const named = configurations.flatMap(({ small }) => small ?? []);
  const ids = new Set([...(models.smallAt === undefined ? [models.small] : []), ...named]);
  // What is unknown is refused when it is loaded.
  const entries = await Promise.all([...ids].map((id) => smallModelOf(host, id).catch(() => null)));
  const memoryMB = entries.reduce((sum, one) => sum + (one?.memoryMB ?? 0), 0);
  return { memoryMB, threads: threadsOfCopies };
}

/** Without threads of its own the page gives each model one core all the same. */
async function deviceOf({ services, device }: LabHost): Promise<Device> {
  const report = device.getState().report ?? (await services.probeDevice());
  const { logicalCores, memoryGB } = report;
  return {
    cores: logicalCores,
    // For the encoder, and for the page's own thread.
    spareCores: 1,
    memoryMB: memoryGB === null ? null : memoryGB * 1024 * shareOfMemory,
  };
}
