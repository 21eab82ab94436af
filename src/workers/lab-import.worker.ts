/** Reads question files, away from the page. */
import { createQuestionFileWorker } from "../lab/question-file.ts";
import { serve } from "./lifeline.ts";

serve(createQuestionFileWorker());
