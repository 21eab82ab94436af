/** Trains and resamples for HomoRouter's figures, away from the page. */
import { serve } from "../../shared/rpc/worker-liveness.ts";
import { createFiguresWorker } from "./figures-worker.ts";

serve(createFiguresWorker());
