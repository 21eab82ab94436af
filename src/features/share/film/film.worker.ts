import { serve } from "../../../shared/rpc/worker-liveness.ts";
import { createFilmWorker } from "./film-worker.ts";

serve(createFilmWorker());
