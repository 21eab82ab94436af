import type { ScoredPassage } from "../log/types.ts";
import type { Context, Steps } from "../runtime/context.ts";
import { filterPassages } from "./filter.ts";
import { encoderReads, mostRelevant, type ReadPassage, readEach } from "./reader.ts";
import { passagesToRead } from "./rewrite.ts";
import { queriesFor, searchAll } from "./search.ts";
import { chooseTool } from "./tool-routing.ts";

/** The encoder chooses among this many more passages. */
const rerankExtra = 10;

export interface Found {
  /** Best first. */
  passages: readonly ScoredPassage[];
  /** Null unless the encoder reads. */
  read: readonly ReadPassage<ScoredPassage>[] | null;
  /** The tool `none` answers from memory. */
  closedBook: boolean;
}

type Hop = Readonly<{ id: string; query: string }>;

const nothing: Found = { passages: [], read: null, closedBook: false };

/** Throws AppError. */
export async function* findPassages(context: Context, hop: Hop): Steps<Found> {
  const { rerank, filter } = context.settings;
  const { id: node, query } = hop;
  if (filter.kind === "none") return nothing;
  const tool = yield* chooseTool(context, node, query);
  if (tool.kind === "none") return { ...nothing, closedBook: true };
  const queries = yield* queriesFor(context, { stage: "solve", node, question: query }, null);
  const k = passagesToRead(context);
  const wanted = rerank ? k + rerankExtra : k;
  const candidates = yield* searchAll(context, node, tool, queries, wanted);
  if (candidates.length === 0) return nothing;
  if (filter.kind === "off") return yield* readInOrder(context, hop, candidates, k);
  const best = yield* inOrder(context, hop, candidates, k);
  const ask = { stage: "solve", node, question: query } as const;
  const relevant = yield* filterPassages(context, ask, best);
  const { reader } = context.ports;
  if (relevant.length === 0 || reader === null || !encoderReads(context)) {
    return { ...nothing, passages: relevant };
  }
  const read = yield* readEach(context, reader, { ...ask, use: "read" }, relevant);
  return { ...nothing, passages: relevant, read };
}

/** A single reading both orders the passages and answers. */
async function* readInOrder(
  context: Context,
  hop: Hop,
  candidates: readonly ScoredPassage[],
  k: number,
): Steps<Found> {
  const { reader } = context.ports;
  if (reader === null || !encoderReads(context)) {
    return { ...nothing, passages: yield* inOrder(context, hop, candidates, k) };
  }
  const { rerank } = context.settings;
  const retained = yield* readEach(
    context,
    reader,
    { stage: "solve", node: hop.id, use: "read", question: hop.query },
    candidates,
    rerank ? mostRelevant(k) : undefined,
  );
  return { ...nothing, passages: retained.map(({ passage }) => passage), read: retained };
}

async function* inOrder(
  context: Context,
  { id: node, query }: Hop,
  candidates: readonly ScoredPassage[],
  k: number,
): Steps<ScoredPassage[]> {
  const { reader } = context.ports;
  if (!context.settings.rerank || reader === null) return candidates.slice(0, k);
  const retained = yield* readEach(
    context,
    reader,
    { stage: "solve", node, use: "rank", question: query },
    candidates,
    mostRelevant(k),
  );
  return retained.map(({ passage }) => passage);
}
