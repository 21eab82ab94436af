/** Serves pages that search without the library's worker. */

import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createEncoderWorker } from "./transformers-encoder-worker.ts";

serve(createEncoderWorker());
