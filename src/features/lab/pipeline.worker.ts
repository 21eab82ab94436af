/** Reads and analyses another agent's runs in a worker. */
import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createPipelineWorker } from "./pipeline-worker.ts";

serve(createPipelineWorker());
