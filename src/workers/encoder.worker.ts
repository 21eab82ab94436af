/** Sentence vectors in a worker of their own, for pages that search without the library's worker. */
import * as Comlink from "comlink";
import { createEncoderWorker } from "../engines/transformers-encoder-worker.ts";

Comlink.expose(createEncoderWorker());
