/** Right and wrong answers to one question: what a judge must tell apart by the answer alone. */
import { normalise } from "../../../src/language/normalise.ts";
import { coverExactMatchTokens } from "../../../src/metrics/score.ts";

export interface Gold {
  set: string;
  question: string;
  golds: readonly string[];
}

/** A model's own answer from memory, and whether it is right. */
export interface Natural extends Gold {
  answer: string;
  right: boolean;
}

export const pairKinds = ["own right, swapped", "gold, own wrong", "gold, swapped"] as const;

export interface Pair {
  kind: (typeof pairKinds)[number];
  set: string;
  question: string;
  right: string;
  wrong: string;
}

/** WebQuestions' golds are all asked for, so that more than half must be said; elsewhere they are aliases. */
export function isRight({ set, golds }: Gold, answer: string): boolean {
  if (!set.startsWith("webquestions")) return coverExactMatchTokens(answer, golds) === 1;
  const said = golds.filter((gold) => coverExactMatchTokens(answer, [gold]) === 1);
  return said.length > golds.length / 2;
}

/**
 * A question has a pair of its own answer, where that is right, and a swapped one; else of its
 * gold answer and its own wrong one, and of the gold answer and a swapped one.
 */
export function pairsOf(rows: readonly Natural[]): Pair[] {
  return rows.flatMap((row): Pair[] => {
    const { set, question, answer, golds } = row;
    const gold = golds[0] ?? "";
    const swapped = swappedAnswer(row, rows);
    const pair = (kind: Pair["kind"], right: string, wrong: string) =>
      right === "" || wrong === "" ? [] : [{ kind, set, question, right, wrong }];
    if (row.right) return pair("own right, swapped", answer, swapped);
    return [...pair("gold, own wrong", gold, answer), ...pair("gold, swapped", gold, swapped)];
  });
}

/**
 * The gold answer of the set's most similar other question (Jaccard, by words; the first of
 * equal ones) of which no part is an answer here: so it is of the same kind. "" where there is none.
 */
function swappedAnswer(row: Natural, rows: readonly Natural[]): string {
  const words = wordsOf(row.question);
  let best = { likeness: -1, text: "" };
  for (const other of rows) {
    const text = other.golds[0] ?? "";
    const usable = other.set === row.set && other.question !== row.question && isOther(row, text);
    const likeness = usable ? jaccard(words, wordsOf(other.question)) : -1;
    if (likeness > best.likeness) best = { likeness, text };
  }
  return best.text;
}

function isOther({ golds, answer }: Natural, text: string): boolean {
  const alike = [...golds, answer].some(
    (said) =>
      coverExactMatchTokens(text, [said]) === 1 || coverExactMatchTokens(said, [text]) === 1,
  );
  return text !== "" && !alike;
}

function wordsOf(question: string): Set<string> {
  return new Set(normalise(question).split(" "));
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  return common / (a.size + b.size - common);
}
