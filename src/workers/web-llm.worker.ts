/** Runs one model of @mlc-ai/web-llm, away from the page. */
import * as Comlink from "comlink";
import { createWebLlmWorker } from "../engines/web-llm-worker.ts";

Comlink.expose(createWebLlmWorker());
