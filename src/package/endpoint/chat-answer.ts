/** A result in the form of OpenAI's chat completions, whole or in chunks. */
import type { Result } from "../result.ts";

interface Of {
  id: string;
  model: string;
  /** In seconds. */
  created: number;
}

export function completion(of: Of, result: Result) {
  const message = { role: "assistant", content: result.answer ?? "", refusal: null };
  return {
    ...of,
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: "stop", logprobs: null }],
    usage: usageOf(result),
    hopwise: hopwiseOf(result),
  };
}

export function firstChunk(of: Of) {
  return chunk(of, { role: "assistant", content: "" }, null);
}

/** An answer is only known when the run ends: a second pass may replace the first. */
export function* lastChunks(of: Of, result: Result, includeUsage: boolean) {
  yield chunk(of, { content: result.answer ?? "" }, null);
  yield { ...chunk(of, {}, "stop"), hopwise: hopwiseOf(result) };
  if (includeUsage) yield { ...chunk(of, {}, null), choices: [], usage: usageOf(result) };
}

function chunk(of: Of, delta: object, finish: "stop" | null) {
  const choices = [{ index: 0, delta, finish_reason: finish, logprobs: null }];
  return { ...of, object: "chat.completion.chunk", choices };
}

/** Tokens of all calls, small and large; only those that were reported. */
function usageOf({ cost }: Result) {
  const { promptTokens, generatedTokens } = cost;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: generatedTokens,
    total_tokens: promptTokens + generatedTokens,
  };
}

/** The question may have got words from the turns before. */
function hopwiseOf({ log, short, state, sure, citations, cost }: Result) {
  const [start] = log;
  const question = start?.type === "run-start" ? start.question : "";
  return { question, short, state, sure, citations, cost };
}
