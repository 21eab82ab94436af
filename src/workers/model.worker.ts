/** Runs one causal language model of @huggingface/transformers, away from the page. */
import { createModelWorker } from "../engines/transformers-worker.ts";
import { serve } from "./lifeline.ts";

serve(createModelWorker());
