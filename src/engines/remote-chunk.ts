/** What chat servers send, chunk by chunk, read with care: they agree only in outline. */
import * as z from "zod/mini";
import type { Usage } from "../core/types.ts";

const count = z.optional(z.nullable(z.int().check(z.gte(0))));
const reportedUsage = z.looseObject({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count,
  prompt_tokens_details: z.optional(z.nullable(z.looseObject({ cached_tokens: count }))),
  /** DeepSeek's and Moonshot's own places for the cached part. */
  prompt_cache_hit_tokens: count,
  cached_tokens: count,
});

const alternative = z.looseObject({ token: z.string(), logprob: z.number() });
const tokenLogprob = z.extend(alternative, {
  top_logprobs: z.optional(z.nullable(z.array(alternative))),
});
export type TokenLogprob = z.infer<typeof tokenLogprob>;

const textPart = z.looseObject({ type: z.string(), text: z.optional(z.string()) });
const said = z.looseObject({
  /** A list where a server mixes answer and reasoning (Mistral). */
  content: z.optional(z.nullable(z.union([z.string(), z.array(textPart)]))),
});
const choice = z.looseObject({
  delta: z.optional(z.nullable(said)),
  /** In place of `delta` when a server ignores `stream` and answers in one piece. */
  message: z.optional(z.nullable(said)),
  finish_reason: z.optional(z.nullable(z.string())),
  logprobs: z.optional(z.unknown()),
});

/** One streamed chunk, or a whole answer. */
export const chunk = z.looseObject({
  choices: z.optional(z.nullable(z.array(choice))),
  usage: z.optional(z.nullable(reportedUsage)),
  /** Groq's own place for usage in streams. */
  x_groq: z.optional(z.nullable(z.looseObject({ usage: z.optional(reportedUsage) }))),
});
export type Chunk = z.infer<typeof chunk>;

export function textOf(data: Chunk): string {
  const first = data.choices?.[0];
  const content = (first?.delta ?? first?.message)?.content ?? "";
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? (part.text ?? "") : "")).join("");
}

export function finishOf(data: Chunk): string | null {
  return data.choices?.[0]?.finish_reason ?? null;
}

const logprobs = z.looseObject({ content: z.array(tokenLogprob) });

/** Empty when this chunk tells none, or tells them in a form nobody documents. */
export function logprobsOf(data: Chunk): readonly TokenLogprob[] {
  const parsed = logprobs.safeParse(data.choices?.[0]?.logprobs);
  return parsed.success ? parsed.data.content : [];
}

/** Null when this chunk tells no usage. What it leaves out stays null: not told is not 0. */
export function usageOf(data: Chunk): Usage | null {
  const told = data.usage ?? data.x_groq?.usage ?? null;
  if (told === null) return null;
  const prompt = told.prompt_tokens ?? null;
  const generated = told.completion_tokens ?? null;
  if (prompt === null && generated === null) return null;
  return {
    promptTokens: prompt,
    cachedTokens:
      told.prompt_tokens_details?.cached_tokens ??
      told.prompt_cache_hit_tokens ??
      told.cached_tokens ??
      null,
    generatedTokens: withReasoning(prompt, generated, told.total_tokens ?? null),
  };
}

/**
 * xAI and Google leave hidden reasoning out of `completion_tokens` but bill it; it
 * shows in the total. Everyone else's total is the plain sum.
 */
function withReasoning(
  prompt: number | null,
  generated: number | null,
  total: number | null,
): number | null {
  if (prompt === null || generated === null || total === null) return generated;
  return Math.max(generated, total - prompt);
}
