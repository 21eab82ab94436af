/** Reads question files in a worker. */
import { createQuestionFileWorker } from "../../evaluation/questions/question-file.ts";
import { serve } from "../../shared/rpc/worker-liveness.ts";

serve(createQuestionFileWorker());
