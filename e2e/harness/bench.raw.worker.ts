import { AutoModelForCausalLM, AutoTokenizer, TextStreamer } from "@huggingface/transformers";
import * as Comlink from "comlink";
import type { ChatMessage } from "../../src/log/types.ts";
import type { GraphSettings } from "../../src/models/transformers/graph.ts";
import { configureRuntime, type WebDevice } from "../../src/models/transformers/runtime.ts";
import { readEmbedded } from "../../src/models/transformers/source.ts";

interface RawLoad {
  modelsBase: string;
  source: string;
  graph: GraphSettings;
  device: WebDevice;
  threads: number;
}

/** Null if no token came. */
export interface RawCall {
  text: string;
  promptTokens: number;
  generatedTokens: number;
  firstTokenMs: number | null;
  totalMs: number;
}

async function loadParts({ modelsBase, source, graph, device, threads }: RawLoad) {
  configureRuntime(device, threads);
  readEmbedded(modelsBase);
  const tokenizer = await AutoTokenizer.from_pretrained(source);
  const model = await AutoModelForCausalLM.from_pretrained(source, { device, ...graph });
  return { tokenizer, model };
}

let parts: Awaited<ReturnType<typeof loadParts>> | null = null;

async function generate(
  messages: ChatMessage[],
  maxTokens: number,
  onText: (text: string) => void,
): Promise<RawCall> {
  if (parts === null) throw new Error("not loaded");
  const { tokenizer, model } = parts;
  const startMs = performance.now();
  const rendered = String(
    tokenizer.apply_chat_template(messages, { tokenize: false, add_generation_prompt: true }),
  );
  const inputs = tokenizer(rendered, { add_special_tokens: false });
  let text = "";
  let generatedTokens = 0;
  let firstTokenMs: number | null = null;
  const streamer = new TextStreamer(tokenizer, {
    skip_prompt: true,
    skip_special_tokens: true,
    callback_function: (piece) => {
      text += piece;
      onText(piece);
    },
    token_callback_function: () => {
      firstTokenMs ??= performance.now() - startMs;
      generatedTokens += 1;
    },
  });
  await model.generate({ ...inputs, max_new_tokens: maxTokens, do_sample: false, streamer });
  const promptTokens = Number(inputs.input_ids.dims.at(-1));
  return {
    text,
    promptTokens,
    generatedTokens,
    firstTokenMs,
    totalMs: performance.now() - startMs,
  };
}

const worker = {
  async load(request: RawLoad): Promise<void> {
    parts = await loadParts(request);
  },
  generate,
};
export type RawWorker = typeof worker;

Comlink.expose(worker);
