/**
 * CoopLLM's query rewriting unit (§4.2, Table 4): what is searched, how much is read, what is
 * remembered.
 */

import { callModel } from "../runtime/call.ts";
import type { Context, Steps } from "../runtime/context.ts";
import type { Step } from "../runtime/prompts.ts";
import { parseDigest, parseKeywords } from "./parse/line.ts";
import { rewriterParts } from "./rewrite/index.ts";

/** Number of passages for the reader: k, or at least 3 under `top3` and `all`. */
export function passagesToRead(context: Context): number {
  const { rewriter, retrieval } = context.settings;
  return rewriterParts[rewriter].top3 ? Math.max(3, retrieval.k) : retrieval.k;
}

/** A node's search text; the query itself if the keywords come back empty. */
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
 * Whether one prompt holds all passages of a hop and the earlier steps: only if both tiers read
 * with a language model. If the small tier reads with the encoder, one question and one passage at
 * a time, so does the large one, so that *read* changes only the reader.
 */
export function readsTogether({ settings }: Context): boolean {
  return settings.reader === "model";
}

/**
 * A reader of one passage at a time gets no earlier steps: they would push the passage out of the
 * encoder.
 */
function unusedParts(context: Context): ("history" | "digest")[] {
  if (readsTogether(context)) return [];
  const parts = rewriterParts[context.settings.rewriter];
  return (["history", "digest"] as const).filter((part) => parts[part]);
}

/** Soft-prompt, approximated: the path so far in one line; null if the variant has none. */
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
