/** Statistics of an evaluation's chains, from the logs of its runs. */

import { supportRecall } from "../../../src/evaluation/analysis/measure.ts";
import type { QuestionRow } from "../../../src/evaluation/questions/question.ts";
import { foldTrace, type Trace } from "../../../src/folds/trace.ts";
import type { RunEvent } from "../../../src/log/events.ts";
import { coverExactMatchTokens } from "../../../src/metrics/score.ts";
import { finishedChain } from "../../../src/stages/chains.ts";
import { spanIsRight } from "../calibration/theta.ts";

/** The reader's verdicts on answers that the planner wrote itself. */
export const ownVerdicts = ["verified", "corrected", "accepted"] as const;

export interface ChainFacts {
  id: string;
  /**
   * Chain outputs of the small model (plans and continuations), and those that parsed as written.
   */
  outputs: number;
  clean: number;
  /** Steps taken, and those still without an answer. */
  steps: number;
  unsolved: number;
  own: readonly (typeof ownVerdicts)[number][];
  /**
   * For each gold hop, whether some step of the chain has its answer; null without a gold chain.
   */
  hops: readonly boolean[] | null;
  /** As `supportRecall`: the share of gold passages that the sub-queries retrieved. */
  recall: number | null;
  /** Effect of the answer check; null if it was skipped or changed nothing. */
  check: "helped" | "harmed" | "neither" | null;
}

export function chainFacts(row: QuestionRow, events: readonly RunEvent[]): ChainFacts {
  const trace = foldTrace(events);
  const steps = finishedChain(trace)?.chain.steps ?? [];
  const answers = steps.flatMap(({ answer }) => answer ?? []);
  const golds = goldHops(row);
  return {
    id: row.id,
    ...parsing(trace),
    steps: steps.length,
    unsolved: steps.length - answers.length,
    own: ownAnswers(trace),
    hops: golds?.map((gold) => answers.some((answer) => spanIsRight(answer, [gold]))) ?? null,
    recall: supportRecall(row, trace),
    check: answerCheck(row, trace),
  };
}

/**
 * 2WikiMultihopQA's triples end in a hop's short answer, while its decomposition has a sentence.
 */
function goldHops({ decomposition, evidences }: QuestionRow): string[] | null {
  if (evidences?.length) return evidences.flatMap((triple) => triple.at(-1) ?? []);
  return decomposition?.map(({ answer }) => answer) ?? null;
}

function ownAnswers({ nodes }: Trace): ChainFacts["own"] {
  const proposed = [...nodes.values()].filter((node) => node.proposed !== null);
  return proposed.flatMap(
    ({ verdict }) => ownVerdicts.find((own) => own === verdict?.verdict) ?? [],
  );
}

function parsing(trace: Trace): Pick<ChainFacts, "outputs" | "clean"> {
  const written = [...trace.calls.values()].filter(
    ({ start, end }) =>
      end !== null &&
      start.model.tier === "small" &&
      (start.purpose === "plan" || start.purpose === "continue"),
  );
  const broken = new Set(
    trace.parseFailures.filter(({ expected }) => expected === "chain").map(({ call }) => call),
  );
  const clean = written.filter(({ id }) => !broken.has(id));
  return { outputs: written.length, clean: clean.length };
}

function answerCheck({ answers }: QuestionRow, { evidence }: Trace): ChainFacts["check"] {
  if (evidence === null || evidence.chosen === "model") return null;
  const right = (by: "model" | "encoder") => {
    const answer = evidence.candidates.find((one) => one.by === by)?.answer ?? "";
    return coverExactMatchTokens(answer, answers) === 1;
  };
  if (right("encoder") === right("model")) return "neither";
  return right("encoder") ? "helped" : "harmed";
}
