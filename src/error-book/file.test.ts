import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPrivate } from "../runtime/privacy/visibility.ts";
import { recordLimits } from "../stages/chain-record.ts";
import { readErrorBook, writeErrorBook } from "./file.ts";
import { type ErrorRecord, errorRecord } from "./record.ts";

const line = fc.string({ unit: "grapheme", maxLength: 60 });
const chain = fc.record({
  steps: fc.array(fc.record({ query: line, answer: fc.option(line) }), { maxLength: 6 }),
  final: line,
  rests: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 4 }),
});
const record: fc.Arbitrary<ErrorRecord> = fc.record({
  version: fc.constant(1 as const),
  question: line,
  gold: fc.option(fc.array(line, { maxLength: 3 })),
  wrong: fc.option(chain),
  right: fc.option(chain),
  rightBy: fc.option(fc.constantFrom("run", "data", "person")),
  label: fc.constantFrom("positive", "negative"),
  cause: fc.constantFrom("gold", "checker", "user"),
  ids: fc.record({ run: line, branch: line }),
  library: fc.record({ id: line, title: line, visibility: fc.constantFrom("public", "private") }),
  passages: fc.array(fc.record({ id: line, title: line, text: line }), { maxLength: 3 }),
});

describe("the error book as a file", () => {
  it("comes back as it went, whatever it holds", () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 5 }), (records) => {
        expect(readErrorBook(writeErrorBook(records))).toEqual({ records, bad: [] });
      }),
      { numRuns: 60 },
    );
  });

  it("never throws at what it is given, and every line is a record or a bad line", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.json()), { maxLength: 6 }), (lines) => {
        const text = lines.map((one) => one.replaceAll("\n", " ")).join("\n");
        const { records, bad } = readErrorBook(text);
        const full = text.split("\n").filter((one) => one.trim() !== "");
        expect(records.length + bad.length).toBe(full.length);
      }),
      { numRuns: 60 },
    );
  });

  it("says which line is what", () => {
    const [good] = fc.sample(record, 1);
    const lines = ["{", JSON.stringify({ ...good, version: 2 }), '{"version":1}'];
    const { records, bad } = readErrorBook([...lines, "", JSON.stringify(good)].join("\n"));
    expect(records).toEqual([good]);
    expect(bad).toEqual([
      { line: 1, problem: "not-json" },
      { line: 2, problem: "too-new" },
      { line: 3, problem: "not-a-record" },
    ]);
  });

  it("refuses what no run of ours could have made", () => {
    const [good] = fc.sample(record, 1);
    const long = "x".repeat(recordLimits.questionCharacters + 1);
    expect(errorRecord.safeParse({ ...good, question: long }).success).toBe(false);
    const steps = Array.from({ length: 99 }, () => ({ query: "", answer: null }));
    const wrong = { steps, final: "", rests: [] };
    expect(errorRecord.safeParse({ ...good, wrong }).success).toBe(false);
  });
});

it.each([
  ["factbook", false],
  ["context:abc", false],
  ["corpus:letters.jsonl", true],
  ["", true],
])(
  "of a record from before libraries told of it, the library “%s” is private: %s",
  (id, expected) => {
    const [good] = fc.sample(record, 1);
    const read = (library: object) => errorRecord.parse({ ...good, library }).library;
    expect(isPrivate(read({ id, title: "" }))).toBe(expected);
    expect(isPrivate(read({ id, title: "", public: true }))).toBe(false);
    expect(isPrivate(read({ id, title: "", visibility: "private" }))).toBe(true);
  },
);
