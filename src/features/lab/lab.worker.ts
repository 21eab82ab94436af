/** Analyses a batch's results in a worker. */

import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createLabWorker } from "./analysis-worker.ts";

serve(createLabWorker());
