/** Trains the router and solves its assignment, away from the page. */
import * as Comlink from "comlink";
import wasmUrl from "highs/runtime?url";
import { createIlpSolver } from "../router/ilp.ts";
import { createRouterWorker } from "../router/solver.ts";

Comlink.expose(createRouterWorker(() => createIlpSolver(wasmUrl)));
