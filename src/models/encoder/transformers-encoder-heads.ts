import { type PreTrainedModel, type PreTrainedTokenizer, Tensor } from "@huggingface/transformers";
import { AppError } from "../../log/errors.ts";
import type { EncoderVocabulary } from "./encoder-pair.ts";
import type { HeadOutputs, HeadTensor, PairBatch } from "./encoder-reader.ts";

const continuing = "##";

export function vocabularyOf(tokenizer: PreTrainedTokenizer): EncoderVocabulary {
  const idOf = (token: string): number => {
    const id: unknown = tokenizer.convert_tokens_to_ids(token);
    if (typeof id === "number") return id;
    throw new AppError("model-load-failed", { cause: "vocabulary", token });
  };
  return {
    begin: idOf("[CLS]"),
    separator: idOf("[SEP]"),
    padding: idOf("[PAD]"),
    pieces(word) {
      const tokens = tokenizer.tokenize(word);
      const ids = tokens.map(idOf);
      if (tokens.includes(tokenizer.unk_token)) return { ids, lengths: null };
      const lengths = tokens.map((token, index) =>
        index > 0 && token.startsWith(continuing) ? token.length - continuing.length : token.length,
      );
      return { ids, lengths };
    },
  };
}

const headNames = ["span_logits", "kind_logits", "relevance_logit", "known_logit"] as const;

export async function runHeads(model: PreTrainedModel, batch: PairBatch): Promise<HeadOutputs> {
  const shape = [batch.rows, batch.width];
  const outputs: unknown = await model({
    input_ids: new Tensor("int64", batch.ids, shape),
    attention_mask: new Tensor("int64", batch.mask, shape),
    token_type_ids: new Tensor("int64", batch.types, shape),
  });
  const found: HeadOutputs = {};
  for (const [name, output] of Object.entries(outputs ?? {})) {
    if (!(output instanceof Tensor)) continue;
    const head = headNames.find((one) => one === name);
    if (head !== undefined) found[head] = headTensor(output);
    output.dispose();
  }
  return found;
}

function headTensor({ data, dims }: Tensor): HeadTensor {
  if (!(data instanceof Float32Array)) {
    throw new AppError("model-nonsense", { cause: "head-type", dims: dims.join("x") });
  }
  return { data: data.slice(), dims };
}
