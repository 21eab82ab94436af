import { describe, expect, it } from "vitest";
import { english } from "../language/english/english.ts";
import { noWords } from "../language/language.ts";
import type { RunEvent } from "../log/events.ts";
import { type Chain, recordLimits } from "../stages/chain-record.ts";
import { fakeFailedRun, fakeLargeTree, fakeRun, fakeRunUntil } from "../testing/fake-run.ts";
import { checkerRecords, goldRecords, pairRuns } from "./collect.ts";
import type { ErrorRecord } from "./record.ts";

const chain = (final: string, ...steps: [string, string | null][]): Chain => ({
  steps: steps.map(([query, answer]) => ({ query, answer })),
  final,
  rests: [],
});
const base: ErrorRecord = {
  version: 1,
  question: "Q?",
  gold: ["x"],
  wrong: null,
  right: null,
  rightBy: null,
  label: "negative",
  cause: "gold",
  ids: { run: "r", branch: "b" },
  library: { id: "factbook", title: "F", visibility: "public" },
  passages: [],
};

function withFirstFinal(finalContent: string): RunEvent[] {
  return fakeRun().map((event) =>
    event.type === "branch-start" && event.branch === "b1" ? { ...event, finalContent } : event,
  );
}

const language = english(noWords);

describe("the checker's corrections", () => {
  it("keep the chain as it was written beside the one that the run ended with", () => {
    const [record, ...others] = checkerRecords(fakeRun());
    expect(others).toEqual([]);
    expect(record?.wrong).toEqual(
      chain(
        "",
        ["Which country has Nouakchott as its capital?", "Mali"],
        ["What is the currency of Mali?", "CFA franc"],
        ["When did Mali become independent?", "1960"],
      ),
    );
    expect(record?.right?.steps.map(({ answer }) => answer)).toEqual([
      "Mauritania",
      "ouguiya",
      "28 November 1960",
      "France",
    ]);
    expect(record).toMatchObject({
      cause: "checker",
      label: "positive",
      gold: null,
      ids: { run: "fake-run", branch: "b1" },
      right: { final: "The ouguiya; independent since 28 November 1960", rests: [1, 2, 3] },
    });
  });

  it("hold the passages that the steps rest on, without their scores", () => {
    const [record] = checkerRecords(fakeRun());
    expect(record?.passages.map(({ id }) => id)).toEqual([
      "mauritania-government",
      "mauritania-economy",
    ]);
    expect(Object.keys(record?.passages[0] ?? {})).toEqual(["id", "title", "text"]);
  });

  it("are none for a run that gave no answer", () => {
    expect(checkerRecords(fakeFailedRun())).toEqual([]);
    expect(checkerRecords(fakeLargeTree(20))).toEqual([]);
    expect(checkerRecords(fakeRunUntil("answer"))).toEqual([]);
  });
});

describe("a gold answer", () => {
  it("makes the finished chain positive by whole words", () => {
    expect(goldRecords(fakeRun(), ["Ouguiya"], language)).toMatchObject([
      { label: "positive", wrong: null, right: { rests: [1, 2, 3] }, gold: ["Ouguiya"] },
    ]);
    expect(goldRecords(fakeRun(), ["guiya"], language)).toMatchObject([
      { label: "negative", right: null },
    ]);
  });

  it("pairs it with a wrong chain of the same run, if that came to an end", () => {
    const [record, ...others] = goldRecords(
      withFirstFinal("The CFA franc [2]."),
      ["ouguiya"],
      language,
    );
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      label: "positive",
      wrong: { final: "The CFA franc.", rests: [2] },
      ids: { branch: "b1" },
    });
  });

  it("finds the right chain that the checker talked the model out of", () => {
    const [record] = goldRecords(withFirstFinal("CFA franc"), ["CFA franc"], language);
    expect(record).toMatchObject({
      label: "negative",
      wrong: { final: "The ouguiya; independent since 28 November 1960" },
      right: { final: "CFA franc" },
    });
  });

  it("keeps unsolved steps in a wrong chain and leaves them out of a right one", () => {
    const unsolved = "What did the ouguiya replace?";
    const queries = (side: Chain | null | undefined) => side?.steps.map(({ query }) => query);
    expect(queries(goldRecords(fakeRun(), ["no"], language)[0]?.wrong)).toContain(unsolved);
    expect(queries(goldRecords(fakeRun(), ["ouguiya"], language)[0]?.right)).not.toContain(
      unsolved,
    );
  });

  it("cuts what a run could make too long for a record", () => {
    const events = fakeRun().map((event) =>
      event.type === "answer" ? { ...event, short: "x".repeat(10_000) } : event,
    );
    const [record] = goldRecords(events, ["y"], language);
    expect(record?.wrong?.final).toHaveLength(recordLimits.lineCharacters);
  });
});

describe("several runs of one question", () => {
  const near = chain("x", ["A?", "a"], ["B?", "b"]);
  const far = chain("x", ["C?", "c"]);
  const wrong = chain("y", ["a", "a"], ["Z?", "z"]);

  it("put each wrong chain beside the right one that begins like it", () => {
    const paired = pairRuns([
      { ...base, right: far },
      { ...base, right: near },
      { ...base, wrong: chain("y", ["A?", "a"], ["Z?", "z"]) },
      { ...base, wrong: chain("y", ["D?", "d"]) },
    ]);
    expect(paired.map(({ right }) => right)).toEqual([near, far]);
  });

  it("count chains once that differ in spelling only", () => {
    const again = chain("Y.", ["A", "the a"], ["z?", "Z"]);
    expect(
      pairRuns([
        { ...base, wrong },
        { ...base, wrong: again },
        { ...base, right: far },
      ]),
    ).toHaveLength(1);
  });

  it("stay unpaired where all are wrong, or all are right", () => {
    expect(pairRuns([{ ...base, wrong }])).toEqual([{ ...base, wrong }]);
    expect(pairRuns([{ ...base, right: near }])).toEqual([{ ...base, right: near }]);
  });

  it("never let one question outweigh the others", () => {
    const wrongs = Array.from({ length: 9 }, (_, n) => ({ ...base, wrong: chain(`${n}`) }));
    expect(pairRuns([...wrongs, { ...base, right: near }])).toHaveLength(4);
  });
});
