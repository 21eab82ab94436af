import { AppError } from "../../log/errors.ts";
import type { PassageReader, PassageReading, StopSignal } from "../../runtime/ports.ts";
import {
  decodeReading,
  type HeadLogits,
  type HeadsConfig,
  probabilityKnown,
} from "./encoder-heads.ts";
import { type EncodedPair, type EncoderVocabulary, encodePair } from "./encoder-pair.ts";

/** Token ids of padded rows: `rows` × `width`. */
export interface PairBatch {
  rows: number;
  width: number;
  ids: BigInt64Array;
  mask: BigInt64Array;
  types: BigInt64Array;
}

export interface HeadTensor {
  dims: readonly number[];
  data: Float32Array;
}

/** Shapes after the batch dimension; S is the width. */
const outputShapes = {
  span_logits: (width: number) => [width, 2],
  kind_logits: () => [4],
  relevance_logit: () => [1],
  known_logit: () => [1],
} satisfies Record<string, (width: number) => number[]>;
type HeadName = keyof typeof outputShapes;
export type HeadOutputs = Partial<Record<HeadName, HeadTensor>>;

export interface ReaderParts {
  vocabulary: EncoderVocabulary;
  heads: HeadsConfig;
  maxTokens: number;
  maxRows: number;
  run(batch: PairBatch): Promise<HeadOutputs>;
}

/** Attention memory grows with rows and the square of the width. */
const maxBatchTokens = 2048;

interface Pair {
  place: number;
  text: string;
  encoded: EncodedPair;
}

/** Throws `model-nonsense` for missing, misshapen or infinite outputs. */
export function createReader(parts: ReaderParts): PassageReader {
  const { vocabulary, heads, maxTokens, maxRows } = parts;

  async function readAll(
    question: string,
    texts: readonly string[],
    signal: StopSignal,
  ): Promise<PassageReading[]> {
    const readings = new Array<PassageReading>(texts.length);
    await eachPair(question, texts, signal, (pair, logits) => {
      const { encoded, text, place } = pair;
      const passage = { text, tokens: encoded.passage, tokenCount: encoded.ids.length };
      readings[place] = decodeReading(logits, passage, heads);
    });
    return readings;
  }

  async function eachPair(
    question: string,
    texts: readonly string[],
    signal: StopSignal,
    take: (pair: Pair, logits: HeadLogits) => void,
  ): Promise<void> {
    const pairs = texts.map((text, place) => {
      return { place, text, encoded: encodePair(question, text, vocabulary, maxTokens) };
    });
    for (const batch of batches(pairs, maxRows)) {
      if (signal.aborted) throw new AppError("stopped");
      const outputs = await parts.run(padded(batch, vocabulary.padding));
      const checked = checkOutputs(outputs, batch.length, widthOf(batch));
      batch.forEach((pair, row) => {
        take(pair, logitsOf(checked, row, pair.encoded));
      });
    }
  }

  return {
    read: readAll,
    async relevance(question, passages, signal) {
      return (await readAll(question, passages, signal)).map(({ relevance }) => relevance);
    },
    async known(question, answer, signal, logprob) {
      let known = Number.NaN;
      await eachPair(question, [answer], signal, (_pair, logits) => {
        known = probabilityKnown(logits.known, logprob, heads);
      });
      return known;
    },
  };
}

function batches(pairs: readonly Pair[], maxRows: number): Pair[][] {
  const sorted = pairs.toSorted((a, b) => a.encoded.ids.length - b.encoded.ids.length);
  const all: Pair[][] = [];
  for (const pair of sorted) {
    const open = all.at(-1);
    const rows = (open?.length ?? 0) + 1;
    // In a sorted batch the newest pair is the longest.
    const fits = rows <= maxRows && rows * pair.encoded.ids.length <= maxBatchTokens;
    if (open !== undefined && fits) open.push(pair);
    else all.push([pair]);
  }
  return all;
}

function widthOf(batch: readonly Pair[]): number {
  return batch.at(-1)?.encoded.ids.length ?? 0;
}

function padded(batch: readonly Pair[], padding: number): PairBatch {
  const rows = batch.length;
  const width = widthOf(batch);
  const ids = new BigInt64Array(rows * width).fill(BigInt(padding));
  const mask = new BigInt64Array(rows * width);
  const types = new BigInt64Array(rows * width);
  batch.forEach(({ encoded }, row) => {
    ids.set(encoded.ids.map(BigInt), row * width);
    mask.fill(1n, row * width, row * width + encoded.ids.length);
    types.set(encoded.types.map(BigInt), row * width);
  });
  return { rows, width, ids, mask, types };
}

type CheckedOutputs = Record<HeadName, HeadTensor>;

function checkOutputs(outputs: HeadOutputs, rows: number, width: number): CheckedOutputs {
  const checked = (name: HeadName): HeadTensor => {
    const tensor = outputs[name];
    if (tensor === undefined)
      throw new AppError("model-nonsense", { cause: "no-head", head: name });
    const expected = [rows, ...outputShapes[name](width)];
    const count = expected.reduce((product, size) => product * size, 1);
    if (tensor.dims.join() !== expected.join() || tensor.data.length !== count) {
      throw new AppError("model-nonsense", { cause: name, dims: tensor.dims.join("x") });
    }
    return tensor;
  };
  return {
    span_logits: checked("span_logits"),
    kind_logits: checked("kind_logits"),
    relevance_logit: checked("relevance_logit"),
    known_logit: checked("known_logit"),
  };
}

function logitsOf(outputs: CheckedOutputs, row: number, encoded: EncodedPair): HeadLogits {
  const { data, dims } = outputs.span_logits;
  const from = (row * (dims[1] ?? 0) + encoded.passageAt) * 2;
  const of = (side: number) =>
    encoded.passage.map((_, index) => data[from + index * 2 + side] ?? 0);
  return {
    start: of(0),
    end: of(1),
    kind: outputs.kind_logits.data.subarray(row * 4, row * 4 + 4),
    relevance: outputs.relevance_logit.data[row] ?? Number.NaN,
    known: outputs.known_logit.data[row] ?? Number.NaN,
  };
}
