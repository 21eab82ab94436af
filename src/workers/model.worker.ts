/** Runs one causal language model of @huggingface/transformers, away from the page. */
import * as Comlink from "comlink";
import { createModelWorker } from "../engines/transformers-worker.ts";

Comlink.expose(createModelWorker());
