/** Bad questions are listed with their reason, the others accepted. */
import * as z from "zod/mini";
import { answerer } from "./answerer.ts";
import { type Matching, matchings, rescored, type ScoreRow, scoreAnswers } from "./scores.ts";

export const scoreFileLimits = {
  rows: 50_000,
  questionCharacters: 2000,
  setCharacters: 200,
  answerCharacters: 20_000,
  tools: 16,
  dimensions: 4096,
} as const;

export type ScoreProblem =
  | "not-json"
  | "not-a-row"
  | "no-scores"
  | "score-outside-0-1"
  | "other-matching"
  | "too-many-tools"
  | "vector-length-differs"
  | "duplicate-id"
  | "too-many-rows";

export interface BadScoreRow {
  /** Counts from 1. */
  line: number;
  problem: ScoreProblem;
  /** Empty for the whole row. */
  field: string;
}

export interface ScoreFile {
  rows: ScoreRow[];
  bad: BadScoreRow[];
}

const answer = z.string().check(z.maxLength(scoreFileLimits.answerCharacters));
const storedRow = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  question: z.string().check(z.minLength(1), z.maxLength(scoreFileLimits.questionCharacters)),
  set: z.optional(z.string().check(z.maxLength(scoreFileLimits.setCharacters))),
  golds: z._default(z.array(answer), []),
  scores: z.optional(z.record(z.string().check(z.minLength(1)), z.number())),
  /** Files from elsewhere may lack it. */
  matching: z.optional(z.enum(matchings)),
  vector: z._default(
    z.nullable(z.array(z.number()).check(z.minLength(1), z.maxLength(scoreFileLimits.dimensions))),
    null,
  ),
  encoder: z._default(z.nullable(z.string()), null),
  predictions: z._default(z.record(z.string().check(z.minLength(1)), answer), {}),
  answerer: z.optional(answerer),
});

export interface WriteOptions {
  /** Vectors make the file some twenty times larger and can be recomputed. */
  withVectors: boolean;
  matching: Matching;
}

export function writeScores(
  rows: readonly ScoreRow[],
  { withVectors, matching }: WriteOptions,
): string {
  return rows
    .map((row) => {
      const vector = withVectors && row.vector !== null ? Array.from(row.vector) : null;
      const encoder = vector === null ? null : row.encoder;
      return `${JSON.stringify({ ...row, matching, vector, encoder })}\n`;
    })
    .join("");
}

/**
 * Never throws. A row without scores, or with another matching's, is scored from its answers, or
 * refused. Scores without a matching are accepted.
 */
export function readScores(text: string, matching: Matching): ScoreFile {
  const reader = new RowReader(matching);
  const items = wholeArray(text);
  if (items !== null) {
    for (const [index, item] of items.entries()) reader.take(index + 1, item);
    return reader.file;
  }
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() !== "") reader.takeLine(index + 1, line);
  }
  return reader.file;
}

/** Null if the text is no JSON array. */
function wholeArray(text: string): unknown[] | null {
  if (!text.trimStart().startsWith("[")) return null;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

class RowReader {
  readonly file: ScoreFile = { rows: [], bad: [] };
  readonly #matching: Matching;
  readonly #ids = new Set<string>();
  #dimensions: number | null = null;

  constructor(matching: Matching) {
    this.#matching = matching;
  }

  takeLine(line: number, text: string): void {
    try {
      this.take(line, JSON.parse(text));
    } catch {
      this.#refuse(line, "not-json", "");
    }
  }

  take(line: number, value: unknown): void {
    const parsed = storedRow.safeParse(value);
    if (!parsed.success) {
      this.#refuse(line, "not-a-row", parsed.error.issues[0]?.path.join(".") ?? "");
      return;
    }
    const row = rowOf(parsed.data, this.#matching);
    if (row === null) {
      this.#refuse(line, "other-matching", "matching");
      return;
    }
    const fault = this.#faultOf(row);
    if (fault !== null) {
      this.#refuse(line, fault.problem, fault.field);
      return;
    }
    this.#ids.add(row.id);
    this.#dimensions ??= row.vector?.length ?? null;
    this.file.rows.push(row);
  }

  #faultOf({ id, scores, vector }: ScoreRow): Pick<BadScoreRow, "problem" | "field"> | null {
    const tools = Object.entries(scores);
    const outside = tools.find(([, score]) => score < 0 || score > 1);
    if (outside !== undefined) {
      return { problem: "score-outside-0-1", field: `scores.${outside[0]}` };
    }
    if (tools.length === 0) return { problem: "no-scores", field: "scores" };
    if (tools.length > scoreFileLimits.tools) return { problem: "too-many-tools", field: "scores" };
    if (vector !== null && this.#dimensions !== null && vector.length !== this.#dimensions) {
      return { problem: "vector-length-differs", field: "vector" };
    }
    if (this.#ids.has(id)) return { problem: "duplicate-id", field: "id" };
    if (this.file.rows.length >= scoreFileLimits.rows)
      return { problem: "too-many-rows", field: "" };
    return null;
  }

  #refuse(line: number, problem: ScoreProblem, field: string): void {
    this.file.bad.push({ line, problem, field });
  }
}

/** Null for scores of another matching that cannot be recomputed. */
function rowOf(stored: z.infer<typeof storedRow>, matching: Matching): ScoreRow | null {
  const { id, question, set, golds, predictions } = stored;
  // Without gold the score is unknown, not 0.
  const derived = golds.length === 0 ? {} : scoreAnswers(predictions, golds, matching);
  const row: ScoreRow = {
    id,
    question,
    ...(set === undefined ? {} : { set }),
    golds,
    scores: stored.scores ?? derived,
    vector: stored.vector === null ? null : Float32Array.from(stored.vector),
    encoder: stored.vector === null ? null : stored.encoder,
    predictions,
    ...(stored.answerer === undefined ? {} : { answerer: stored.answerer }),
  };
  const isOfAnother = stored.matching !== undefined && stored.matching !== matching;
  return isOfAnother && Object.keys(row.scores).length > 0 ? rescored(row, matching) : row;
}
