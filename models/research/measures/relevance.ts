/**
 * Recall of a question's gold paragraphs among the first few, by BM25, by vectors, by both, and
 * reranked by the encoder's relevance head; and how well that head separates gold paragraphs from
 * distractors.
 *
 *   npm run bench -- relevance [--data FILE[.gz]] [--limit N] [--skip N] [--every N]
 *                              [--encoder ID|FOLDER] [--threads N]
 *
 * The question itself is the query, over its own ten paragraphs (HotpotQA distractor).
 */
import { parseArgs } from "node:util";
import { readRows, rowOptions, selectRows } from "../../../e2e/bench/rows.ts";
import { markdownTable } from "../../../src/cli/eval/markdown-table.ts";
import {
  type QuestionRow,
  supportCount,
  supportOf,
} from "../../../src/evaluation/questions/question.ts";
import { bootstrap, bootstrapMean, percent } from "../../../src/evaluation/statistics/interval.ts";
import { auroc, type Judged } from "../../../src/evaluation/statistics/reliability.ts";
import { english } from "../../../src/language/english/english.ts";
import { noWords } from "../../../src/language/language.ts";
import type { Passage, RetrievalMode } from "../../../src/log/types.ts";
import { defaultSettings } from "../../../src/methods/coop-llm/presets.ts";
import type { Encoder } from "../../../src/models/encoder/transformers-encoder.ts";
import { loadEncoder } from "../../../src/node/node-ports.ts";
import { contextLibrary } from "../../../src/retrieval/libraries/question-context.ts";
import { namesFirst } from "../../../src/retrieval/names.ts";
import type { PassageReader } from "../../../src/runtime/ports.ts";
import { mostRelevant, readableText } from "../../../src/stages/reader.ts";
import { calibrationError, reliability } from "../calibration/theta.ts";

const depths = [2, 3, 4, 5] as const;
const modes: readonly RetrievalMode[] = ["bm25", "dense", "hybrid"];
const language = english(noWords);
const never = new AbortController().signal;

/** One question: the paragraphs in each order, and the head's score of each. */
interface Ranked {
  row: QuestionRow;
  orders: Map<string, readonly Passage[]>;
  judged: readonly Judged[];
}

const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data/hotpotqa/dev_distractor.jsonl.gz" },
    ...rowOptions,
    encoder: { type: "string" },
    threads: { type: "string", default: "2" },
  },
});

async function rank(row: QuestionRow, encoder: Encoder): Promise<Ranked> {
  const context = row.context ?? [];
  const library = await contextLibrary({ id: row.id, context }, encoder);
  await library.computeVectors(never);
  const orders = new Map<string, readonly Passage[]>();
  for (const mode of modes) {
    const query = { ...defaultSettings.retrieval, text: row.question, mode, k: context.length };
    orders.set(mode, (await library.retriever.retrieve(query, never)).passages);
  }
  orders.set("hybrid, names first", withNamesFirst(row.question, orders.get("hybrid") ?? []));
  const judged: Judged[] = [];
  if (encoder.reader !== null) {
    const hybrid = orders.get("hybrid") ?? [];
    const read = await readAll(encoder.reader, row.question, hybrid);
    orders.set(
      "reranked",
      mostRelevant(read.length)
        .keep(read)
        .map(({ passage }) => passage),
    );
    const goldOf = supportOf(row, "own-context");
    for (const { passage, reading } of read) {
      judged.push({ score: reading.relevance, positive: goldOf?.(passage) != null });
    }
  }
  return { row, orders, judged };
}

/** The order for libraries whose manifest asks for names first. */
function withNamesFirst(query: string, passages: readonly Passage[]): Passage[] {
  const hits = passages.map((_, index) => ({ index, score: 0 }));
  return namesFirst(query, hits, passages, language).flatMap(({ index }) => passages[index] ?? []);
}

async function readAll(reader: PassageReader, question: string, passages: readonly Passage[]) {
  const said = await reader.read(question, passages.map(readableText), never);
  return passages.flatMap((passage, index) => {
    const reading = said[index];
    return reading === undefined ? [] : [{ passage, reading }];
  });
}

function found({ row, orders }: Ranked, order: string, depth: number): number {
  const goldOf = supportOf(row, "own-context");
  const first = (orders.get(order) ?? []).slice(0, depth);
  const gold = new Set(first.flatMap((passage) => goldOf?.(passage) ?? []));
  return gold.size / supportCount(row, "own-context");
}

function printRecall(ranked: readonly Ranked[]): void {
  const all = (share: number) => (share === 1 ? 1 : 0);
  printTable(
    ranked,
    (depth) => `recall@${depth}, %`,
    (share) => share,
  );
  printTable(ranked, (depth) => `all gold in the first ${depth}, %`, all);
}

function printTable(
  ranked: readonly Ranked[],
  title: (depth: number) => string,
  count: (share: number) => number,
): void {
  const orders = [...(ranked[0]?.orders.keys() ?? [])];
  const rows = orders.map((order) => [
    order,
    String(ranked.length),
    ...depths.map((depth) =>
      percent(bootstrapMean(ranked.map((one) => count(found(one, order, depth))))),
    ),
  ]);
  const head = ["order", "n", ...depths.map(title)];
  console.log(`\n${markdownTable(head, rows)}`);
}

function printHead(ranked: readonly Ranked[]): void {
  const pairs = ranked.flatMap(({ judged }) => judged);
  if (pairs.length === 0) {
    console.log("\nThis encoder has no heads: nothing is reordered.");
    return;
  }
  const area = bootstrap(ranked, (drawn) => auroc(drawn.flatMap(({ judged }) => judged)), 300);
  console.log(
    `\nGold against distractors: AUROC ${percent(area)} over ${pairs.length} paragraphs of ` +
      `${ranked.length} questions (drawn by question).\n`,
  );
  const bins = reliability(
    pairs.map(({ score, positive }) => ({
      query: "",
      span: "x",
      confidence: score,
      right: positive,
      passageRight: null,
    })),
  );
  console.log(
    markdownTable(
      ["P(relevant)", "n", "mean, %", "gold, %"],
      bins.map((bin) => [
        `${bin.from.toFixed(1)}–${bin.to.toFixed(1)}`,
        String(bin.n),
        share(bin.meanConfidence),
        share(bin.precision),
      ]),
    ),
  );
  console.log(
    `\nMean distance of P(relevant) from the share: ${share(calibrationError(bins))} points.`,
  );
}

function share(value: number | null): string {
  return value === null ? "—" : (100 * value).toFixed(1);
}

const encoder = await loadEncoder(Number(values.threads), values.encoder);
const rows = selectRows(await readRows(values.data), values).filter(
  (row) => row.context !== undefined && supportCount(row, "own-context") > 0,
);
const ranked: Ranked[] = [];
for (const row of rows) {
  ranked.push(await rank(row, encoder));
  if (process.stderr.isTTY) process.stderr.write(`\r${ranked.length} of ${rows.length} `);
}
await encoder.dispose();
console.log(
  `${values.data.split("/").slice(-2).join("/")}, encoder ${values.encoder ?? "of the page"}`,
);
printRecall(ranked);
printHead(ranked);
