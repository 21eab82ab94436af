import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createModelWorker } from "./worker.ts";

serve(createModelWorker());
