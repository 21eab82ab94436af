/** Trains the router and solves its assignment, away from the page. */
import { serve } from "../../../shared/rpc/worker-liveness.ts";
import { createRouterWorker } from "./solver.ts";

serve(createRouterWorker());
