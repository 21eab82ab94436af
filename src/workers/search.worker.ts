/** Runs search over one library, and the encoder it needs, away from the page. */
import * as Comlink from "comlink";
import { createSearchWorker } from "../library/search-worker.ts";

Comlink.expose(
  createSearchWorker(
    async (options) => {
      const { createEncoder } = await import("../engines/transformers-encoder.ts");
      return await createEncoder(options);
    },
    async () => (await import("../storage/libraries.ts")).databaseLibraries(),
  ),
);
