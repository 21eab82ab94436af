/** The training questions that the error book is made from. Nothing else can be read here. */
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../../../src/cli/arguments.ts";
import type { QuestionRow } from "../../../src/evaluation/questions/question.ts";
import type { ContextRow } from "../../../src/retrieval/libraries/question-context.ts";
import type { Chain } from "../../../src/stages/chain-record.ts";
import { isLeak, readTestQuestions } from "../data/leaks.ts";
import { factbookChain, readBuilt } from "../data/lm-inputs.ts";
import { musiqueChain, type SolvedChain, wikiChain } from "../data/lm-plan-sources.ts";
import {
  devSplit,
  readSource,
  type SourceName,
  type SourceRow,
  sourceNames,
  unitHash,
} from "../data/sources.ts";

export interface TrainingQuestion {
  /** `SOURCE/ID`, since two files may use one id; with `~2`, `~3`, … where one file uses it again. */
  id: string;
  /** The file that it comes from. */
  source: string;
  question: string;
  golds: readonly string[];
  /** The question's own paragraphs; without any the shared library is searched. */
  context: ContextRow["context"] | undefined;
  /** The chain that the data set itself gives; null where it gives none that we can read. */
  dataChain: Chain | null;
  /** Kept for selection: what its runs show is measured with, and never trained on. */
  select: boolean;
}

/** As a batch asks it. */
export function asRow({ id, question, golds, context }: TrainingQuestion): QuestionRow {
  return { id, question, answers: [...golds], ...(context === undefined ? {} : { context }) };
}

const ending = ".jsonl.gz";
/** Made from the embedded library by `npm run train -- data`. */
const factbookFile = "factbook-chains.jsonl";

/**
 * The questions of the named files that may be trained on or are kept for selection: no dev
 * or test question, in an order that mixes the files. Throws UsageError for a file
 * that is no training source.
 */
export async function readTrainingQuestions(files: readonly string[]): Promise<TrainingQuestion[]> {
  const places = [...new Set(files.map((file) => resolve(file)))].map(placeOf);
  const read = await Promise.all(
    places.map(({ folder, name }) =>
      name === null ? readFactbook(folder) : readFile(folder, name),
    ),
  );
  const tests = await testQuestions(places);
  return read
    .flatMap(toldApart)
    .filter(({ question }) => !isLeak(question, tests))
    .map((one) => ({
      one: { ...one, select: devSplit(one.question) },
      key: unitHash(`error-book/${one.id}`),
    }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);
}

/** The questions of one file: the journal keeps runs by the id, and would mix up two of the same. */
function toldApart(rows: readonly Read[]): Read[] {
  const copies = new Map<string, number>();
  return rows.map((row) => {
    const copy = (copies.get(row.id) ?? 0) + 1;
    copies.set(row.id, copy);
    return { ...row, id: `${row.source}/${row.id}${copy === 1 ? "" : `~${copy}`}` };
  });
}

interface Place {
  /** The data folder, or for the Factbook's chains the folder of the file. */
  folder: string;
  /** Null for the Factbook's chains. */
  name: SourceName | null;
}

/** Sources whose rows are no questions of several hops, or not all of them for training. */
const unfit: ReadonlySet<SourceName> = new Set(["squad/dev"]);

function placeOf(file: string): Place {
  if (basename(file) === factbookFile) return { folder: dirname(resolve(file)), name: null };
  const path = resolve(file).replaceAll("\\", "/");
  const name = sourceNames.find((one) => path.endsWith(`/${one}${ending}`) && !unfit.has(one));
  if (name === undefined) {
    throw new UsageError(
      `${file} is not a training file of several-hop questions; models/research/data/allowed.ts lists them.`,
    );
  }
  return { folder: path.slice(0, -`/${name}${ending}`.length), name };
}

/** The questions that no training row may ask, from the data folder of the given files. */
async function testQuestions(places: readonly Place[]): Promise<ReadonlySet<string>> {
  const folders = new Set(places.flatMap(({ folder, name }) => (name === null ? [] : [folder])));
  const all = await Promise.all([...folders].map(readTestQuestions));
  return new Set(all.flatMap((questions) => [...questions]));
}

type Read = Omit<TrainingQuestion, "select">;

async function readFile(folder: string, name: SourceName): Promise<Read[]> {
  return (await readSource(folder, name)).flatMap((row) => {
    const { id, question = "", answers = [], context } = row;
    if (question === "" || answers.length === 0) return [];
    const chain = solvedChain(name, row);
    return [
      { id, source: name, question, golds: answers, context, dataChain: chain && asChain(chain) },
    ];
  });
}

function solvedChain(name: SourceName, row: SourceRow): SolvedChain | null {
  if (name === "musique/train") return musiqueChain(row);
  return name === "2wikimultihopqa/train" ? wikiChain(row) : null;
}

function asChain({ solved, end }: SolvedChain): Chain {
  return { steps: [...solved], final: end.answer, rests: [...end.rests] };
}

async function readFactbook(folder: string): Promise<Read[]> {
  const chains = await readBuilt(folder, factbookFile, factbookChain);
  if (chains.length === 0)
    throw new UsageError(`There are no chains in ${join(folder, factbookFile)}.`);
  return chains.map(({ id, question, answers, steps, rests }) => ({
    id,
    source: "factbook",
    question,
    golds: answers,
    context: undefined,
    dataChain: {
      steps: steps.map(({ query, answer }) => ({ query, answer })),
      final: answers[0] ?? "",
      rests,
    },
  }));
}
