/** Runs one model of @mlc-ai/web-llm, away from the page. */

import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createWebLlmWorker } from "./worker.ts";

serve(createWebLlmWorker());
