/** The way to the lab, small enough for the first screen: all of it is fetched when it is asked for. */
import type { LabBatches } from "./lab-batches.ts";
import type { LabHost } from "./lab-host.ts";

export function labOpener(host: Omit<LabHost, "lab">): () => Promise<LabBatches> {
  let opened: Promise<LabBatches> | null = null;
  async function open(): Promise<LabBatches> {
    const [{ createLabBatches }, lab] = await Promise.all([
      import("./lab-batches.ts"),
      host.services.lab(),
    ]);
    return createLabBatches({ ...host, lab });
  }
  return () => {
    opened ??= open().catch((thrown: unknown) => {
      opened = null;
      throw thrown;
    });
    return opened;
  };
}
