/**
 * The verifier's questions: training questions to fit it, dev questions to calibrate and measure
 * it. Some are unanswerable: gold paragraphs removed, an article without the answer, or a topic the
 * Factbook lacks.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Paragraph, QuestionRow } from "../../../src/evaluation/questions/question.ts";
import { repositoryRoot } from "../../../src/retrieval/libraries/factbook/repository.ts";
import type { SourceName } from "../data/allowed.ts";
import { factbookChains } from "../data/factbook-chains.ts";
import { readFactbook } from "../data/factbook-facts.ts";
import { isLeak, readTestQuestions } from "../data/leaks.ts";
import {
  readLines,
  readSource,
  type SourceRow,
  trainHalfOfSquad,
  unitHash,
} from "../data/sources.ts";

export interface VerifierSet {
  name: string;
  use: "train" | "dev";
  rows: QuestionRow[];
}

/** Questions for the Factbook, which answers almost none of them: file and count. */
const offLibrary: readonly (readonly [SourceName, number])[] = [
  ["train/popqa_qa", 130],
  ["train/entityquestions_qa", 130],
  ["train/webquestions_qa", 130],
  ["train/ambignq_qa", 130],
  ["train/opentrivia_qa", 130],
  ["train/r1searcher_qa", 200],
];
const offLibraryDev: readonly (readonly [string, number])[] = [
  ["nq/dev", 40],
  ["triviaqa/dev", 40],
  ["popqa/test_qa", 40],
  ["webquestions/test", 40],
  ["musique/dev_qa", 30],
  ["hotpotqa/dev_qa", 30],
  ["bamboogle/test", 20],
];

/** Paragraphs of the article given with a SQuAD question, including its own. */
const articleParagraphs = 12;

type Row = Pick<SourceRow, "id" | "question" | "answers" | "context" | "article" | "supporting">;

export async function verifierSets(dataFolder: string): Promise<VerifierSet[]> {
  const tests = await readTestQuestions(dataFolder);
  const fresh = (rows: readonly Row[]) =>
    shuffled(rows).filter(({ question = "" }) => question !== "" && !isLeak(question, tests));
  const source = async (name: SourceName) => fresh(await readSource(dataFolder, name));
  const dev = async (name: string) => shuffled(await readRows(dataFolder, name));
  const hotpot = fresh([
    ...(await readSource(dataFolder, "train/hotpotqa_distractor")),
    ...(await readSource(dataFolder, "hotpotqa/train_distractor")),
  ]);
  const chains = await factbookChains(await readFactbook());
  const squad = await readRows(dataFolder, "squad/dev");
  const off = await Promise.all(
    offLibrary.map(async ([name, count]) => (await source(name)).slice(0, count)),
  );
  const offDev = await Promise.all(
    offLibraryDev.map(async ([name, count]) => (await dev(name)).slice(0, count)),
  );
  const unanswered = (await dev("hotpotqa/dev_fullwiki")).filter((row) => !holdsAnswer(row));
  const own = await readFile(join(repositoryRoot, "public/questions/factbook.jsonl"), "utf8");
  return [
    set("hotpotqa", "train", hotpot.slice(0, 850)),
    set("hotpotqa-without-gold", "train", hotpot.slice(850).map(withoutGold)),
    set("musique", "train", await source("musique/train")),
    set("2wikimultihopqa", "train", (await source("2wikimultihopqa/train")).slice(0, 420)),
    set("factbook", "train", fresh(chains).slice(0, 1000)),
    set("off-library", "train", shuffled(off.flat())),
    set("squad", "train", halfAnswerable(fresh(squad.filter(trainHalfOfSquad)), squad, 300)),
    set("hotpotqa", "dev", await dev("hotpotqa/dev_distractor")),
    set("hotpotqa-without-gold", "dev", unanswered.slice(0, 120)),
    set("musique", "dev", (await dev("musique/dev")).slice(0, 80)),
    set("factbook", "dev", linesOf(own)),
    set("off-library", "dev", shuffled(offDev.flat())),
    set(
      "squad",
      "dev",
      halfAnswerable(
        squad.filter((row) => !trainHalfOfSquad(row)),
        squad,
        100,
      ),
    ),
  ];
}

function set(name: string, use: VerifierSet["use"], rows: readonly Row[]): VerifierSet {
  return {
    name,
    use,
    rows: rows.map(({ id, question = "", answers = [], context }) => ({
      id: `${use}/${name}/${id}`,
      question,
      answers,
      ...(context === undefined ? {} : { context }),
    })),
  };
}

/** Deduplicates; the order depends only on the questions. */
function shuffled<R extends Row>(rows: readonly R[]): R[] {
  const once = new Map(rows.map((row) => [row.question ?? "", row]));
  return [...once.values()]
    .map((row) => ({ row, key: unitHash(`verifier/${row.id}${row.question}`) }))
    .sort((a, b) => a.key - b.key)
    .map(({ row }) => row);
}

async function readRows(dataFolder: string, name: string): Promise<Row[]> {
  return (await readLines(dataFolder, name)).map((line): Row => JSON.parse(line));
}

function linesOf(text: string): Row[] {
  return text
    .trim()
    .split("\n")
    .map((line): Row => JSON.parse(line));
}

function withoutGold(row: Row): Row {
  const gold = new Set(row.supporting?.map(({ title }) => title));
  return { ...row, context: row.context?.filter(({ title }) => !gold.has(title)) };
}

function holdsAnswer({ answers = [], context }: Row): boolean {
  const text = JSON.stringify(context ?? []).toLowerCase();
  return answers.some((answer) => text.includes(answer.toLowerCase()));
}

/**
 * `count` answerable and `count` unanswerable questions, each over a dozen paragraphs of its
 * article.
 */
function halfAnswerable(rows: readonly Row[], all: readonly Row[], count: number): Row[] {
  const order = shuffled(rows);
  const has = ({ answers = [] }: Row) => answers.length > 0;
  const chosen = [
    ...order.filter(has).slice(0, count),
    ...order.filter((row) => !has(row)).slice(0, count),
  ];
  return shuffled(chosen).map((row) => ({ ...row, context: ofArticle(row, all) }));
}

function ofArticle(row: Row, all: readonly Row[]): Paragraph[] {
  const textOf = ({ sentences }: Paragraph) => sentences.join("");
  const [own] = row.context ?? [];
  if (own === undefined) return [];
  const others = new Map(
    all
      .filter(({ article }) => article === row.article)
      .flatMap(({ context = [] }) => context.map((one) => [textOf(one), one] as const)),
  );
  others.delete(textOf(own));
  const drawn = [...others.values()]
    .map((one) => ({ one, key: unitHash(`${row.id}${textOf(one).slice(0, 60)}`) }))
    .sort((a, b) => a.key - b.key)
    .slice(0, articleParagraphs - 1)
    .map(({ one }) => one);
  return [...drawn, own].sort((a, b) => unitHash(`o${textOf(a)}`) - unitHash(`o${textOf(b)}`));
}
