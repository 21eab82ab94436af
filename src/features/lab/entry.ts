/** Small entry to the Lab for the first screen; everything else is loaded on demand. */

import type { LabHost } from "./host.ts";
import type { LabBatches } from "./store.ts";

export function labOpener(host: Omit<LabHost, "lab">): () => Promise<LabBatches> {
  let opened: Promise<LabBatches> | null = null;
  async function open(): Promise<LabBatches> {
    const [{ createLabBatches }, lab] = await Promise.all([
      import("./store.ts"),
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
