/**
 * Rows that make the language model a second reader: mostly reading, and of every other skill
 * enough that it is not forgotten.
 */
import type { Skill } from "../methods/skills.ts";
import { grouped } from "./grouped.ts";
import { readRows } from "./lm-answers.ts";
import { faultOf } from "./lm-check.ts";
import type { ReadExample } from "./lm-inputs.ts";
import { mixed } from "./lm-order.ts";
import { type LmRow, wordCount } from "./lm-row.ts";

/** Longer passages cost more steps than they teach. */
const maxWords = 130;

/** The most rows of a source's spans, and how often each is learned. */
const reading: Record<string, { most: number; times: number }> = {
  squad: { most: 1000, times: 4 },
  hotpotqa_gold: { most: 900, times: 1 },
  nq_qed: { most: 700, times: 1 },
  factbook: { most: 300, times: 1 },
  fairytaleqa: { most: 200, times: 1 },
  quoref: { most: 300, times: 1 },
  musique: { most: 150, times: 1 },
  "2wikimultihopqa": { most: 100, times: 1 },
};
const verdicts = 150;
const unanswered = 300;

/** Of the other skills: the most rows, and how often each is learned. */
const others: readonly { skill: Skill; most: number; times: number }[] = [
  { skill: "plan", most: 1900, times: 1 },
  { skill: "correct", most: 1000, times: 2 },
  { skill: "decide", most: 300, times: 1 },
  { skill: "know", most: 150, times: 1 },
  { skill: "decompose", most: 500, times: 1 },
  { skill: "keywords", most: 500, times: 1 },
  { skill: "claims", most: 400, times: 1 },
  { skill: "proxy", most: 300, times: 1 },
  { skill: "relevant", most: 200, times: 1 },
];

/**
 * @param read what the encoder reads
 * @param train the language model's rows of all skills, without those kept for selection
 * @param isKept whether a question is kept for selection, or is one of a dev or test set
 */
export function secondReaderRows(
  read: readonly ReadExample[],
  train: readonly LmRow[],
  isKept: (question: string) => boolean,
): LmRow[] {
  const short = read.filter(
    ({ text, question }) => wordCount(text) <= maxWords && !isKept(question),
  );
  const rows = [...readingRows(short), ...otherRows(train)];
  return mixed(rows.filter((row) => faultOf(row) === null));
}

function readingRows(examples: readonly ReadExample[]): LmRow[] {
  const spans = grouped(
    examples.filter(({ kind }) => kind === "span"),
    ({ source }) => source,
  );
  const isVerdict = ({ kind }: ReadExample) => kind === "yes" || kind === "no";
  return [
    ...Object.entries(reading).flatMap(([source, { most, times }]) =>
      repeated(evenly(readRows(spans.get(source) ?? []), most), times),
    ),
    ...evenly(readRows(examples.filter(isVerdict)), verdicts),
    ...evenly(readRows(examples.filter(({ kind }) => kind === "none")), unanswered),
  ];
}

function otherRows(train: readonly LmRow[]): LmRow[] {
  const skills = grouped(train, ({ skill }) => skill);
  return others.flatMap(({ skill, most, times }) =>
    repeated(evenly(skills.get(skill) ?? [], most), times),
  );
}

/** At most so many rows, as far apart as can be: each source keeps its share, however they are ordered. */
function evenly(rows: readonly LmRow[], most: number): LmRow[] {
  const share = Math.min(1, most / rows.length);
  return rows.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
}

function repeated(rows: readonly LmRow[], times: number): LmRow[] {
  return Array.from({ length: times }, () => rows).flat();
}
