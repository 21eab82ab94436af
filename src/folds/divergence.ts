/** Model, duration and cost do not count as differences. */
import type { RunEvent, RunEventOf } from "../log/events.ts";
import { supersededPlaces } from "./superseded.ts";

export interface DecisiveStep {
  kind:
    | "branch"
    | "gate"
    | "source"
    | "search"
    | "passages"
    | "filter"
    | "verdict"
    | "answer"
    | "end";
  node: string | null;
  seq: number;
  /** The outcome in one line, for the comparison. */
  content: string;
  shown: string;
}

export interface Divergence {
  shared: number;
  /** Null if that run had ended. */
  a: DecisiveStep | null;
  b: DecisiveStep | null;
}

export function firstDivergence(a: Iterable<RunEvent>, b: Iterable<RunEvent>): Divergence | null {
  const ours = decisiveSteps(a);
  const theirs = decisiveSteps(b);
  const longest = Math.max(ours.length, theirs.length);
  for (let shared = 0; shared < longest; shared += 1) {
    const one = ours[shared] ?? null;
    const other = theirs[shared] ?? null;
    if (one?.kind !== other?.kind || one?.content !== other?.content) {
      return { shared, a: one, b: other };
    }
  }
  return null;
}

/**
 * Each sub-question of a branch is a step, so two plans can share a beginning. Superseded steps are
 * left out.
 */
export function decisiveSteps(events: Iterable<RunEvent>): DecisiveStep[] {
  const log = [...events];
  const superseded = supersededPlaces(log);
  return log.filter(({ seq }) => !superseded.has(seq)).flatMap(stepsOf);
}

function stepsOf(event: RunEvent): DecisiveStep[] {
  const { seq } = event;
  const step = (
    kind: DecisiveStep["kind"],
    node: string | null,
    content: readonly unknown[],
    shown: string,
  ): DecisiveStep[] => [{ kind, node, seq, content: JSON.stringify(content), shown }];
  switch (event.type) {
    case "branch-start":
      return branchSteps(event);
    case "gate":
      return step("gate", event.node, [event.question, event.known], event.question);
    case "source":
      return step("source", event.node, [event.tool.id], event.tool.title);
    case "query-rewrite":
      return step("search", event.node, [event.search], event.search);
    case "retrieval": {
      const ids = event.passages.map(({ id }) => id);
      const titles = event.passages.map(({ title }) => title);
      return step("passages", event.node, ids, titles.join(", "));
    }
    case "filter": {
      const relevantIds = event.judged.flatMap(({ passageId, relevant }) =>
        relevant ? passageId : [],
      );
      return step("filter", event.node, relevantIds, relevantIds.join(", "));
    }
    case "verdict":
      return step("verdict", event.node, [event.verdict, event.span], event.span);
    case "answer":
      return step("answer", null, [event.short], event.short);
    case "run-end":
      return step("end", null, [event.outcome, event.error?.code], event.outcome);
    default:
      return [];
  }
}

function branchSteps({ seq, cause, nodes }: RunEventOf<"branch-start">): DecisiveStep[] {
  if (nodes.length === 0) {
    return [{ kind: "branch", node: null, seq, content: JSON.stringify([cause]), shown: "" }];
  }
  return nodes.map(({ id, query, answer }, index) => ({
    kind: "branch",
    node: id,
    seq,
    // The start of a branch counts: two chains of two are not one of four.
    content: JSON.stringify([index === 0 ? cause : "", query, answer]),
    shown: answer === null ? query : `${query} → ${answer}`,
  }));
}
