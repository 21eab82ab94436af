import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createSearchWorker } from "./search-worker.ts";

serve(
  createSearchWorker(
    async (options) => {
      const { createEncoder } = await import("../../models/encoder/transformers-encoder.ts");
      return await createEncoder(options);
    },
    async () => (await import("./own/storage.ts")).databaseLibraries(),
  ),
);
