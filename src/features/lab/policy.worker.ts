/** Learns where another answer pays, away from the page. */
import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createPolicyWorker } from "./policy-worker.ts";

serve(createPolicyWorker());
