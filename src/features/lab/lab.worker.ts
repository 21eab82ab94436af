/** Analyses a batch's results, away from the page. */

import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createLabWorker } from "./analysis-worker.ts";

serve(createLabWorker());
