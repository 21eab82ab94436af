/** SearChain's duplicate test, with embeddings in place of the Quora cross-encoder. */
import type { Trace, TraceNode } from "../folds/trace.ts";
import { normalise, withoutAccents } from "../language/normalise.ts";
import type { Context } from "../runtime/context.ts";
import type { Embedder, StopSignal } from "../runtime/ports.ts";
import { isHop, isSuperseded } from "./path.ts";

export interface Seen {
  id: string;
  query: string;
}

/**
 * Queries with different numbers or names are never the same: "capital of France" and "capital of
 * Spain" differ in one word only.
 */
export async function findDuplicate(
  query: string,
  seen: readonly Seen[],
  embedder: Embedder,
  threshold: number,
  signal: StopSignal,
): Promise<string | null> {
  const exact = seen.find((node) => normalise(node.query) === normalise(query));
  if (exact !== undefined) return exact.id;
  const candidates = seen.filter((node) => sameNames(node.query, query));
  if (candidates.length === 0) return null;
  const vectors = await embedder.embed([query, ...candidates.map((node) => node.query)], signal);
  const [target, ...others] = vectors;
  if (target === undefined) return null;
  const best = others
    .map((vector, index) => ({ node: candidates[index], cosine: dot(target, vector) }))
    .sort((a, b) => b.cosine - a.cosine)[0];
  return best?.node !== undefined && best.cosine >= threshold ? best.node.id : null;
}

export function duplicateOf(context: Context, query: string, seen: readonly Seen[]) {
  const { duplicateThreshold } = context.settings;
  return findDuplicate(query, seen, context.ports.embedder, duplicateThreshold, context.signal);
}

/** SearChain's V: queries on any branch that still counts. */
export function seenQueries(trace: Trace): TraceNode[] {
  return [...trace.nodes.values()].filter(
    (node) => node.verdict !== null && isHop(trace, node) && !isSuperseded(trace, node),
  );
}

function sameNames(a: string, b: string): boolean {
  const left = names(a);
  const right = names(b);
  return left.size === right.size && [...left].every((name) => right.has(name));
}

/** Numbers, and capitalised words that do not start the sentence. */
function names(text: string): Set<string> {
  const words = text.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  const named = words.slice(1).filter((word) => /^[\p{Lu}\p{N}]/u.test(word));
  return new Set(named.map(withoutAccents));
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}
