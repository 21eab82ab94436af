import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createWeightsWorker } from "./weights-worker.ts";

serve(createWeightsWorker());
