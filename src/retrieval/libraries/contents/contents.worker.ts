/** Reads a library's passages and puts them in order, away from the page. */

import { serve } from "../../../shared/rpc/worker-liveness.ts";
import { createContentsWorker } from "./contents-worker.ts";

serve(createContentsWorker());
