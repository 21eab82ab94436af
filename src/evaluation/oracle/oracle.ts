/**
 * Answers for the large model from gold, to show what a perfect stage would bring. The run's log
 * says which step is asked for.
 */
import { emptyTrace, type Trace, type TraceNode, traceStep } from "../../folds/trace.ts";
import { AppError } from "../../log/errors.ts";
import type { RunEvent, RunEventOf } from "../../log/events.ts";
import type { ModelRef } from "../../log/types.ts";
import { coverExactMatchTokens, exactMatch, tokenF1 } from "../../metrics/score.ts";
import type { ChatModel } from "../../runtime/ports.ts";
import { type QuestionRow, supportCount, supportOf } from "../questions/question.ts";
import { filledQuery, type GoldStep, goldSteps, lastSteps } from "./gold.ts";
import { leastShared, spanIn } from "./span.ts";

export interface Oracle {
  model: ChatModel;
  /** Must receive every event of the run before the next one is requested. */
  see(event: RunEvent): void;
}

const oracleRef: ModelRef = {
  engine: "oracle",
  model: "oracle",
  tier: "large",
  destination: "device",
  price: null,
  profile: "instruct",
};

const unknown = "unknown";

export function oracleFor(row: QuestionRow): Oracle {
  const gold = { row, steps: goldSteps(row) };
  let trace: Trace = emptyTrace;
  let asked: RunEventOf<"call-start"> | null = null;
  return {
    see(event) {
      trace = traceStep(trace, event);
      if (event.type === "call-start") asked = event;
    },
    model: {
      ref: oracleRef,
      async *generate() {
        if (asked === null) throw new AppError("internal", { message: "the oracle saw no call" });
        const text = JSON.stringify(said(gold, trace, asked));
        const words = text.match(/\S+\s*/gu) ?? [];
        yield { type: "delta", text };
        yield {
          type: "end",
          text,
          finish: "stop",
          usage: { promptTokens: 0, cachedTokens: 0, generatedTokens: 0 },
          logprobs: words.map(() => 0),
          tokens: words,
          choiceProbabilities: null,
          constrained: true,
          ...{ bytesSent: 0, bytesReceived: 0, queueMs: 0, firstTokenMs: 0, totalMs: 0 },
        };
      },
    },
  };
}

interface Gold {
  row: QuestionRow;
  steps: readonly GoldStep[];
}

function said(gold: Gold, trace: Trace, { purpose, node: id }: RunEventOf<"call-start">) {
  const node = trace.nodes.get(id ?? "");
  switch (purpose) {
    case "plan":
      return chainOf(gold.steps.map(({ query }) => ({ query, answer: unknown })));
    // The plan was complete; the rest is still to be looked up.
    case "continue":
      return chainOf([]);
    case "read":
      return { answer: node === undefined ? unknown : readingOf(gold, trace, node) };
    case "summarise":
      return { answer: conclusionOf(gold, trace) };
    case "answer":
      return { answer: node === undefined ? unknown : answerTo(gold, trace, node) };
    default:
      throw new AppError("generation-failed", {
        reason: `the oracle has no gold for "${purpose}"`,
      });
  }
}

function chainOf(steps: readonly { query: string; answer: string }[]) {
  return { steps, final: unknown };
}

/** Picks the step whose query is most like the request and answers in its passage's words. */
function readingOf({ row, steps }: Gold, trace: Trace, { query, passages }: TraceNode): string {
  const alike = steps.map((step) => tokenF1(query, [filledQuery(step, steps)]));
  const most = Math.max(0, ...alike);
  const step = most > 0 ? steps[alike.indexOf(most)] : undefined;
  if (step === undefined) return unknown;
  const goldOf = supportOf({ id: row.id, supporting: [...step.passages] }, sourceOf(row, trace));
  const spans = passages.flatMap((passage) =>
    goldOf === null || goldOf(passage) === null
      ? []
      : (spanIn(`${passage.title} ${passage.text}`, step.answer) ?? []),
  );
  return spans[0] ?? unknown;
}

/** The question's answer if all it needs was found, else the last value found. */
function conclusionOf({ row, steps }: Gold, trace: Trace): string {
  const found = [...trace.nodes.values()].flatMap(({ answer, abandoned }) =>
    answer === null || answer === "" || abandoned ? [] : [answer],
  );
  const ends = lastSteps(steps);
  const isFound = ({ answer }: GoldStep) => {
    const golds = exactMatch(answer, row.answers) === 1 ? row.answers : [answer];
    return found.some((one) => says(one, golds));
  };
  if (ends.length > 0 && ends.every(isFound)) return goldAnswer(row);
  const [end] = ends;
  const answersIt = ends.length === 1 && exactMatch(end?.answer ?? "", row.answers) === 1;
  return (answersIt ? found.at(-1) : undefined) ?? unknown;
}

/** Accepts the answer in another order ("August 21, 1921"), or half of it and no other word. */
function says(found: string, golds: readonly string[]): boolean {
  return golds.some((gold) => {
    const shared = tokenF1(found, [gold]);
    const isPart = coverExactMatchTokens(gold, [found]) === 1 && shared >= 0.5;
    return coverExactMatchTokens(found, [gold]) === 1 || shared >= leastShared || isPart;
  });
}

function answerTo(gold: Gold, trace: Trace, node: TraceNode): string {
  const { row } = gold;
  if (node.query !== trace.start?.question) return readingOf(gold, trace, node);
  const source = sourceOf(row, trace);
  const goldOf = supportOf(row, source);
  const read = new Set(node.passages.flatMap((passage) => goldOf?.(passage) ?? []));
  const isRead = read.size > 0 && read.size === supportCount(row, source);
  return isRead ? goldAnswer(row) : conclusionOf(gold, trace);
}

function goldAnswer({ answers }: QuestionRow): string {
  return answers[0] ?? unknown;
}

function sourceOf({ id }: QuestionRow, trace: Trace) {
  return trace.start?.library.question === id ? "own-context" : "shared";
}
