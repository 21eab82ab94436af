import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createWebLlmWorker } from "./worker.ts";

serve(createWebLlmWorker());
