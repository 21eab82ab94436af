/**
 * SKR's labelled questions: what the shipped small model knows without retrieval.
 *
 *   npm run train -- skr [--data FOLDER] [--count N] [--threads N] [--out FILE] [--go-on]
 *
 * Questions are generated from the Factbook, without dev or test questions and without look-ups in
 * the wording of the training data. Each is asked from memory and, if that is wrong, from passages.
 * Known: right from memory. Unknown: right only from passages. The rest shows nothing about the
 * model's knowledge and is dropped, as in SlimPLM. The file is updated along the way; --go-on
 * resumes a stopped run with the same weights.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { noWords } from "../../../../src/language/language.ts";
import { answerWith, askOf, lookUp } from "../../../../src/methods/baselines/baseline.ts";
import { baselineSettings } from "../../../../src/methods/baselines/presets.ts";
import { skrKnn } from "../../../../src/methods/baselines/skr-knn/index.ts";
import {
  type LabelledFile,
  labelledFile,
} from "../../../../src/methods/baselines/skr-knn/labels.ts";
import { promptsFor } from "../../../../src/methods/prompts.ts";
import { coverExactMatchTokens } from "../../../../src/metrics/score.ts";
import { embeddedFor } from "../../../../src/node/embedded-vectors.ts";
import { loadEncoder, loadSmall, portsOf } from "../../../../src/node/node-ports.ts";
import { factbook } from "../../../../src/retrieval/libraries/factbook/index.ts";
import { repositoryRoot } from "../../../../src/retrieval/libraries/factbook/repository.ts";
import { Context, type Steps } from "../../../../src/runtime/context.ts";
import type { Ports } from "../../../../src/runtime/ports.ts";
import { answerClosedBook, type GivenAnswer } from "../../../../src/stages/answer.ts";
import { factbookChains } from "../../data/factbook-chains.ts";
import { askAbout } from "../../data/factbook-describe.ts";
import { type FactbookData, readFactbook } from "../../data/factbook-facts.ts";
import { spanQuestions } from "../../data/factbook-spans.ts";
import { isLeak, readTestQuestions } from "../../data/leaks.ts";
import { type Seeded, seeded } from "../../data/seeded.ts";
import { plainQuestion } from "../../data/sources.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: join(repositoryRoot, "../shared/data") },
    count: { type: "string", default: "240" },
    threads: { type: "string", default: "2" },
    "go-on": { type: "boolean", default: false },
    out: {
      type: "string",
      default: join(repositoryRoot, "src/methods/baselines/skr-knn/examples.json"),
    },
  },
});

interface Asked {
  question: string;
  answers: readonly string[];
}

const settings = baselineSettings(skrKnn.id);

/** Half look-ups, half multi-hop. */
async function drawn(data: FactbookData, count: number): Promise<Asked[]> {
  const random = seeded("skr-examples");
  const tests = await readTestQuestions(resolve(values.data));
  const some = (all: readonly Asked[], share: number) =>
    random
      .shuffled(all)
      .filter(({ question }) => !isLeak(question, tests))
      .slice(0, share);
  const half = Math.floor(count / 2);
  const chains = some(await factbookChains(data), half);
  return random.shuffled([...some(lookUps(data, random), count - half), ...chains]);
}

/** Worded differently from the look-ups the small model was trained on. */
function lookUps(data: FactbookData, random: Seeded): Asked[] {
  const trained = new Set(spanQuestions(data).map(({ question }) => plainQuestion(question)));
  return data.facts
    .map(({ relation, place, answer }) => ({
      question: askAbout(random.pick(relation.ask), place.named),
      answers: [answer],
    }))
    .filter(({ question }) => !trained.has(plainQuestion(question)));
}

const node = "node-1";

async function right(ports: Ports, asked: Asked, passages: boolean): Promise<boolean> {
  const { question } = asked;
  const language = ports.language(ports.retriever.words ?? noWords);
  const context = new Context({
    ports,
    settings,
    prompts: promptsFor({ small: ports.small.ref, large: null }, language),
    language,
    signal: new AbortController().signal,
    question,
    log: [],
  });
  const steps = passages
    ? fromPassages(context)
    : answerClosedBook(context, askOf(context, node, question));
  const { short } = await resultOf(steps);
  return coverExactMatchTokens(short, asked.answers) === 1;
}

async function* fromPassages(context: Context): Steps<GivenAnswer> {
  const passages = yield* lookUp(context, node, context.question);
  return yield* answerWith(context, node, context.question, passages);
}

async function resultOf<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = await steps.next();
    if (step.done) return step.value;
  }
}

const signal = new AbortController().signal;
const encoder = await loadEncoder(Number(values.threads));
const retriever = await embeddedFor(factbook, encoder, undefined, signal);
const small = await loadSmall({ threads: Number(values.threads) }, signal);
const ports = portsOf({ small, large: null, retriever, encoder });
const done = values["go-on"] ? await stopped() : fresh(small.ref.model);
for (const asked of (await drawn(await readFactbook(), Number(values.count))).slice(done.asked)) {
  const known = await right(ports, asked, false);
  done.asked += 1;
  if (known || (await right(ports, asked, true))) {
    done.questions.push({ question: asked.question, known });
  }
  await writeFile(values.out, `${JSON.stringify(done, null, 2)}\n`);
}
await small.unload();
await encoder.dispose();
const known = done.questions.filter((one) => one.known).length;
const unknown = done.questions.length - known;
console.log(`${known} known, ${unknown} unknown, ${done.asked - known - unknown} dropped`);

function fresh(model: string): LabelledFile {
  const askedOn = new Date().toISOString().slice(0, 10);
  return { model, askedOn, asked: 0, questions: [] };
}

async function stopped(): Promise<LabelledFile> {
  return labelledFile.parse(JSON.parse(await readFile(values.out, "utf8")));
}
