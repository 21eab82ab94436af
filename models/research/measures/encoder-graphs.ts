/**
 * Compares the encoder's WebGPU graph with its int8 graph of the same weights: vectors, nearest
 * Factbook passages, passage readings, and P(known) of answers. Both run on the CPU here, so a
 * GPU's different rounding is not covered.
 *
 *   npm run bench -- graphs [--data FILE[.gz]] [--limit N] [--skip N] [--every N] [--threads N]
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readRows, rowOptions, selectRows } from "../../../e2e/bench/rows.ts";
import { markdownTable } from "../../../src/cli/eval/markdown-table.ts";
import { type QuestionRow, supportOf } from "../../../src/evaluation/questions/question.ts";
import { auroc, type Judged } from "../../../src/evaluation/statistics/reliability.ts";
import { catalogue, embeddedModel } from "../../../src/models/catalogue.ts";
import { createEncoder, type Encoder } from "../../../src/models/encoder/transformers-encoder.ts";
import { searchDense } from "../../../src/retrieval/dense.ts";
import { readQuestions } from "../../../src/retrieval/libraries/factbook/questions.ts";
import { repositoryRoot } from "../../../src/retrieval/libraries/factbook/repository.ts";
import { vectorsManifest } from "../../../src/retrieval/libraries/manifest.ts";
import type { PassageReading } from "../../../src/runtime/ports.ts";
import { readableText } from "../../../src/stages/reader.ts";

const never = new AbortController().signal;
const { values } = parseArgs({
  options: {
    data: { type: "string", default: "../shared/data/hotpotqa/dev_distractor.jsonl.gz" },
    ...rowOptions,
    threads: { type: "string", default: "1" },
  },
});

interface Read {
  reading: PassageReading;
  isGold: boolean;
}

interface Said {
  vectors: readonly Float32Array[];
  read: readonly Read[];
  known: readonly number[];
}

async function open(graph: "int8" | "webgpu"): Promise<Encoder> {
  const list = catalogue.parse(JSON.parse(await readFile("models/catalogue.json", "utf8")));
  const model = embeddedModel(list, "encoder");
  const webgpu = model?.graphs?.webgpu;
  if (model?.path == null || webgpu === undefined) throw new RangeError("it has no such graph");
  const other = {
    ...model,
    dtype: { ...model.dtype, cpu: model.dtype.webgpu },
    graphs: { cpu: webgpu },
  };
  return await createEncoder({
    modelUrlOrPath: join("models", model.path),
    device: "cpu",
    threads: Number(values.threads),
    model: graph === "int8" ? model : other,
  });
}

async function ask(
  encoder: Encoder,
  texts: readonly string[],
  rows: readonly QuestionRow[],
): Promise<Said> {
  const { reader } = encoder;
  if (reader === null) throw new RangeError("it has no heads");
  const read: Read[] = [];
  const known: number[] = [];
  for (const row of rows) {
    const passages = (row.context ?? []).map(({ title, sentences }, index) => {
      return { id: `${row.id}/${index + 1}`, title, text: sentences.join(" ") };
    });
    const goldOf = supportOf(row, "own-context");
    const readings = await reader.read(row.question, passages.map(readableText), never);
    for (const [index, reading] of readings.entries()) {
      const passage = passages[index];
      read.push({ reading, isGold: passage !== undefined && goldOf?.(passage) != null });
    }
    const [answer] = row.answers;
    if (answer !== undefined) known.push(await reader.known(row.question, answer, never, null));
  }
  return { vectors: await encoder.embed(texts, never), read, known };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}

function dot(a: Float32Array, b: Float32Array | undefined): number {
  return a.reduce((sum, one, index) => sum + one * (b?.[index] ?? 0), 0);
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

const spread = (numbers: readonly number[]) => [
  mean(numbers).toFixed(4),
  quantile(numbers, 0.5).toFixed(4),
  quantile(numbers, 0.95).toFixed(4),
  Math.max(...numbers).toFixed(4),
];

const aurocOf = ({ read }: Said) =>
  auroc(
    read.map(({ reading, isGold }): Judged => {
      return { score: reading.relevance, positive: isGold };
    }),
  )?.toFixed(4) ?? "—";

function gaps(of: (reading: PassageReading) => number, [one, other]: readonly [Said, Said]) {
  return one.read.map(({ reading }, index) => {
    const beside = other.read[index];
    return Math.abs(of(reading) - (beside === undefined ? Number.NaN : of(beside.reading)));
  });
}

const questions = await readQuestions();
const queries = questions.flatMap(({ question, decomposition, supporting }) => [
  { text: question, ids: supporting.map(({ id }) => id) },
  ...decomposition.map((step, index) => {
    return { text: step.question, ids: supporting.slice(index, index + 1).map(({ id }) => id) };
  }),
]);
const rows = selectRows(await readRows(values.data), values);
const folder = join(repositoryRoot, "public/library/factbook");
const ids = (await readFile(join(folder, "passages.jsonl"), "utf8"))
  .trim()
  .split("\n")
  .map((line) => String(Reflect.get(Object(JSON.parse(line)), "id")));
const { dimensions, scale } = vectorsManifest.parse(
  JSON.parse(await readFile(join(folder, "vectors.json"), "utf8")),
);
const stored = {
  dimensions,
  scale,
  values: new Int8Array(await readFile(join(folder, "vectors.i8.bin"))),
};

const said: Said[] = [];
for (const graph of ["int8", "webgpu"] as const) {
  const encoder = await open(graph);
  const texts = queries.map(({ text }) => text);
  const passages = rows.flatMap(({ context = [] }) =>
    context.map((one) => one.sentences.join(" ")),
  );
  said.push(await ask(encoder, [...texts, ...passages], rows));
  await encoder.dispose();
}
const [int8, webgpu] = said;
if (int8 === undefined || webgpu === undefined) throw new RangeError("both were asked");
const both = [int8, webgpu] as const;

const cosines = int8.vectors.map((vector, index) => dot(vector, webgpu.vectors[index]));
console.log(
  `\nVectors of ${cosines.length} texts, cosine: mean ${mean(cosines).toFixed(4)}, ` +
    `1 % below ${quantile(cosines, 0.01).toFixed(4)}, least ${Math.min(...cosines).toFixed(4)}`,
);

/** Each graph's top ten for a query, among the library's shipped vectors. */
const firsts = both.map(({ vectors }) =>
  queries.map((_query, index) => {
    const vector = vectors[index] ?? new Float32Array(dimensions);
    return searchDense(stored, vector, 10).map((hit) => ids[hit.index] ?? "");
  }),
);
const recall = firsts.map((found) =>
  mean(queries.map((query, at) => mean(query.ids.map((id) => Number(found[at]?.includes(id)))))),
);
const [firstOnes = [], otherOnes = []] = firsts;
const overlap = mean(
  firstOnes.map((found, at) => mean(found.map((id) => Number(otherOnes[at]?.includes(id))))),
);
const same = mean(firstOnes.map((found, at) => Number(found[0] === otherOnes[at]?.[0])));
console.log(
  `Factbook, ${queries.length} queries by vectors alone: recall@10 ${recall.map((one) => one.toFixed(4)).join(" and ")}; ` +
    `${(100 * overlap).toFixed(1)} % of the first ten the same, ${(100 * same).toFixed(1)} % of the first`,
);

