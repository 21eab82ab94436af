/** Right and wrong answers to one question, which a judge must distinguish by the answer alone. */
import { normalise } from "../../../src/language/normalise.ts";
import { coverExactMatchTokens } from "../../../src/metrics/score.ts";

export interface Gold {
  set: string;
  question: string;
  golds: readonly string[];
}

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

/**
 * WebQuestions asks for all golds, so more than half must occur; in other sets they are aliases.
 */
export function isRight({ set, golds }: Gold, answer: string): boolean {
  if (!set.startsWith("webquestions")) return coverExactMatchTokens(answer, golds) === 1;
  const said = golds.filter((gold) => coverExactMatchTokens(answer, [gold]) === 1);
  return said.length > golds.length / 2;
}

/**
 * If the question's own answer is right: that and a swapped one. Otherwise the gold answer with its
 * own wrong one, and the gold answer with a swapped one.
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
 * The gold answer of the most similar other question in the set (Jaccard over words; first of ties)
 * that shares no part with this question's golds, so it is of the same kind. "" if none.
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
