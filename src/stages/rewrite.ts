/** CoopLLM's query rewriting unit (§4.2, Table 4). */

import { callModel } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { Step } from "../runtime/prompts.ts";
import { parseDigest, parseKeywords } from "./parse/line.ts";
import { rewriterParts } from "./rewrite/index.ts";

export function passagesToRead(context: Context): number {
  const { rewriter, retrieval } = context.settings;
  return rewriterParts[rewriter].top3 ? Math.max(3, retrieval.k) : retrieval.k;
}

/** Returns the query itself if the keywords come back empty. */
export async function* rewriteQuery(context: Context, node: string, query: string): Steps<string> {
  const { rewriter, rewriteBy } = context.settings;
  let search = query;
  if (rewriterParts[rewriter].keywords) {
    const { id, text } = yield* callModel(context, {
      stage: "solve",
      purpose: "rewrite",
      tier: rewriteBy,
      node,
      prompt: (tier) => context.prompts.keywords(tier, query),
    });
    const keywords = parseKeywords(text);
    if (keywords === "") yield* context.parseFailure(id, "keywords", unusable);
    else search = keywords;
  }
  const unused = unusedParts(context);
  yield context.event({
    type: "query-rewrite",
    node,
    rewriter,
    search,
    ...(unused.length === 0 ? {} : { unused }),
  });
  return search;
}

/**
 * One prompt holds all passages and earlier steps only if both tiers read with a language model:
 * *read* must change only the reader.
 */
export function readsTogether({ settings }: Context): boolean {
  return settings.reader === "model";
}

/** Earlier steps would leave no room for the passage in the encoder. */
function unusedParts(context: Context): ("history" | "digest")[] {
  if (readsTogether(context)) return [];
  const parts = rewriterParts[context.settings.rewriter];
  return (["history", "digest"] as const).filter((part) => parts[part]);
}

/** Approximates Soft-prompt by one line; null if the variant has none. */
export async function* digestPath(
  context: Context,
  node: string,
  steps: readonly Step[],
): Steps<string | null> {
  const { rewriter, rewriteBy } = context.settings;
  if (!rewriterParts[rewriter].digest || steps.length === 0) return null;
  const { id, text } = yield* callModel(context, {
    stage: "solve",
    purpose: "digest",
    tier: rewriteBy,
    node,
    prompt: (tier) => context.prompts.digest(tier, steps),
  });
  const digest = parseDigest(text);
  if (digest !== "") return digest;
  yield* context.parseFailure(id, "digest", unusable);
  return null;
}

const unusable = { resolution: "fell-back", detail: "nothing usable" } as const;
