/** Sentence vectors in a worker of their own, for pages that search without the library's worker. */
import { createEncoderWorker } from "../engines/transformers-encoder-worker.ts";
import { serve } from "./lifeline.ts";

serve(createEncoderWorker());
