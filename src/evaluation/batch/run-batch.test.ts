import { describe, expect, it } from "vitest";
import { AppError, type ErrorCode } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import { FakeLog } from "../../testing/fake-log.ts";
import { generatedCombinations, generatedLab } from "../../testing/lab/generated-lab.ts";
import type { LabBatch, LabResult } from "../types.ts";
import { type BatchEvent, foldProgress, startProgress } from "./progress.ts";
import { type BatchPorts, resultKey, runBatch } from "./run-batch.ts";
import { settlingOf } from "./settling.ts";

const configurations = generatedCombinations.slice(0, 2);

interface World {
  results: LabResult[];
  events: BatchEvent[];
  asked: string[];
  mostAtOnce: number;
  loads: number;
}

interface Setting {
  questions: number;
  atOnce: number;
  fails?: (asked: number) => ErrorCode | null;
  pausing?: (world: World) => boolean;
  settles?: boolean;
  /** Results of an earlier run. */
  before?: readonly LabResult[];
}

async function runIn(setting: Setting): Promise<World> {
  const { questions, atOnce, fails, pausing, settles = false, before = [] } = setting;
  const lab = generatedLab(questions, 7, settles ? generatedCombinations : configurations);
  const batch: LabBatch = settles ? { ...lab.batch, untilSettled: true } : lab.batch;
  const measured = new Map(
    lab.results.map((one) => [resultKey(one.question, one.configuration), one]),
  );
  const world: World = { results: [...before], events: [], asked: [], mostAtOnce: 0, loads: 0 };
  let now = 0;
  let running = 0;
  let [model, dead] = [0, -1];
  const ports: BatchPorts = {
    clock: { nowMs: () => now, epochMs: () => now },
    async prepare() {
      world.loads += 1;
    },
    async reload() {
      model += 1;
    },
    async question(index) {
      const row = lab.questions[index];
      if (row === undefined) throw new RangeError("no question");
      return row;
    },
    openQuestion: async (row) => ({
      async *ask({ id }) {
        world.asked.push(resultKey(row.id, id));
        const own = model;
        const failure = fails?.(world.asked.length) ?? null;
        if (failure === "worker-killed") dead = own;
        running += 1;
        world.mostAtOnce = Math.max(world.mostAtOnce, running);
        await new Promise((resolve) => setTimeout(resolve, 1 + (world.asked.length % 3)));
        now += 10;
        running -= 1;
        yield* ended(resultKey(row.id, id), own <= dead ? "worker-killed" : failure);
      },
      close: () => undefined,
    }),
    measure(_, events) {
      const [start] = events;
      const key = start?.type === "run-start" ? start.question : "";
      const found = measured.get(key);
      if (found === undefined) throw new Error(`no result of ${key}`);
      return found;
    },
    stored: async () =>
      new Set(world.results.map((one) => resultKey(one.question, one.configuration))),
    look: async () =>
      settlingOf(
        batch,
        lab.questions.map(({ id }) => id),
        world.results,
      ),
    keep: async (result) => void world.results.push(result),
    paidUsd: async () => 0,
  };
  await runBatch(batch, ports, {
    signal: new AbortController().signal,
    atOnce,
    pausing: () => pausing?.(world) ?? false,
    tell: (event) => world.events.push(event),
  });
  return world;
}

function ended(question: string, code: ErrorCode | null): RunEvent[] {
  const log = new FakeLog();
  log.start(question);
  const error = code === null ? null : new AppError(code).toData();
  log.add({ type: "run-end", outcome: error === null ? "answered" : "failed", error });
  return log.events;
}

const keys = ({ results }: World) =>
  results.map((one) => resultKey(one.question, one.configuration)).sort();
const last = ({ events }: World) => events.at(-1);

