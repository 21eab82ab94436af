import { serve } from "../../../shared/rpc/worker-liveness.ts";
import { createContentsWorker } from "./contents-worker.ts";

serve(createContentsWorker());
