/**
 * Steps after the resumed one stay in the log under new ids, on branches that say why, right before
 * `run-resume`; replays skip them.
 */
import type { RunEvent, RunEventOf } from "../log/events.ts";
import { foldTrace } from "./trace.ts";

export type SupersedeCause = NonNullable<RunEventOf<"branch-start">["left"]>;

interface Superseded {
  events: RunEvent[];
  from: ReadonlySet<RunEvent>;
}

/** `kept` came before `dropped`. */
export function supersede(
  retained: readonly RunEvent[],
  dropped: readonly RunEvent[],
  cause: SupersedeCause,
): Superseded {
  const names = new Names(retained, dropped);
  const events: RunEvent[] = [];
  const from = new Set<RunEvent>();
  const last = retained.at(-1);
  // The step keeps its id for the redo; its old version becomes a sibling.
  const branches = retained.filter((one) => one.type === "branch-start" && one.nodes.length > 0);
  for (const event of [...branches, ...dropped]) {
    const renamed = names.renamed(event, cause);
    if (renamed === null) continue;
    const seq = (last?.seq ?? -1) + 1 + events.length;
    events.push({ ...renamed, seq, atMs: Math.max(last?.atMs ?? 0, event.atMs) });
    from.add(event);
  }
  return { events, from };
}

export function supersededPlaces(log: readonly RunEvent[]): ReadonlySet<number> {
  const places = new Set<number>();
  for (const event of log) {
    if (event.type !== "run-resume") continue;
    for (let back = 1; back <= (event.left ?? 0); back += 1) places.add(event.seq - back);
  }
  return places;
}

/** Continues the log's ids, so that none repeats. */
class Names {
  private readonly given = new Map<string, string>();
  private readonly used: Record<"node" | "call" | "branch", number>;
  /** Steps that did not start again after the cut. */
  private readonly untouched: ReadonlySet<string>;
  private readonly writers: ReadonlySet<string | null>;

  constructor(kept: readonly RunEvent[], dropped: readonly RunEvent[]) {
    const { nodes, calls, branches } = foldTrace(kept);
    const begun = new Set(dropped.map((one) => (one.type === "node-start" ? one.node : "")));
    this.used = { node: nodes.size, call: calls.size, branch: branches.length };
    this.untouched = new Set([...nodes.keys()].filter((id) => !begun.has(id)));
    this.writers = new Set(dropped.map((one) => (one.type === "branch-start" ? one.call : null)));
  }

  /** Null for events that are redone, or whose step continues. */
  renamed(event: RunEvent, cause: SupersedeCause): RunEvent | null {
    switch (event.type) {
      case "branch-start": {
        const own = event.nodes.filter(({ id }) => !this.untouched.has(id));
        if (own.length === 0 && event.nodes.length > 0) return null;
        const nodes = own.map((node) => ({ ...node, id: this.give("node", node.id) }));
        const branch = this.give("branch", event.branch);
        return { ...this.withIds(event), branch, nodes, left: event.left ?? cause };
      }
      case "call-start":
        if (!this.given.has(event.node ?? "") && !this.writers.has(event.call)) return null;
        this.give("call", event.call);
        return this.withIds(event);
      case "answer":
        return null;
      default: {
        const step = "node" in event ? event.node : null;
        const call = "call" in event ? event.call : null;
        return this.given.has(step ?? call ?? "") ? this.withIds(event) : null;
      }
    }
  }

  private give(kind: keyof typeof this.used, id: string): string {
    this.used[kind] += 1;
    const name = `${kind}-${this.used[kind]}`;
    this.given.set(id, name);
    return name;
  }

  private withIds<E extends RunEvent>(event: E): E {
    const ids: Partial<Record<IdKey, string>> = {};
    for (const [key, id] of Object.entries(event)) {
      const name = this.given.get(String(id));
      if (isIdKey(key) && name !== undefined) ids[key] = name;
    }
    return { ...event, ...ids };
  }
}

const idKeys = ["node", "call", "parent", "duplicateOf"] as const;
type IdKey = (typeof idKeys)[number];

function isIdKey(key: string): key is IdKey {
  return idKeys.some((known) => known === key);
}
