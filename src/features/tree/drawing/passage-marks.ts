/** Marks lie by relevance; the supporting span is quoted with its sentence. */
import type { Trace, TraceNode } from "../../../folds/trace.ts";

export interface PassageMark {
  /** Relevance, in [0, 1]. */
  at: number;
  /** `read` passages do not support the answer. */
  kind: "seen" | "read" | "support";
}

export interface Quote {
  before: string;
  span: string;
  after: string;
}

/** More marks would merge into a bar. */
const mostMarks = 24;

export function passageMarks(node: TraceNode, support: string | null): PassageMark[] {
  const all = node.candidates.length === 0 ? node.passages : node.candidates;
  const relevance = relevanceOf(node);
  const isRead = new Set(node.passages.map(({ id }) => id));
  return all.slice(0, mostMarks).map(({ id }) => ({
    at: Math.min(1, Math.max(0, relevance.get(id) ?? 0)),
    kind: id === support ? "support" : isRead.has(id) ? "read" : "seen",
  }));
}

/** The encoder's relevance; otherwise the retrieval score relative to the best. */
function relevanceOf({ reading, filter, candidates, passages }: TraceNode): Map<string, number> {
  if (reading !== null) {
    return new Map(reading.readings.map(({ passageId, relevance }) => [passageId, relevance]));
  }
  const judged = filter?.judged.flatMap(({ passageId, score }) =>
    score === null ? [] : [[passageId, score] as const],
  );
  if (judged !== undefined && judged.length > 0) return new Map(judged);
  const all = [...candidates, ...passages];
  const best = all.reduce((most, { score }) => Math.max(most, score), 0);
  return new Map(all.map(({ id, score }) => [id, best > 0 ? score / best : 0]));
}

/** Characters per side. */
const around = 90;

/** Null if no retrieved passage contains the span. */
export function quoteOf(trace: Trace, node: TraceNode, support: string | null): Quote | null {
  const span = node.verdict?.span ?? "";
  const passage = trace.passages.get(support ?? "") ?? null;
  if (span === "" || passage === null) return null;
  return quoteIn(passage.text, span);
}

export function quoteIn(passage: string, span: string): Quote | null {
  const start = passage.indexOf(span);
  if (start === -1) return null;
  const end = start + span.length;
  const before = passage.slice(Math.max(0, start - around), start);
  const after = passage.slice(end, end + around);
  const from = Math.max(
    ...[". ", "! ", "? ", "; ", "\n"].map((stop) => before.lastIndexOf(stop) + stop.length),
    0,
  );
  const begins = before.lastIndexOf("\n") === -1 && !/[.!?;] /u.test(before) ? 0 : from;
  const stop = /[.!?;](?=\s|$)|\n/u.exec(after);
  return {
    before: before.slice(begins).replace(/\s+/gu, " ").trimStart(),
    span: span.replace(/\s+/gu, " "),
    after: (stop === null ? after : after.slice(0, stop.index)).replace(/\s+/gu, " ").trimEnd(),
  };
}
