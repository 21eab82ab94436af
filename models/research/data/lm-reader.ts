/**
 * Rows that make the language model a second reader: mostly reading, with enough of every other
 * skill to prevent forgetting.
 */
import type { Skill } from "../../../src/methods/skills.ts";
import { grouped } from "./grouped.ts";
import { readRows } from "./lm-answers.ts";
import { faultOf } from "./lm-check.ts";
import type { ReadExample } from "./lm-inputs.ts";
import { mixed } from "./lm-order.ts";
import { type LmRow, wordCount } from "./lm-row.ts";

/** Words; longer passages cost more steps than they teach. */
const maxWords = 130;

/** Per source: maximum rows, repetitions, and longest passages. */
const reading: Record<string, { most: number; times?: number; words?: number }> = {
  squad: { most: 1000, times: 4, words: 260 },
  hotpotqa_gold: { most: 1400 },
  nq_qed: { most: 1400 },
  factbook: { most: 250 },
  fairytaleqa: { most: 250 },
  musique: { most: 250 },
  "2wikimultihopqa": { most: 150 },
};
const verdicts = 150;
const unanswered = 300;

/** For the other skills: maximum rows and repetitions. */
const others: readonly { skill: Skill | "known"; most: number; times: number }[] = [
  { skill: "plan", most: 1900, times: 1 },
  { skill: "known", most: 600, times: 4 },
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
 * @param read the encoder's reading rows
 * @param train the language model's rows of all skills, without those kept for selection
 * @param isKept whether a question is kept for selection, or is in a dev or test set
 */
export function secondReaderRows(
  read: readonly ReadExample[],
  train: readonly LmRow[],
  isKept: (question: string) => boolean,
): LmRow[] {
  const open = read.filter(({ question }) => !isKept(question));
  const rows = [...readingRows(open), ...otherRows(train)];
  return mixed(rows.filter((row) => faultOf(row) === null));
}

function readingRows(examples: readonly ReadExample[]): LmRow[] {
  const ofKind = (...kinds: ReadExample["kind"][]) =>
    examples.filter(({ kind }) => kinds.includes(kind));
  const spans = grouped(ofKind("span"), ({ source }) => source);
  return [
    ...Object.entries(reading).flatMap(([source, { most, times = 1, words = maxWords }]) => {
      const short = (spans.get(source) ?? []).filter(({ text }) => wordCount(text) <= words);
      return readings(evenly(short, most), times).flatMap((one) => readRows([one], words));
    }),
    ...evenly(readRows(ofKind("yes", "no"), maxWords), verdicts),
    ...evenly(readRows(ofKind("none"), maxWords), unanswered),
  ];
}

/** Repeats each example, each time with its next marked answer. */
function readings(examples: readonly ReadExample[], times: number): ReadExample[] {
  return Array.from({ length: times }, (_, turn) =>
    examples.map((one) => {
      const from = turn % Math.max(1, one.answers.length);
      return { ...one, answers: [...one.answers.slice(from), ...one.answers.slice(0, from)] };
    }),
  ).flat();
}

function otherRows(train: readonly LmRow[]): LmRow[] {
  const skills = grouped(train, (row) => (isKnown(row) ? "known" : row.skill));
  return others.flatMap(({ skill, most, times }) =>
    repeated(evenly(skills.get(skill) ?? [], most), times),
  );
}

function isKnown({ skill, segments }: LmRow): boolean {
  return skill === "plan" && segments.some(({ text, learn }) => learn && /^Q\d/u.test(text));
}

/** At most `most` rows, evenly spaced, so that each source keeps its share in any order. */
function evenly<Row>(rows: readonly Row[], most: number): Row[] {
  const share = Math.min(1, most / rows.length);
  return rows.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share));
}

function repeated(rows: readonly LmRow[], times: number): LmRow[] {
  return Array.from({ length: times }, () => rows).flat();
}
