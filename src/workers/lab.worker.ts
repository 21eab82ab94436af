/** Analyses a batch's results, away from the page. */
import { createLabWorker } from "../lab/analyst.ts";
import { serve } from "./lifeline.ts";

serve(createLabWorker());
