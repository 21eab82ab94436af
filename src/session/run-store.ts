/** Events arrive per token; they queue, so a run costs one render per frame. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { collectCharges, type Ledger, sumCharges } from "../folds/ledger.ts";
import { emptyTrace, type Trace, traceSteps } from "../folds/trace.ts";
import type { ErrorData } from "../log/errors.ts";
import type { Charge, RunEvent } from "../log/events.ts";

/** In `preparing` the log has not begun; `replaying` shows a part of a recorded run. */
type RunPhase = "idle" | "preparing" | "running" | "replaying" | "ended";

export interface RunState {
  phase: RunPhase;
  question: string;
  events: readonly RunEvent[];
  trace: Trace;
  ledger: Ledger;
  /** An error before the log began, or with a file. */
  error: ErrorData | null;
  opened: boolean;
}

export function isRunning(state: RunState): boolean {
  return state.phase === "preparing" || state.phase === "running";
}

/** Nothing can be retried yet. */
export function isUnderWay(state: RunState): boolean {
  return isRunning(state) || state.phase === "replaying";
}

export function isCutShort({ opened, phase, events }: RunState): boolean {
  return opened && phase !== "replaying" && events.at(-1)?.type !== "run-end";
}

interface FoldedLog {
  events: readonly RunEvent[];
  trace: Trace;
  charges: Charge[];
  ledger: Ledger;
}

/** `pause` yields between folds. */
export async function foldInParts(
  events: readonly RunEvent[],
  pause: () => Promise<void>,
): Promise<FoldedLog> {
  const merged = mergeDeltas(events);
  await pause();
  const trace = traceSteps(emptyTrace, merged);
  await pause();
  const charges = collectCharges(events);
  const ledger = sumCharges(charges);
  await pause();
  return { events, trace, charges, ledger };
}

export interface RunStore extends StoreApi<RunState> {
  begin(question: string): void;
  push(event: RunEvent): void;
  /** Does not wait for a frame. */
  flush(): void;
  finish(error: ErrorData | null): void;
  /** Shows a log, or the kept beginning of a continued one. */
  show(
    events: readonly RunEvent[],
    phase: "running" | "replaying" | "ended",
    opened: boolean,
  ): void;
  showFolded(log: FoldedLog): void;
  refuse(error: ErrorData): void;
  clear(): void;
}

const emptyLedger = sumCharges([]);
const idle: RunState = {
  phase: "idle",
  question: "",
  events: [],
  trace: emptyTrace,
  ledger: emptyLedger,
  error: null,
  opened: false,
};

type CallStart = Extract<RunEvent, { type: "call-start" }>;

export function createRunStore(onNextFrame: (callback: () => void) => void): RunStore {
  const store = createStore<RunState>()(() => idle);
  let queue: RunEvent[] = [];
  let waiting = false;
  let charges: Charge[] = [];
  const openCalls = new Map<string, CallStart>();

  function forget(): void {
    queue = [];
    charges = [];
    openCalls.clear();
  }

  function flush(): void {
    waiting = false;
    if (queue.length === 0) return;
    const batch = queue;
    queue = [];
    const state = store.getState();
    const lastSeq = state.events.at(-1)?.seq ?? -1;
    // A continued run repeats its beginning; each event counts once.
    const fresh = batch.filter((event) => event.seq > lastSeq);
    const own = batch.find((event) => event.type === "run-start");
    const [kept, before] = own === undefined ? [state.events, state.trace] : named(state, own);
    const trace = traceSteps(before, mergeDeltas(fresh));
    const going = state.phase === "replaying" ? "replaying" : "running";
    store.setState({
      phase: fresh.some((event) => event.type === "run-end") ? "ended" : going,
      events: [...kept, ...fresh],
      trace,
      question: trace.start?.question ?? state.question,
      ledger: chargeAll(fresh) ? sumCharges(charges) : state.ledger,
    });
  }

  function chargeAll(batch: readonly RunEvent[]): boolean {
    const found = collectCharges([...openCalls.values(), ...batch]);
    for (const event of batch) {
      if (event.type === "call-start") openCalls.set(event.call, event);
      if (event.type === "call-end" || event.type === "call-error") openCalls.delete(event.call);
    }
    charges = [...charges, ...found];
    return found.length > 0;
  }

  function closeTrace(): void {
    const { trace } = store.getState();
    if (closed(trace) !== trace) store.setState({ trace: closed(trace) });
  }

  return Object.assign(store, {
    begin(question: string) {
      forget();
      store.setState({ ...idle, phase: "preparing", question });
    },
    push(event: RunEvent) {
      queue.push(event);
      if (waiting) return;
      waiting = true;
      onNextFrame(flush);
    },
    flush,
    finish(error: ErrorData | null) {
      flush();
      store.setState({ phase: "ended", ...(error === null ? {} : { error }) });
      closeTrace();
    },
    show(events: readonly RunEvent[], phase: "running" | "replaying" | "ended", opened: boolean) {
      forget();
      store.setState({ ...idle, opened });
      for (const event of events) queue.push(event);
      flush();
      store.setState({ phase });
      if (phase === "ended") closeTrace();
    },
    showFolded({ events, trace, charges: all, ledger }: FoldedLog) {
      forget();
      charges = all;
      const question = trace.start?.question ?? "";
      store.setState({
        ...idle,
        phase: "ended",
        opened: true,
        events,
        trace: closed(trace),
        ledger,
        question,
      });
    },
    refuse(error: ErrorData) {
      store.setState({ error });
    },
    clear() {
      forget();
      store.setState(idle);
    },
  });
}

function closed(trace: Trace): Trace {
  if (trace.start === null || trace.outcome !== "running") return trace;
  return { ...trace, stage: null, outcome: "stopped" };
}

type RunStart = Extract<RunEvent, { type: "run-start" }>;

/** Renames the kept part to the run that continues it. */
function named({ events, trace }: RunState, own: RunStart): [readonly RunEvent[], Trace] {
  if (events.length === 0 || trace.start === null) return [events, trace];
  const { runId, continues } = own;
  return [[own, ...events.slice(1)], { ...trace, start: { ...trace.start, runId, continues } }];
}

/** The trace copies its calls at each step: a long log would take quadratic time. */
export function mergeDeltas(events: readonly RunEvent[]): RunEvent[] {
  const merged: RunEvent[] = [];
  for (const event of events) {
    const last = merged.at(-1);
    if (event.type === "call-delta" && last?.type === "call-delta" && last.call === event.call) {
      merged[merged.length - 1] = { ...event, text: last.text + event.text };
    } else merged.push(event);
  }
  return merged;
}
