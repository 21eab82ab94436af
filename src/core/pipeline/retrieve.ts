/** The passages of a hop: retrieved, and where wanted put in order by the encoder. */
import { AppError, toAppError } from "../errors.ts";
import type { ScoredPassage } from "../types.ts";
import type { Context, Steps } from "./context.ts";
import { encoderReads, mostRelevant, type ReadPassage, readEach } from "./reader.ts";
import { passagesToRead } from "./rewrite.ts";

/** How many more passages than are read are retrieved for the encoder to choose among. */
const rerankExtra = 10;

export interface Found {
  /** What is read, best first. */
  passages: readonly ScoredPassage[];
  /** What the encoder says of them, where it is the reader; else null. */
  read: readonly ReadPassage<ScoredPassage>[] | null;
}

export async function* findPassages(
  context: Context,
  { id: node, query }: { id: string; query: string },
  search: string,
): Steps<Found> {
  const { reader } = context.ports;
  const { rerank } = context.settings;
  const reads = encoderReads(context);
  const k = passagesToRead(context);
  const candidates = yield* retrieve(context, node, search, rerank ? k + rerankExtra : k);
  const asked = reader !== null && (reads || rerank);
  if (!asked || candidates.length === 0) return { passages: candidates.slice(0, k), read: null };
  const use = reads ? "read" : "rank";
  const kept = yield* readEach(
    context,
    reader,
    { stage: "solve", node, use, question: query },
    candidates,
    (all) => (rerank ? mostRelevant(all, k) : all),
  );
  return { passages: kept.map(({ passage }) => passage), read: reads ? kept : null };
}

async function* retrieve(
  context: Context,
  node: string,
  search: string,
  k: number,
): Steps<ScoredPassage[]> {
  const { mode, rrfK, bm25 } = context.settings.retrieval;
  const startedMs = context.ports.clock.nowMs();
  try {
    const found = await context.ports.retriever.retrieve(
      { text: search, mode, k, rrfK, bm25 },
      context.signal,
    );
    yield context.event({
      type: "retrieval",
      node,
      search,
      mode,
      passages: found.passages,
      bytesSent: found.bytesSent,
      totalMs: context.ports.clock.nowMs() - startedMs,
    });
    return found.passages;
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code !== "internal") throw error;
    throw new AppError("retrieval-failed", error.params, { retryable: true, cause: thrown });
  }
}
