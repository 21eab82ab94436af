/** Reads question files, away from the page. */
import { createQuestionFileWorker } from "../../evaluation/questions/question-file.ts";
import { serve } from "../../shared/rpc/worker-liveness.ts";

serve(createQuestionFileWorker());
