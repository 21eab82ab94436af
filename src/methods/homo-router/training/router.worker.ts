import { serve } from "../../../shared/rpc/worker-liveness.ts";
import { createRouterWorker } from "./router-worker.ts";

serve(createRouterWorker());
