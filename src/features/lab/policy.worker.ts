/** Learns in a worker which answers are worth another call. */
import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createPolicyWorker } from "./policy-worker.ts";

serve(createPolicyWorker());
