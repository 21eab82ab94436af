/**
 * Builds all training data into `models/.build/data/`:
 * `npm run train -- data --data ../shared/data`.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { repositoryRoot } from "../../../src/retrieval/libraries/factbook/repository.ts";
import { type Output, tableOf, writeJsonl, writeSplit } from "./build-output.ts";
import { encoderRows } from "./encoder-build.ts";
import { factbookChains } from "./factbook-chains.ts";
import { readFactbook } from "./factbook-facts.ts";
import { spanQuestions } from "./factbook-spans.ts";
import { isLeak, readTestQuestions } from "./leaks.ts";
import { writeLmRows } from "./lm-write.ts";

const { values } = parseArgs({
  options: { data: { type: "string", default: join(repositoryRoot, "../shared/data") } },
});
const dataFolder = resolve(values.data);
const output: Output = {
  folder: join(repositoryRoot, "models/.build/data"),
  tests: await readTestQuestions(dataFolder),
  report: new Map(),
};

const factbook = await readFactbook();
const spans = spanQuestions(factbook).filter(({ question }) => !isLeak(question, output.tests));
await writeJsonl(output, "factbook-spans", spans);

const chains = (await factbookChains(factbook)).filter(
  ({ question }) => !isLeak(question, output.tests),
);
await writeJsonl(output, "factbook-chains", chains);

const encoder = await encoderRows(dataFolder, factbook, spans);
await writeSplit(output, "encoder-read", encoder.read);
await writeSplit(output, "encoder-relevance", encoder.relevance);
await writeSplit(output, "encoder-pairs", encoder.pairs);
const texts = encoder.texts.filter((text) => !isLeak(text, output.tests));
await writeJsonl(
  output,
  "encoder-texts",
  texts.map((text) => ({ text })),
);

console.log(`${output.tests.size} test questions; ${spans.length} spans; ${texts.length} texts`);
console.log(tableOf(output.report));
console.log(await writeLmRows(dataFolder, output));
