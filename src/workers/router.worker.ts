/** Trains the router and solves its assignment, away from the page. */
import wasmUrl from "highs/runtime?url";
import { createIlpSolver } from "../router/ilp.ts";
import { createRouterWorker } from "../router/solver.ts";
import { serve } from "./lifeline.ts";

serve(createRouterWorker(() => createIlpSolver(wasmUrl)));
