/**
 * Every sub-question is a query, its passage the target: `npm run bench -- retrieval [--tune]`.
 * Tuned on odd questions, measured on even ones.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { english } from "../../src/language/english/english.ts";
import { type Passage, passage, type RetrievalMode } from "../../src/log/types.ts";
import { type Bm25Index, type Bm25Parameters, buildBm25 } from "../../src/retrieval/bm25.ts";
import { defaultRetrieval } from "../../src/retrieval/defaults.ts";
import { type PassageVectors, searchDense } from "../../src/retrieval/dense.ts";
import { fuse } from "../../src/retrieval/fuse.ts";
import { openEncoder } from "../../src/retrieval/libraries/factbook/encoder.ts";
import { factbook } from "../../src/retrieval/libraries/factbook/index.ts";
import {
  type FactbookQuestion,
  readQuestions,
} from "../../src/retrieval/libraries/factbook/questions.ts";
import { repositoryRoot } from "../../src/retrieval/libraries/factbook/repository.ts";
import { factbookWords } from "../../src/retrieval/libraries/factbook/words.ts";
import { vectorsManifest } from "../../src/retrieval/libraries/manifest.ts";
import { openEmbedded } from "../../src/retrieval/libraries/node.ts";
import { namesFirst } from "../../src/retrieval/names.ts";
import type { Embedder, Retriever } from "../../src/runtime/ports.ts";

interface Query {
  text: string;
  vector: Float32Array;
  target: number;
}

interface Setup {
  passages: readonly Passage[];
  bm25: Bm25Index;
  vectors: PassageVectors;
}

const depth = 100;
const { signal } = new AbortController();
const folder = join(repositoryRoot, "public/library/factbook");

/** Ranks count from 1; Infinity if not found. */
function ranks(queries: readonly Query[], find: (query: Query) => readonly { index: number }[]) {
  return queries.map((query) => {
    const place = find(query).findIndex((hit) => hit.index === query.target);
    return place < 0 ? Number.POSITIVE_INFINITY : place + 1;
  });
}

function summary(places: readonly number[]) {
  const share = (k: number) => places.filter((place) => place <= k).length / places.length;
  const reciprocal = places.reduce((sum, place) => sum + 1 / place, 0) / places.length;
  return { r1: share(1), r3: share(3), r5: share(5), mrr: reciprocal };
}

const language = english(factbookWords);

function finders({ bm25, vectors, passages }: Setup, parameters: Bm25Parameters, rrfK: number) {
  const byWords = (query: Query) => bm25.search(query.text, depth, parameters);
  const byMeaning = (query: Query) => searchDense(vectors, query.vector, depth);
  return {
    bm25: byWords,
    dense: byMeaning,
    "fusion alone": (query: Query) => fuse(byWords(query), byMeaning(query), rrfK),
    hybrid: (query: Query) =>
      namesFirst(query.text, fuse(byWords(query), byMeaning(query), rrfK), passages, language),
  };
}

function row(name: string, places: readonly number[]): string {
  const { r1, r3, r5, mrr } = summary(places);
  return `| ${name} | ${[r1, r3, r5, mrr].map((value) => value.toFixed(3)).join(" | ")} |`;
}

function tune(setup: Setup, queries: readonly Query[]): void {
  const grid = [0.5, 1, 1.5, 2, 3].flatMap((titleBoost) =>
    [0.6, 0.9, 1.2, 1.6].flatMap((k1) =>
      [0.2, 0.4, 0.75].flatMap((b) =>
        [0, 0.5].map((lowerBound) => ({ titleBoost, k1, b, lowerBound })),
      ),
    ),
  );
  const best = grid
    .map((parameters) => ({
      parameters,
      ...summary(ranks(queries, finders(setup, parameters, 60).bm25)),
    }))
    .sort((a, b) => b.mrr - a.mrr);
  console.log("\nBM25, best of the grid by MRR:");
  for (const { parameters, r1, r5, mrr } of best.slice(0, 8)) {
    console.log(JSON.stringify(parameters), r1.toFixed(3), r5.toFixed(3), mrr.toFixed(3));
  }
  console.log("\nHybrid by rrfK:");
  for (const rrfK of [1, 2, 5, 10, 20, 40, 60, 100]) {
    const find = finders(setup, defaultRetrieval.bm25, rrfK).hybrid;
    console.log(row(String(rrfK), ranks(queries, find)));
  }
}

