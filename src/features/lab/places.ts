/** How many questions can run in parallel in this tab, given its cores and memory. */
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

/** The page shares memory with everything else that runs. */
const shareOfMemory = 0.25;

/** `batch.atOnce`: the person's choice. */
export async function placesOf(host: LabHost, batch: Asked): Promise<SideBySide> {
  const copy = isSmallHere(batch) ? await copyOf(host, batch) : null;
  const wanted = batch.atOnce === undefined ? {} : { questions: batch.atOnce };
  return sideBySide(copy, await deviceOf(host), wanted);
}

async function copyOf(host: LabHost, { models, configurations }: Asked): Promise<OneCopy> {
  const named = configurations.flatMap(({ small }) => small ?? []);
  const ids = new Set([...(models.smallAt === undefined ? [models.small] : []), ...named]);
  // An unknown model is rejected when it is loaded.
  const entries = await Promise.all([...ids].map((id) => smallModelOf(host, id).catch(() => null)));
  const memoryMB = entries.reduce((sum, one) => sum + (one?.memoryMB ?? 0), 0);
  return { memoryMB, threads: threadsOfCopies };
}

/** Without threads the page still gives each model one core. */
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
