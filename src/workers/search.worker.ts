/** Runs search over one library, and the encoder it needs, away from the page. */
import { createSearchWorker } from "../library/search-worker.ts";
import { serve } from "./lifeline.ts";

serve(
  createSearchWorker(
    async (options) => {
      const { createEncoder } = await import("../engines/transformers-encoder.ts");
      return await createEncoder(options);
    },
    async () => (await import("../storage/libraries.ts")).databaseLibraries(),
  ),
);
