/**
 * Rebuilds the language model's rows from the output of `train -- data` and the model's own runs:
 * `npm run train -- lm-rows --data ../shared/data`.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "../../../src/retrieval/libraries/factbook/repository.ts";
import { readTestQuestions } from "./leaks.ts";
import { writeLmRows } from "./lm-write.ts";

const { values } = parseArgs({
  options: { data: { type: "string", default: join(repositoryRoot, "../shared/data") } },
});
const dataFolder = resolve(values.data);
const folder = join(repositoryRoot, "models/.build/data");
const tests = await readTestQuestions(dataFolder);

console.log(await writeLmRows(dataFolder, { folder, tests, report: new Map() }));
