/**
 * What a run leaves behind that goes on from a step without a chain: the steps that are done
 * anew stay in its log as they were, under ids of their own, on branches that say why they
 * were left. They come right before the `run-resume`, and the method's code never walks them.
 */
import type { RunEvent, RunEventOf } from "../log/events.ts";
import { foldTrace, type Trace, type TraceNode } from "./trace.ts";

/** Why: a person's word on a step before them, or their wish to have one done again. */
export type LeftCause = NonNullable<RunEventOf<"branch-start">["left"]>;

interface Left {
  /** To stand in the log after those that are kept. */
  events: RunEvent[];
  /** Those of the earlier log that they were made of. */
  from: ReadonlySet<RunEvent>;
}

/** The steps of `dropped` that are begun again or come to nothing now; `kept` came before them. */
export function leftBehind(
  kept: readonly RunEvent[],
  dropped: readonly RunEvent[],
  cause: LeftCause,
): Left {
  const before = foldTrace(kept);
  const names = new Names(before);
  const again = doneAgain(before, dropped);
  for (const { id } of again) names.nameNode(id);
  const events: RunEvent[] = copiesOf(before, again, names, cause);
  const from = new Set<RunEvent>();
  const writers = new Set(
    dropped.flatMap((event) => (event.type === "branch-start" ? (event.call ?? []) : [])),
  );
  for (const event of dropped) {
    const told = namedAnew(event, names, writers, cause);
    if (told === null) continue;
    from.add(event);
    events.push(told);
  }
  const first = (kept.at(-1)?.seq ?? -1) + 1;
  const atMs = kept.at(-1)?.atMs ?? 0;
  const numbered = events.map((event, index) => ({
    ...event,
    seq: first + index,
    atMs: Math.max(atMs, event.atMs),
  }));
  return { events: numbered, from };
}

/** The places in a log of what its run has left behind so. */
export function leftPlaces(log: readonly RunEvent[]): ReadonlySet<number> {
  const places = new Set<number>();
  for (const event of log) {
    if (event.type !== "run-resume") continue;
    for (let back = 1; back <= (event.left ?? 0); back += 1) places.add(event.seq - back);
  }
  return places;
}

/** Ids go on counting where the kept log ends, so that none is there twice. */
class Names {
  readonly nodes = new Map<string, string>();
  readonly calls = new Map<string, string>();
  private readonly before: Trace;
  private branches = 0;

  constructor(before: Trace) {
    this.before = before;
  }

  nameNode(id: string): string {
    const name = `node-${this.before.nodes.size + this.nodes.size + 1}`;
    this.nodes.set(id, name);
    return name;
  }

  nameCall(id: string): string {
    const name = `call-${this.before.calls.size + this.calls.size + 1}`;
    this.calls.set(id, name);
    return name;
  }

  nextBranch(): string {
    this.branches += 1;
    return `branch-${this.before.branches.length + this.branches}`;
  }

  /** The name it has now; its own where it is kept. */
  node<T extends string | null>(id: T): string | T {
    return this.nodes.get(id ?? "") ?? id;
  }
}

/** Steps that were there at the cut, and were walked after it. */
function doneAgain(before: Trace, dropped: readonly RunEvent[]): TraceNode[] {
  const begun = new Set(
    dropped.flatMap((event) => (event.type === "node-start" ? event.node : [])),
  );
  return [...before.nodes.values()].filter(({ id }) => begun.has(id));
}

/** Those steps keep their ids for what is done now; what they were stands on branches beside them. */
function copiesOf(
  before: Trace,
  again: readonly TraceNode[],
  names: Names,
  cause: LeftCause,
): RunEventOf<"branch-start">[] {
  return before.branches.flatMap((branch) => {
    const own = again.filter((node) => node.branch === branch.id);
    const [first] = own;
    if (first === undefined) return [];
    return {
      type: "branch-start",
      seq: 0,
      atMs: 0,
      branch: names.nextBranch(),
      parent: names.node(first.parent),
      cause: branch.cause,
      ...(branch.fan ? { fan: true } : {}),
      left: cause,
      call: branch.call,
      nodes: own.map(({ id, query, proposed }) => ({
        id: names.node(id),
        query,
        answer: proposed,
      })),
      finalContent: null,
    };
  });
}

/** Null for what is no part of a step that was left: it is done anew, or its step goes on. */
function namedAnew(
  event: RunEvent,
  names: Names,
  writers: ReadonlySet<string>,
  cause: LeftCause,
): RunEvent | null {
  switch (event.type) {
    case "branch-start": {
      const parent = names.node(event.parent);
      const nodes = event.nodes.map((node) => ({ ...node, id: names.nameNode(node.id) }));
      const call = names.calls.get(event.call ?? "") ?? event.call;
      const branch = names.nextBranch();
      return { ...event, branch, parent, nodes, call, left: event.left ?? cause };
    }
    case "call-start": {
      if (!names.nodes.has(event.node ?? "") && !writers.has(event.call)) return null;
      return { ...event, call: names.nameCall(event.call), node: names.node(event.node) };
    }
    case "call-delta":
    case "call-end":
    case "call-error":
    case "parse-failure": {
      const call = names.calls.get(event.call);
      return call === undefined ? null : { ...event, call };
    }
    case "node-start":
    case "query-rewrite":
    case "source":
    case "retrieval":
    case "tool-failure":
    case "gate":
    case "filter":
    case "reading":
    case "deviation":
    case "user-correction":
      return ofNode(event, names);
    case "verdict":
      return ofNode({ ...event, duplicateOf: names.node(event.duplicateOf) }, names);
    default:
      return null;
  }
}

function ofNode<E extends RunEvent & { node: string | null }>(event: E, names: Names): E | null {
  const node = names.nodes.get(event.node ?? "");
  return node === undefined ? null : { ...event, node };
}
