/**
 * `npm run train -- NAME [options]` makes training data for the models; `--help` lists the names.
 */
import { runStudy } from "../../e2e/bench/studies.ts";
import { trainingStudies } from "./list.ts";

await runStudy("train", trainingStudies);
