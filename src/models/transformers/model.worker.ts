/** Runs one causal language model of @huggingface/transformers, away from the page. */

import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createModelWorker } from "./worker.ts";

serve(createModelWorker());
