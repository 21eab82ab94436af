/** What a node's searches found, and what was left of it by who reads and judges. */
import type { RunEventOf } from "../log/events.ts";
import type { Trace, TraceNode } from "./trace.ts";

/** Where passages are reordered first, it is not known yet which of them count. */
export function withRetrieval(
  node: TraceNode,
  event: RunEventOf<"retrieval">,
  trace: Trace,
): TraceNode {
  const { search, passages } = event;
  const reordered = trace.start?.settings.rerank === true;
  const read = reordered ? [] : passages;
  return {
    ...node,
    search,
    candidates: passages,
    passages: read,
    reading: null,
    secondReading: null,
  };
}

/** Queries of their own nodes may have found what is judged here. */
export function withFilter(node: TraceNode, event: RunEventOf<"filter">, trace: Trace): TraceNode {
  const relevant = event.judged.flatMap(({ passageId, relevant: helps }) =>
    helps ? (passageOf(node, passageId, trace) ?? []) : [],
  );
  return { ...node, filter: event, passages: relevant };
}

export function withReading(
  node: TraceNode,
  event: RunEventOf<"reading">,
  trace: Trace,
): TraceNode {
  const kept = event.kept.flatMap((id) => passageOf(node, id, trace) ?? []);
  return { ...node, reading: event, passages: kept };
}

function passageOf({ candidates }: TraceNode, id: string, trace: Trace) {
  return candidates.find((passage) => passage.id === id) ?? trace.passages.get(id);
}
