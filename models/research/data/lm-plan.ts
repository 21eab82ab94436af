/**
 * All `plan` rows: chains of every source, and conclusions from answers copied with surrounding
 * words.
 */
import type { Passage } from "../../../src/log/types.ts";
import type { FactbookChain } from "./lm-inputs.ts";
import type { LmSource, Material } from "./lm-material.ts";
import { bridgeChain } from "./lm-plan-nested.ts";
import {
  patternChain,
  rewriteChain,
  subQuestionChains,
  trajectoryChain,
} from "./lm-plan-searches.ts";
import { musiqueChain, type SolvedChain, singleChain, wikiChain } from "./lm-plan-sources.ts";
import { type Chain, concludeRow, isPlainAnswer, type LmRow, oneLine, planRow } from "./lm-row.ts";
import { plainQuestion, type SourceRow, unitHash } from "./sources.ts";

export interface Sourced<Kind> {
  source: string;
  chain: Kind;
}

export function solvedChains({ rows, chains, passages }: Material): Sourced<SolvedChain>[] {
  const of = (source: LmSource, make: (row: SourceRow) => SolvedChain | null) =>
    rows(source).flatMap((row) => withSource(source, make(row)));
  return [
    ...chains.flatMap((chain) => withSource("factbook", factbookChain(chain, passages))),
    ...of("musique/train", musiqueChain),
    ...of("2wikimultihopqa/train", wikiChain),
    ...of("train/nq_qed", singleChain),
    ...of("train/popqa_qa", singleChain),
    ...of("train/entityquestions_qa", singleChain),
  ];
}

export function spanChains({ spans }: Material): Sourced<SolvedChain>[] {
  return spans.flatMap(({ question, answer }) =>
    withSource("factbook", singleChain({ id: "", dataset: "", question, answers: [answer] })),
  );
}

/** Chains from other datasets' searches; most end where the answer is unknown. */
export function openChains({ rows }: Material): Sourced<Chain>[] {
  const of = (source: LmSource, make: (row: SourceRow) => Chain | null) =>
    rows(source).flatMap((row) => withSource(source, make(row)));
  const subQuestions = "train/hotpotqa_next_subquestion";
  const answers = answersOf([...rows("train/r1searcher_qa"), ...rows("train/rewrite_hotpotqa")]);
  return [
    ...of("train/hotpotqa_distractor", bridgeChain),
    ...of("hotpotqa/train_distractor", bridgeChain),
    ...of("train/trajectories_fireact", trajectoryChain),
    ...of("train/trajectories_knowagent", trajectoryChain),
    ...of("train/rewrite_hotpotqa", rewriteChain),
    ...of("train/r1searcher_qa", patternChain),
    ...subQuestionChains(rows(subQuestions), answers).map((chain) => ({
      source: subQuestions,
      chain,
    })),
  ];
}

function withSource<Kind>(source: string, chain: Kind | null): Sourced<Kind>[] {
  return chain === null ? [] : [{ source, chain }];
}

function answersOf(rows: readonly SourceRow[]): (question: string) => string | null {
  const known = new Map<string, string>();
  for (const { question, answers } of rows) {
    const answer = oneLine(answers?.[0] ?? "");
    if (question !== undefined && isPlainAnswer(answer, 8)) {
      known.set(plainQuestion(question), answer);
    }
  }
  return (question) => known.get(plainQuestion(question)) ?? null;
}

export function factbookChain(
  chain: FactbookChain,
  passages: ReadonlyMap<string, Passage>,
): SolvedChain | null {
  const answer = chain.answers[0] ?? "";
  const solved = chain.steps.map((step) => ({
    query: step.query,
    answer: oneLine(step.answer),
  }));
  const fits = [...solved.map((step) => step.answer), answer].every((text) =>
    isPlainAnswer(text, 16),
  );
  if (!fits || solved.length === 0) return null;
  const texts = chain.steps.map(({ passageId }) => passages.get(passageId)?.text ?? "");
  return { question: chain.question, solved, end: { answer, rests: chain.rests }, texts };
}

export function planRows(chains: readonly Sourced<Chain>[]): LmRow[] {
  return chains.map(({ source, chain }) => planRow(source, chain));
}

/** Rows that learn only `Final:`; in two of three, one answer is copied with words around it. */
export function concludeRows(chains: readonly Sourced<SolvedChain>[]): LmRow[] {
  return chains.flatMap(({ source, chain }) => {
    const turn = unitHash(`conclude/${chain.question}`);
    const noisy = turn < 2 / 3 ? Math.floor(turn * 1.5 * chain.solved.length) : -1;
    const solved = chain.solved.map((step, index) =>
      index === noisy
        ? { ...step, answer: copied(step.answer, chain.texts[index] ?? "", turn) }
        : step,
    );
    return [concludeRow(source, chain.question, solved, chain.end)];
  });
}

/** The answer with up to three words of its clause before or after it, as a reader over-copies. */
export function copied(answer: string, text: string, turn: number): string {
  const at = text.indexOf(answer);
  if (at < 0) return answer;
  const clauseBefore =
    text
      .slice(0, at)
      .split(/[.;:()]\s/u)
      .at(-1) ?? "";
  const clauseAfter = text.slice(at + answer.length).split(/[.;:([\]]/u)[0] ?? "";
  const count = 1 + Math.floor(((turn * 997) % 1) * 3);
  const words = (side: string) => side.split(/\s+/u).filter(Boolean);
  const before = words(clauseBefore).slice(-count).join(" ");
  const after = words(clauseAfter).slice(0, count).join(" ");
  const fitsBefore = before !== "" && /\s$/u.test(clauseBefore) && !/[()[\]]/u.test(before);
  const fitsAfter = after !== "" && /^[\s,]/u.test(clauseAfter);
  if (fitsAfter && (!fitsBefore || (turn * 7919) % 1 < 0.5)) {
    return `${answer}${/^,/u.test(clauseAfter) ? "" : " "}${after}`;
  }
  return fitsBefore ? `${before} ${answer}` : answer;
}
