/** Trains the router and solves its assignment, away from the page. */
import wasmUrl from "highs/runtime?url";
import { serve } from "../../../shared/rpc/worker-liveness.ts";
import { createIlpSolver } from "./ilp.ts";
import { createRouterWorker } from "./solver.ts";

serve(createRouterWorker(() => createIlpSolver(wasmUrl)));
