/** Read field by field: an unreadable figure becomes null and never loses a paid answer. */
import * as z from "zod/mini";
import type { Usage } from "../../log/types.ts";

/** The longest known contexts hold ten million. */
const mostTokens = 10_000_000;

const figures = z.looseObject({
  prompt_tokens: z.optional(z.unknown()),
  completion_tokens: z.optional(z.unknown()),
  total_tokens: z.optional(z.unknown()),
  prompt_tokens_details: z.optional(z.unknown()),
  prompt_cache_hit_tokens: z.optional(z.unknown()),
  cached_tokens: z.optional(z.unknown()),
});
const details = z.looseObject({ cached_tokens: z.optional(z.unknown()) });

/** Null for −1, 1.5, "10", 9e15. */
function count(value: unknown): number | null {
  const usable = typeof value === "number" && Number.isInteger(value);
  return usable && value >= 0 && value <= mostTokens ? value : null;
}

/** Missing figures stay null, not 0. */
export function readUsage(value: unknown): Usage | null {
  const parsed = figures.safeParse(value);
  if (!parsed.success) return null;
  const { data } = parsed;
  const prompt = count(data.prompt_tokens);
  const generated = count(data.completion_tokens);
  // A prompt never has 0 tokens, so 0 means "not counted".
  if (prompt === 0 || (prompt === null && generated === null)) return null;
  const inDetails = details.safeParse(data.prompt_tokens_details);
  const cached =
    count(inDetails.success ? inDetails.data.cached_tokens : null) ??
    count(data.prompt_cache_hit_tokens) ??
    count(data.cached_tokens);
  return {
    promptTokens: prompt,
    cachedTokens: cached !== null && prompt !== null && cached > prompt ? null : cached,
    generatedTokens: withReasoning(prompt, generated, count(data.total_tokens)),
  };
}

/** xAI and Google bill hidden reasoning only in the total. Elsewhere the total is the plain sum. */
function withReasoning(
  prompt: number | null,
  generated: number | null,
  total: number | null,
): number | null {
  if (prompt === null || generated === null || total === null) return generated;
  return Math.max(generated, total - prompt);
}

/**
 * Keeps the largest figures, but the smallest of cached tokens, which are cheaper: later reports
 * never lower the charge.
 */
export function largestUsage(one: Usage | null, other: Usage | null): Usage | null {
  if (one === null || other === null) return one ?? other;
  return {
    promptTokens: pick(Math.max, one.promptTokens, other.promptTokens),
    cachedTokens: pick(Math.min, one.cachedTokens, other.cachedTokens),
    generatedTokens: pick(Math.max, one.generatedTokens, other.generatedTokens),
  };
}

function pick(
  choose: (one: number, other: number) => number,
  one: number | null,
  other: number | null,
): number | null {
  if (one === null || other === null) return one ?? other;
  return choose(one, other);
}
