/** The forms of the encoder's training rows, one JSON object a line. */

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

/** A question and a passage that answers it. */
export interface PairRow {
  source: string;
  query: string;
  title: string;
  text: string;
}

/**
 * A row with the question that it stems from: a sub-question goes to the side (training,
 * selection) of its whole question, and is dropped if that is a test question.
 */
export interface Made<Row> {
  row: Row;
  /** The question in the row. */
  asked: string;
  /** The question whose hash decides between training and selection. */
  of: string;
}

export function made<Row extends { question: string }>(row: Row, of = row.question): Made<Row> {
  return { row, asked: row.question, of };
}
