/** Learns what asking more would buy, away from the page. */
import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createPolicyWorker } from "./policy-worker.ts";

serve(createPolicyWorker());
