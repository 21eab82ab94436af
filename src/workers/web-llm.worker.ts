/** Runs one model of @mlc-ai/web-llm, away from the page. */
import { createWebLlmWorker } from "../engines/web-llm-worker.ts";
import { serve } from "./lifeline.ts";

serve(createWebLlmWorker());
