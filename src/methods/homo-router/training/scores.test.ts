import { describe, expect, it } from "vitest";
import { readScores, scoreFileLimits, writeScores } from "./score-file.ts";
import { examplesOf, matchScore, rescored, type ScoreRow } from "./scores.ts";

const row = (changes: Partial<ScoreRow> = {}): ScoreRow => ({
  id: "q1",
  question: "Where is the studio?",
  golds: ["Los Angeles", "Hollywood"],
  scores: { none: 0.5, bm25: 1 },
  vector: Float32Array.from([0.5, -0.25]),
  encoder: "encoder@1",
  predictions: { none: "Angeles", bm25: "Hollywood" },
  ...changes,
});
const line = (changes: object) => JSON.stringify({ ...row(), vector: [0.5, -0.25], ...changes });

describe("text matching", () => {
  it("takes the best gold answer by the chosen measure", () => {
    const golds = ["Los Angeles", "no"];
    expect(matchScore("token-f1", "in Los Angeles", golds)).toBeCloseTo(0.8, 12);
    expect(matchScore("exact", "in Los Angeles", golds)).toBe(0);
    expect(matchScore("cover", "nobody knows", golds)).toBe(1);
    expect(matchScore("cover-tokens", "nobody knows", golds)).toBe(0);
    expect(matchScore("cover-tokens", "in Los Angeles", golds)).toBe(1);
  });

  it("scores a row anew, or not at all where an answer or the gold is not known", () => {
    expect(rescored(row(), "exact")?.scores).toEqual({ none: 0, bm25: 1 });
    expect(rescored(row(), "token-f1")?.scores).toEqual({ none: 2 / 3, bm25: 1 });
    expect(rescored(row({ golds: [] }), "exact")).toBeNull();
    expect(rescored(row({ predictions: { none: "Angeles" } }), "exact")).toBeNull();
  });
});

describe("a file of scores", () => {
  it("comes back as it went out, with or without vectors", () => {
    const theirs = { id: "q2", vector: null, encoder: null, golds: [], predictions: {} };
    const rows = [row(), row(theirs)];
    const matching = "token-f1";
    expect(readScores(writeScores(rows, { withVectors: true, matching }), matching)).toEqual({
      rows,
      bad: [],
    });
    const bare = readScores(writeScores(rows, { withVectors: false, matching }), matching);
    expect(bare.rows.map(({ vector, encoder }) => [vector, encoder])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it("of another matching is scored anew, or refused where the answers are not there", () => {
    const bare = row({ id: "q2", predictions: {} });
    const unscored = row({ id: "q3", scores: {}, predictions: {} });
    const text = writeScores([row(), bare, unscored], { withVectors: true, matching: "cover" });
    const { rows, bad } = readScores(text, "exact");
    expect(rows).toEqual([row({ scores: { none: 0, bm25: 1 } })]);
    expect(bad).toEqual([
      { line: 2, problem: "other-matching", field: "matching" },
      { line: 3, problem: "no-scores", field: "scores" },
    ]);
    const { matching: _, ...silent } = JSON.parse(text.split("\n")[0] ?? "");
    expect(readScores(JSON.stringify(silent), "exact").rows).toEqual([row()]);
  });

  it("may be a JSON array, and may leave out what can be derived", () => {
    const bare = {
      id: "a",
      question: "Q?",
      golds: ["Oslo"],
      predictions: { x: "Oslo", y: "Rome" },
    };
    const { rows } = readScores(JSON.stringify([bare]), "exact");
    expect(rows).toEqual([{ ...bare, scores: { x: 1, y: 0 }, vector: null, encoder: null }]);
  });

  it("names each bad line with its reason and takes the others", () => {
    const text = [
      line({}),
      "{oops",
      "",
      line({ id: "q2", question: "" }),
      line({ id: "q3", scores: { none: 1.5 } }),
      line({ id: "q4", scores: { none: "1" } }),
      line({ id: "q5", vector: [1, 2, 3] }),
      line({}),
      line({ id: "q6", scores: undefined, golds: [] }),
      line({ id: "q7", scores: { none: null } }),
      "[1]",
      line({ id: "q8" }),
    ].join("\n");
    const { rows, bad } = readScores(text, "token-f1");
    expect(rows.map(({ id }) => id)).toEqual(["q1", "q8"]);
    expect(bad).toEqual([
      { line: 2, problem: "not-json", field: "" },
      { line: 4, problem: "not-a-row", field: "question" },
      { line: 5, problem: "score-outside-0-1", field: "scores.none" },
      { line: 6, problem: "not-a-row", field: "scores.none" },
      { line: 7, problem: "vector-length-differs", field: "vector" },
      { line: 8, problem: "duplicate-id", field: "id" },
      { line: 9, problem: "no-scores", field: "scores" },
      { line: 10, problem: "not-a-row", field: "scores.none" },
      { line: 11, problem: "not-a-row", field: "" },
    ]);
  });

  it("bounds the tools of a row", () => {
    const scores = Object.fromEntries(
      Array.from({ length: scoreFileLimits.tools + 1 }, (_, index) => [`t${index}`, 0]),
    );
    expect(readScores(line({ scores }), "exact").bad).toMatchObject([
      { line: 1, problem: "too-many-tools" },
    ]);
  });

  it("never throws, whatever it is given", () => {
    for (const text of ["", "null", "[", "[null]", '"x"', "\u0000", '{"__proto__":1}']) {
      expect(() => readScores(text, "exact")).not.toThrow();
      expect(readScores(text, "exact").rows).toEqual([]);
    }
  });
});

describe("examples", () => {
  it("are the rows with every tool's score and a vector; the others are named", () => {
    const rows = [
      row(),
      row({ id: "q2", vector: null }),
      row({ id: "q3", scores: { bm25: 1 } }),
      row({ id: "q4", vector: new Float32Array(3) }),
      row({ id: "q5", scores: { none: Number.NaN, bm25: 1 } }),
      row({ id: "q6", scores: { none: 0.5, bm25: -0.1 } }),
      row({ id: "q7", vector: Float32Array.from([Number.NaN, 0]) }),
    ];
    const { examples, dropped } = examplesOf(rows, ["bm25", "none"]);
    expect(examples).toEqual([
      {
        id: "q1",
        question: "Where is the studio?",
        vector: Float32Array.from([0.5, -0.25]),
        labels: [1, 0.5],
      },
    ]);
    expect(dropped).toEqual([
      { id: "q2", reason: "no-vector" },
      { id: "q3", reason: "tool-missing" },
      { id: "q4", reason: "vector-length" },
      { id: "q5", reason: "not-a-number" },
      { id: "q6", reason: "not-a-number" },
      { id: "q7", reason: "not-a-number" },
    ]);
  });
});
