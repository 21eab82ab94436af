/** Analyses a batch's results, away from the page. */
import * as Comlink from "comlink";
import { createLabWorker } from "../lab/analyst.ts";

Comlink.expose(createLabWorker());
