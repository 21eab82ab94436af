/** Packs the pictures of a run into an animated GIF, away from the page. */
import { serve } from "../../../shared/rpc/worker-liveness.ts";
import { createFilmWorker } from "./film-worker.ts";

serve(createFilmWorker());
