/** The way to the lab, small enough for the first screen: all of it is fetched when it is asked for. */

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