describe("questions side by side", () => {
  it("come to the same results as one by one, each asked once, and never more of them than allowed", async () => {
    const [one, four] = [
      await runIn({ questions: 25, atOnce: 1 }),
      await runIn({ questions: 25, atOnce: 4 }),
    ];
    expect([one.mostAtOnce, four.mostAtOnce]).toEqual([1, 4]);
    expect(keys(four)).toEqual(keys(one));
    expect(new Set(four.asked).size).toBe(four.asked.length);
    expect(last(four)).toEqual({ type: "done" });
  });

  it("take the time that passes between two results", async () => {
    const { events } = await runIn({ questions: 25, atOnce: 4 });
    const took = events.flatMap((event) => (event.type === "result" ? [event.tookMs] : []));
    expect(took.reduce((sum, ms) => sum + ms, 0)).toBe(25 * configurations.length * 10);
  });

  it("load a model that died once for all that were asking it, and ask those again", async () => {
    const world = await runIn({
      questions: 12,
      atOnce: 4,
      fails: (asked) => (asked === 8 ? "worker-killed" : null),
    });
    expect(last(world)).toEqual({ type: "done" });
    expect(world.results).toHaveLength(24);
    const [again, askers] = [world.asked.length - 24, 4];
    expect(again).toBeGreaterThanOrEqual(1);
    expect(again).toBeLessThanOrEqual(askers);
    expect(world.loads).toBe(2);
  });

  it("are all told while they are under way, also while a model is loaded anew", async () => {
    const { events } = await runIn({
      questions: 12,
      atOnce: 4,
      fails: (asked) => (asked === 8 ? "worker-killed" : null),
    });
    let fold = startProgress(24, [], 0);
    const seen = events.map((event) => {
      fold = foldProgress(fold, event);
      return {
        event: event.type,
        phase: fold.progress.phase,
        count: fold.progress.underWay.length,
      };
    });
    expect(Math.max(...seen.map(({ count }) => count))).toBe(4);
    const anew = seen.findLastIndex(({ event }) => event === "loading");
    expect(seen[anew]).toMatchObject({ phase: "loading", count: 4 });
    expect(seen.slice(anew).find(({ event }) => event === "loaded")?.phase).toBe("running");
    expect(fold.progress).toMatchObject({ phase: "done", done: 24, underWay: [] });
  });

  it("end where the first of them ends the batch, and what the others found is kept", async () => {
    const world = await runIn({
      questions: 12,
      atOnce: 4,
      fails: (asked) => (asked === 6 ? "remote-unauthorised" : null),
    });
    expect(last(world)).toMatchObject({ type: "paused", reason: "server" });
    expect(world.results).toHaveLength(world.asked.length - 1);
    expect(world.asked.length).toBeLessThan(12);
  });

  it("are finished where a person pauses", async () => {
    const world = await runIn({
      questions: 12,
      atOnce: 4,
      pausing: ({ results }) => results.length >= 5,
    });
    expect(last(world)).toMatchObject({ type: "paused", reason: "asked" });
    expect(world.results).toHaveLength(world.asked.length);
  });
});

describe("a batch that runs until it is settled", () => {
  it("ends early, with the same results side by side, and when it was paused between", async () => {
    const settling = { questions: 100, settles: true };
    const one = await runIn({ ...settling, atOnce: 1 });
    expect(one.results.length).toBeLessThan(800);
    expect(last(one)).toEqual({ type: "done" });
    const looks = one.events.flatMap((event) => (event.type === "looked" ? [event.settling] : []));
    expect(looks.map(({ isOver }) => isOver)).toEqual([...looks.slice(1).map(() => false), true]);
    const four = await runIn({ ...settling, atOnce: 4 });
    expect(keys(four)).toEqual(keys(one));
    const paused = await runIn({
      ...settling,
      atOnce: 4,
      pausing: ({ results }) => results.length >= 150,
    });
    expect(last(paused)).toMatchObject({ type: "paused" });
    const resumed = await runIn({ ...settling, atOnce: 1, before: paused.results });
    expect(keys(resumed)).toEqual(keys(one));
    const again = await runIn({ ...settling, atOnce: 1, before: one.results });
    expect(again.asked).toEqual([]);
  });
});
