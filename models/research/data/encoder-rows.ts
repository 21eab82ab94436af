/** Formats of the encoder's training rows, one JSON object per line. */

/** `start` is the answer's offset in the row's `text`, in UTF-16 units. */
export interface SpanAnswer {
  text: string;
  start: number;
}

export interface ReadRow {
  source: string;
  question: string;
  title: string;
  text: string;
  kind: "span" | "yes" | "no" | "none";
  /** Empty unless `kind` is span. */
  answers: SpanAnswer[];
}

export interface RelevanceRow {
  source: string;
  question: string;
  passages: { title: string; text: string; label: 0 | 1 }[];
}

export interface PairRow {
  source: string;
  query: string;
  title: string;
  text: string;
}

/**
 * A row with the question it derives from: a sub-question goes to its whole question's split, and
 * is dropped if that is a test question.
 */
export interface Made<Row> {
  row: Row;
  asked: string;
  of: string;
}

export function made<Row extends { question: string }>(row: Row, of = row.question): Made<Row> {
  return { row, asked: row.question, of };
}
