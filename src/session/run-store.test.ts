import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldLedger } from "../folds/ledger.ts";
import { foldTrace } from "../folds/trace.ts";
import type { RunEvent } from "../log/events.ts";
import { fakeRun, fakeRunUntil } from "../testing/fake-run.ts";
import { createRunStore, foldInParts, isCutShort, mergeDeltas } from "./run-store.ts";

function manualStore() {
  const frames: (() => void)[] = [];
  const store = createRunStore((callback) => frames.push(callback));
  function nextFrame(): void {
    for (const callback of frames.splice(0)) callback();
  }
  return { store, frames, nextFrame };
}

const pushAll = (store: ReturnType<typeof createRunStore>, events: readonly RunEvent[]) => {
  for (const event of events) store.push(event);
};

describe("the run store", () => {
  it("asks for one frame however many events come", () => {
    const { store, frames } = manualStore();
    pushAll(store, fakeRun());
    expect(frames).toHaveLength(1);
    expect(store.getState().events).toHaveLength(0);
  });

  it("folds to the same trace and ledger wherever the frames fall", () => {
    const events = fakeRun();
    fc.assert(
      fc.property(fc.array(fc.nat(events.length)), (cuts) => {
        const { store, nextFrame } = manualStore();
        let from = 0;
        for (const cut of [...cuts.sort((a, b) => a - b), events.length]) {
          pushAll(store, events.slice(from, cut));
          nextFrame();
          from = cut;
        }
        const { trace, ledger, phase } = store.getState();
        expect(trace).toEqual(foldTrace(events));
        expect(ledger).toEqual(foldLedger(events));
        expect(phase).toBe("ended");
      }),
      { numRuns: 30 },
    );
  });

  it("takes each event once when a continued run repeats its beginning", () => {
    const { store } = manualStore();
    store.show(fakeRunUntil("stage-end"), "running", false);
    pushAll(store, fakeRun());
    store.flush();
    expect(store.getState().events).toEqual(fakeRun());
  });

  it("shows any prefix of a run", () => {
    const events = fakeRun();
    const { store } = manualStore();
    for (let length = 0; length <= events.length; length += 5) {
      store.show(events.slice(0, length), "running", true);
      expect(store.getState().trace).toEqual(foldTrace(events.slice(0, length)));
    }
  });

  it("shows a log whose folds are made as one that it folds itself", async () => {
    const pause = () => Promise.resolve();
    for (const events of [fakeRun(), fakeRunUntil("retrieval")]) {
      const { store } = manualStore();
      const { store: other } = manualStore();
      store.show(events, "ended", true);
      other.showFolded(await foldInParts(events, pause));
      expect(other.getState()).toEqual(store.getState());
    }
  });

  it("lets nothing run on in a file that ends before its run does", () => {
    const { store } = manualStore();
    store.show(fakeRunUntil("node-start", 2), "ended", true);
    expect(store.getState().trace).toMatchObject({ outcome: "stopped", stage: null });
    expect(isCutShort(store.getState())).toBe(true);
    store.show(fakeRun(), "ended", true);
    expect(isCutShort(store.getState())).toBe(false);
  });

  it("begins a question with nothing left of the one before", () => {
    const { store } = manualStore();
    store.show(fakeRun(), "ended", true);
    store.begin("And now?");
    expect(store.getState()).toMatchObject({
      phase: "preparing",
      question: "And now?",
      events: [],
      error: null,
      opened: false,
    });
    expect(store.getState().ledger.charges).toHaveLength(0);
  });

  it("opens a long log in a blink", () => {
    const [start, ...rest] = fakeRun();
    if (start === undefined) throw new Error("no start");
    const call = rest.find((event) => event.type === "call-start");
    if (call?.type !== "call-start") throw new Error("no call");
    const many: RunEvent[] = [start];
    for (let index = 1; index < 40_000; index += 1) {
      const base = { seq: index, atMs: index };
      many.push(
        index % 40 === 1
          ? { ...call, ...base, call: `c${index}` }
          : { ...base, type: "call-delta", call: `c${index - ((index - 1) % 40)}`, text: "x " },
      );
    }
    const { store } = manualStore();
    const before = performance.now();
    store.show(many, "ended", true);
    expect(performance.now() - before).toBeLessThan(5000);
  });
});

describe("mergeDeltas", () => {
  it("changes nothing a fold can see", () => {
    const events = fakeRun();
    expect(foldTrace(mergeDeltas(events))).toEqual(foldTrace(events));
    expect(mergeDeltas(events).length).toBeLessThan(events.length);
  });
});

describe("a run that continues another", () => {
  it("has its own name, and all that was kept", () => {
    const store = createRunStore((callback) => callback());
    const log = fakeRun();
    store.show(log.slice(0, 5), "running", false);
    const continues = { runId: "fake-run", beforeSeq: 5 };
    for (const event of log) {
      store.push(event.type === "run-start" ? { ...event, runId: "next", continues } : event);
    }
    const { events, trace } = store.getState();
    expect(events.slice(1)).toEqual(log.slice(1));
    expect(events[0]).toMatchObject({ runId: "next", continues });
    expect(trace.start).toMatchObject({ runId: "next", continues });
  });
});
