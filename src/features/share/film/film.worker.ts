/** Worker that packs the pictures of a run into an animated GIF. */
import { serve } from "../../../shared/rpc/worker-liveness.ts";
import { createFilmWorker } from "./film-worker.ts";

serve(createFilmWorker());