async function times(retriever: Retriever, mode: RetrievalMode, queries: readonly Query[]) {
  const taken: number[] = [];
  for (const { text } of queries) {
    const start = performance.now();
    await retriever.retrieve({ ...defaultRetrieval, mode, text }, signal);
    taken.push(performance.now() - start);
  }
  taken.sort((a, b) => a - b);
  const at = (share: number) => (taken[Math.floor(taken.length * share)] ?? Number.NaN).toFixed(1);
  return `| ${at(0.5)} | ${at(0.95)} |`;
}

async function load(): Promise<Setup> {
  const lines = (await readFile(join(folder, "passages.jsonl"), "utf8")).trim().split("\n");
  const passages = lines.map((line) => passage.parse(JSON.parse(line)));
  const json: unknown = JSON.parse(await readFile(join(folder, "vectors.json"), "utf8"));
  const { dimensions, scale } = vectorsManifest.parse(json);
  const values = new Int8Array(await readFile(join(folder, "vectors.i8.bin")));
  return { passages, bm25: await buildBm25(passages), vectors: { dimensions, scale, values } };
}

type Wanted = readonly [text: string, id: string];

function subQuestions(questions: readonly FactbookQuestion[]): Wanted[] {
  return questions.flatMap(({ decomposition, supporting }) =>
    decomposition.map(({ question }, index): Wanted => [question, supporting[index]?.id ?? ""]),
  );
}

function wholeQuestions(questions: readonly FactbookQuestion[]): Wanted[] {
  return questions.map(({ question, supporting }) => [question, supporting[0]?.id ?? ""]);
}

async function embedAll(
  wanted: readonly Wanted[],
  encoder: Embedder,
  passages: readonly Passage[],
) {
  const places = new Map(passages.map(({ id }, index) => [id, index]));
  const renamed = language.withNamesOf(passages);
  const queries: Query[] = [];
  for (const [asked, id] of wanted) {
    // The retriever renames queries, too.
    const text = renamed(asked);
    const [vector = new Float32Array()] = await encoder.embed([text], signal);
    queries.push({ text, vector, target: places.get(id) ?? -1 });
  }
  return queries;
}

const encoder = await openEncoder(repositoryRoot);
const setup = await load();
const { passages } = setup;
const questions = await readQuestions();
const oddOnes = questions.filter((_, index) => index % 2 === 0);
const evenOnes = questions.filter((_, index) => index % 2 === 1);
const odd = await embedAll(subQuestions(oddOnes), encoder, passages);
const even = await embedAll(subQuestions(evenOnes), encoder, passages);
const whole = await embedAll(wholeQuestions(evenOnes), encoder, passages);

if (process.argv.includes("--tune")) tune(setup, odd);

const { bm25, rrfK } = defaultRetrieval;
for (const [name, queries] of [
  ["tuned on", odd],
  ["reported", even],
  ["whole questions", whole],
] as const) {
  console.log(`\n${name}: ${queries.length} queries, ${JSON.stringify({ ...bm25, rrfK })}`);
  console.log("| mode | recall@1 | @3 | @5 | MRR |\n| --- | --- | --- | --- | --- |");
  for (const [mode, find] of Object.entries(finders(setup, bm25, rrfK))) {
    console.log(row(mode, ranks(queries, find)));
  }
}

console.log("\n| milliseconds a query | p50 | p95 |\n| --- | --- | --- |");
const known = new Map([...odd, ...even].map(({ text, vector }) => [text, vector]));
const remembering: Embedder = {
  embed: async (texts) => texts.map((text) => known.get(text) ?? new Float32Array()),
};
const without = await openEmbedded(factbook, { root: repositoryRoot, encoder: remembering });
const complete = await openEmbedded(factbook, { root: repositoryRoot, encoder });
await times(complete.retriever, "hybrid", odd);
console.log(`| bm25 ${await times(complete.retriever, "bm25", even)}`);
console.log(`| hybrid, query vector known ${await times(without.retriever, "hybrid", even)}`);
console.log(
  `| hybrid, with embedding the query ${await times(complete.retriever, "hybrid", even)}`,
);
await encoder.dispose();
