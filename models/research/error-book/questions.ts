/** Reads the training questions for the error book; other files are refused. */
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
  /** `SOURCE/ID`, since two files may share an id; with `~2`, `~3`, … if one file repeats it. */
  id: string;
  source: string;
  question: string;
  golds: readonly string[];
  /** The question's own paragraphs; if undefined the shared library is searched. */
  context: ContextRow["context"] | undefined;
  /** The data set's own chain; null if it has none that we can parse. */
  dataChain: Chain | null;
  /** Kept for selection: its runs are used for measuring, never for training. */
  select: boolean;
}

export function asRow({ id, question, golds, context }: TrainingQuestion): QuestionRow {
  return { id, question, answers: [...golds], ...(context === undefined ? {} : { context }) };
}

const ending = ".jsonl.gz";
/** Built from the embedded library by `npm run train -- data`. */
const factbookFile = "factbook-chains.jsonl";

/**
 * The named files' questions for training or selection, without dev and test questions, in an order
 * that mixes the files. Throws UsageError for a file that is not a training source.
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

/** Makes a file's ids unique: the journal keys runs by id. */
function toldApart(rows: readonly Read[]): Read[] {
  const copies = new Map<string, number>();
  return rows.map((row) => {
    const copy = (copies.get(row.id) ?? 0) + 1;
    copies.set(row.id, copy);
    return { ...row, id: `${row.source}/${row.id}${copy === 1 ? "" : `~${copy}`}` };
  });
}

interface Place {
  /** The data folder; for the Factbook's chains the file's folder. */
  folder: string;
  name: SourceName | null;
}

/** Sources without multi-hop questions, or not entirely for training. */
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

/** Questions that no training row may ask, from the data folder of the given files. */
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
