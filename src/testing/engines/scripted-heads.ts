/** FAKE reader without weights. */
import type { HeadsConfig } from "../../models/encoder/encoder-heads.ts";
import type { EncoderVocabulary } from "../../models/encoder/encoder-pair.ts";
import type { HeadOutputs, PairBatch, ReaderParts } from "../../models/encoder/encoder-reader.ts";

/** A word is one piece, or two if long; the id encodes the length. */
export const letterVocabulary: EncoderVocabulary = {
  begin: 1,
  separator: 2,
  padding: 0,
  pieces(word) {
    const id = 10 + word.length;
    if (word.length <= 4) return { ids: [id], lengths: [word.length] };
    return { ids: [id, id], lengths: [4, word.length - 4] };
  },
};

export const plainHeads: HeadsConfig = {
  confidence: { a: 1, b: 0 },
  relevance: { a: 1, b: 0 },
  known: { a: 1, b: 0 },
  maxSpanTokens: 8,
};

/** `start` defaults to the first token. */
export interface ScriptedLogits {
  kind?: readonly [number, number, number, number];
  start?: number;
  end?: number;
  relevance?: number;
  known?: number;
}

export type PairScript = (ids: readonly number[]) => ScriptedLogits;

export interface ScriptedParts extends ReaderParts {
  batches: PairBatch[];
}

export function scriptedParts(script: PairScript = () => ({})): ScriptedParts {
  const batches: PairBatch[] = [];
  return {
    vocabulary: letterVocabulary,
    heads: plainHeads,
    maxTokens: 512,
    maxRows: 8,
    batches,
    run: async (batch) => {
      batches.push(batch);
      return outputsFor(batch, script);
    },
  };
}

function outputsFor(batch: PairBatch, script: PairScript): HeadOutputs {
  const { rows, width } = batch;
  const spans = new Float32Array(rows * width * 2);
  const kinds = new Float32Array(rows * 4);
  const relevances = new Float32Array(rows);
  const knowns = new Float32Array(rows);
  for (let row = 0; row < rows; row += 1) {
    const real = Number(
      batch.mask.subarray(row * width, (row + 1) * width).reduce((a, b) => a + b, 0n),
    );
    const ids = [...batch.ids.subarray(row * width, row * width + real)].map(Number);
    const said = script(ids);
    const passageAt = ids.indexOf(letterVocabulary.separator) + 1;
    const start = said.start ?? 0;
    spans[(row * width + passageAt + start) * 2] = 9;
    spans[(row * width + passageAt + (said.end ?? start)) * 2 + 1] = 9;
    kinds.set(said.kind ?? [3, 0, 0, 0], row * 4);
    relevances[row] = said.relevance ?? 0;
    knowns[row] = said.known ?? 0;
  }
  return {
    span_logits: { dims: [rows, width, 2], data: spans },
    kind_logits: { dims: [rows, 4], data: kinds },
    relevance_logit: { dims: [rows, 1], data: relevances },
    known_logit: { dims: [rows, 1], data: knowns },
  };
}
