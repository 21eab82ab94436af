import { readFile } from "node:fs/promises";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { type Passage, passage } from "../../src/log/types.ts";
import { defaultSettings } from "../../src/methods/coop-llm/presets.ts";
import { openLibrary } from "../../src/node/library.ts";
import { loadEncoder } from "../../src/node/node-ports.ts";
import { root } from "../../src/node/place.ts";
import { readQuestions } from "../../src/retrieval/libraries/factbook/questions.ts";
import type { Embedder, RetrievalQuery } from "../../src/runtime/ports.ts";
import { withHarness } from "./harness.ts";
import { type BenchOptions, progress, type Section } from "./section.ts";
import { fact, figure, quantile, type Row } from "./table.ts";

const aimMs = 30;
const never = new AbortController().signal;

async function subQuestions(): Promise<RetrievalQuery[]> {
  const texts = (await readQuestions()).flatMap(({ decomposition }) =>
    decomposition.map((step) => step.question),
  );
  return [...new Set(texts)].map((text) => ({ ...defaultSettings.retrieval, text }));
}

/** Uses its own tokeniser and BM25+. */
async function minisearchAlone(): Promise<MiniSearch<Passage>> {
  const file = join(root, "public/library/factbook/passages.jsonl");
  const lines = (await readFile(file, "utf8")).split("\n").filter(Boolean);
  const index = new MiniSearch<Passage>({ fields: ["title", "text"] });
  index.addAll(lines.map((line) => passage.parse(JSON.parse(line))));
  return index;
}

async function timed(work: () => unknown): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

class TimedEmbedder implements Embedder {
  readonly times: number[] = [];
  readonly #inner: Embedder;

  constructor(inner: Embedder) {
    this.#inner = inner;
  }

  async embed(...args: Parameters<Embedder["embed"]>): Promise<readonly Float32Array[]> {
    const startMs = performance.now();
    const vectors = await this.#inner.embed(...args);
    this.times.push(performance.now() - startMs);
    return vectors;
  }
}

const percentiles = (times: readonly number[]) =>
  `${figure(quantile(times, 0.5))} / ${figure(quantile(times, 0.95))}`;

function hybridRow(where: string, hybrid: readonly number[], alone: readonly number[]): Row {
  return {
    what: `hybrid query over the Factbook ${where}, ms, p50 / p95 of ${hybrid.length}`,
    aim: `≤ ${aimMs}`,
    measured: `${percentiles(hybrid)}; minisearch alone ${percentiles(alone)}`,
    met: quantile(hybrid, 0.95) <= aimMs,
  };
}

async function inNode(queries: readonly RetrievalQuery[], threads: number): Promise<Row[]> {
  const encoder = await loadEncoder(threads);
  const embedder = new TimedEmbedder(encoder);
  const { retriever } = await openLibrary("factbook", embedder, never);
  const alone = await minisearchAlone();
  const times: Record<"hybrid" | "words" | "alone", number[]> = {
    hybrid: [],
    words: [],
    alone: [],
  };
  for (const query of queries) {
    times.hybrid.push(await timed(() => retriever.retrieve(query, never)));
    times.words.push(await timed(() => retriever.retrieve({ ...query, mode: "bm25" }, never)));
    times.alone.push(await timed(() => alone.search(query.text)));
  }
  await encoder.dispose();
  return [
    hybridRow("in Node", times.hybrid, times.alone),
    fact(
      "of which: embedding the query; our words-only search",
      `${percentiles(embedder.times)}; ${percentiles(times.words)}`,
    ),
  ];
}

async function inPage(queries: readonly RetrievalQuery[], threads: number): Promise<Row> {
  return withHarness({ webgpu: false }, async (call) => {
    const { hybrid, alone } = await call("searchTimes", [...queries], threads);
    return hybridRow("in the page's worker", hybrid, alone);
  });
}

async function run({ threads }: BenchOptions): Promise<Row[]> {
  const queries = await subQuestions();
  const rows = await inNode(queries, threads);
  progress("retrieval in the page");
  return [...rows, await inPage(queries, threads)];
}

export const retrieval: Section = { name: "retrieval", needsBuild: false, run };
