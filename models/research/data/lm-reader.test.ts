import { describe, expect, test } from "vitest";
import type { ReadExample } from "./lm-inputs.ts";
import { secondReaderRows } from "./lm-reader.ts";
import type { LmRow } from "./lm-row.ts";

const example = (fields: Partial<ReadExample>): ReadExample => ({
  source: "nq_qed",
  question: "What is the capital of Norland?",
  title: "Norland",
  text: "The capital of Norland is Aberwick.",
  kind: "span",
  answers: [{ text: "Aberwick", start: 26 }],
  ...fields,
});

const other = (skill: LmRow["skill"]): LmRow => ({
  skill,
  source: "own",
  question: `a question of ${skill}`,
  messages: [{ role: "user", content: `a question of ${skill}` }],
  segments: [{ text: "yes", learn: true }],
});

const nothingKept = () => false;

describe("rows of the second reader", () => {
  test("spans of SQuAD are read four times, as the training's measure needs them most", () => {
    const rows = secondReaderRows([example({ source: "squad" }), example({})], [], nothingKept);
    const count = (source: string) => rows.filter((row) => row.source === source).length;
    expect([count("squad"), count("nq_qed")]).toEqual([4, 1]);
  });

  test("what SQuAD's readers marked is learned in turn, the first of it most often", () => {
    const answers = [
      { text: "Aberwick", start: 26 },
      { text: "of Norland is Aberwick", start: 12 },
      { text: "Norland is Aberwick", start: 15 },
    ];
    const rows = secondReaderRows([example({ source: "squad", answers })], [], nothingKept);
    const learned = rows.map(({ segments }) => segments.at(-1)?.text);
    expect(learned.filter((text) => text === "Aberwick")).toHaveLength(2);
    expect(new Set(learned).size).toBe(3);
  });

  test("SQuAD's passages may be longer than others", () => {
    const text = `The capital of Norland is Aberwick. ${"word ".repeat(200)}`;
    const rows = secondReaderRows(
      [example({ source: "squad", text }), example({ text })],
      [],
      nothingKept,
    );
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(["squad"]));
  });

  test("what has no answer is learned as none, once", () => {
    const rows = secondReaderRows(
      [example({ source: "squad", kind: "none", answers: [] })],
      [],
      nothingKept,
    );
    expect(rows.map(({ segments }) => segments.at(-1)?.text)).toEqual(["none"]);
  });

  test("corrected chains come twice, the rest of the other skills once", () => {
    const corrected: LmRow = {
      ...other("correct"),
      segments: [{ text: "Final: Aberwick [1]", learn: true }],
    };
    const rows = secondReaderRows([], [corrected, other("decide"), other("claims")], nothingKept);
    expect(rows.map(({ skill }) => skill).sort()).toEqual([
      "claims",
      "correct",
      "correct",
      "decide",
    ]);
  });

  test("no question that is kept for selection or testing, and no long passage", () => {
    const long = example({ question: "Long?", text: "word ".repeat(131) });
    const kept = example({ question: "Kept?" });
    expect(secondReaderRows([long, kept], [], (asked) => asked === "Kept?")).toEqual([]);
  });

  test("earlier rows of reading are not taken twice", () => {
    expect(secondReaderRows([], [other("read")], nothingKept)).toEqual([]);
  });

  test("plans in which the model answers a step itself are kept apart, and learned four times", () => {
    const plan = other("plan");
    const known = (number: number): LmRow => ({
      ...plan,
      messages: [{ role: "user", content: `question ${number}` }],
      segments: [{ text: "Q1: Where is Aberwick?\nA1: Norland", learn: true }],
    });
    const looked: LmRow = { ...plan, segments: [{ text: "U1: Where is Aberwick?", learn: true }] };
    const rows = secondReaderRows([], [known(1), known(2), looked], nothingKept);
    const learned = rows.map(({ segments }) => segments[0]?.text.charAt(0));
    expect(learned.toSorted().join("")).toBe("QQQQQQQQU");
  });
});
