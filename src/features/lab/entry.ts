/** Small entry to the Lab for the first screen; everything else is loaded on demand. */

import type { LabHost } from "./host.ts";
import type { LabBatches } from "./store.ts";

export function labOpener(host: Omit<LabHost, "lab" | "settling">): () => Promise<LabBatches> {
  let opened: Promise<LabBatches> | null = null;
  async function open(): Promise<LabBatches> {
    const [{ createLabBatches }, { settlingInWorker: settling }, lab] = await Promise.all([
      import("./store.ts"),
      import("./analysis-client.ts"),
      host.services.lab(),
    ]);
    return createLabBatches({ ...host, lab, settling });
  }
  return () => {
    opened ??= open().catch((thrown: unknown) => {
      opened = null;
      throw thrown;
    });
    return opened;
  };
}
