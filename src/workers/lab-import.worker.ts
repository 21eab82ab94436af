/** Reads question files, away from the page. */
import * as Comlink from "comlink";
import { createQuestionFileWorker } from "../lab/question-file.ts";

Comlink.expose(createQuestionFileWorker());