const spans = mean(
  int8.read.map(({ reading }, at) => Number(reading.span === webgpu.read[at]?.reading.span)),
);
const kinds = mean(
  int8.read.map(({ reading }, at) => Number(reading.kind === webgpu.read[at]?.reading.kind)),
);
const answered = int8.read.flatMap(({ reading }, at) => {
  const other = webgpu.read[at]?.reading;
  const neither = reading.kind === "none" || other === undefined || other.kind === "none";
  return neither ? [] : [Number(reading.span === other.span)];
});
console.log(
  `Readings, ${int8.read.length} passages of ${rows.length} questions: AUROC of relevance ${both.map(aurocOf).join(" and ")}; ` +
    `same kind ${(100 * kinds).toFixed(1)} %, same words ${(100 * spans).toFixed(1)} %, ` +
    `of ${answered.length} that both answer ${(100 * mean(answered)).toFixed(1)} %; ` +
    `highest P(relevant) ${both.map(({ read }) => Math.max(...read.map((one) => one.reading.relevance)).toFixed(4)).join(" and ")}\n`,
);
const differences: readonly (readonly [string, readonly number[]])[] = [
  ["P(relevant)", gaps(({ relevance }) => relevance, both)],
  ["P(none)", gaps(({ noAnswer }) => noAnswer, both)],
  ["P(known)", int8.known.map((one, at) => Math.abs(one - (webgpu.known[at] ?? Number.NaN)))],
];
console.log(
  markdownTable(
    ["difference of", "n", "mean", "median", "95 %", "largest"],
    differences.map(([name, gap]) => [name, String(gap.length), ...spread(gap)]),
  ),
);
