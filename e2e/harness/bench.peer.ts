/** Runs wllama as its guide describes: a model from a blob, on the CPU. */
import { Wllama } from "@wllama/wllama";
import wasmUrl from "@wllama/wllama/esm/wasm/wllama.wasm?url";
import type { ChatMessage } from "../../src/log/types.ts";
import type { RawCall } from "./bench.raw.worker.ts";

export interface Peer {
  /** Greedy, and uncached. */
  generate(messages: readonly ChatMessage[], maxTokens: number): Promise<RawCall>;
  unload(): Promise<void>;
}

export async function loadPeer(gguf: string, threads: number): Promise<Peer> {
  const engine = new Wllama({ default: wasmUrl }, { suppressNativeLog: true });
  // The fallback for old Safari would come from another origin.
  engine.setCompat(null);
  const blob = await (await fetch(gguf)).blob();
  await engine.loadModel([blob], { n_threads: threads, n_gpu_layers: 0 });
  return {
    generate: (messages, maxTokens) => generate(engine, messages, maxTokens),
    unload: () => engine.exit(),
  };
}

async function generate(
  engine: Wllama,
  messages: readonly ChatMessage[],
  maxTokens: number,
): Promise<RawCall> {
  const startMs = performance.now();
  let text = "";
  let firstTokenMs: number | null = null;
  let promptTokens = 0;
  let generatedTokens = 0;
  await engine.createChatCompletion({
    messages: [...messages],
    max_tokens: maxTokens,
    temperature: 0,
    cache_prompt: false,
    stream: true,
    onData: ({ choices, timings }) => {
      const piece = choices[0]?.delta.content ?? "";
      if (piece !== "") firstTokenMs ??= performance.now() - startMs;
      text += piece;
      promptTokens = timings?.prompt_n ?? promptTokens;
      generatedTokens = timings?.predicted_n ?? generatedTokens;
    },
  });
  const totalMs = performance.now() - startMs;
  return { text, promptTokens, generatedTokens, firstTokenMs, totalMs };
}
