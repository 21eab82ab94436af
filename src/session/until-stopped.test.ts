import { describe, expect, it } from "vitest";
import type { RunEvent } from "../log/events.ts";
import { endedWhenStopped, untilStopped } from "./until-stopped.ts";

const never = new Promise<never>(() => undefined);
const event: RunEvent = { seq: 3, atMs: 7, type: "stage-start", stage: "plan", tier: "small" };

async function all(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const found: RunEvent[] = [];
  for await (const one of events) found.push(one);
  return found;
}

describe("a wait that a person stops", () => {
  it("ends though nothing answers", async () => {
    const controller = new AbortController();
    const waiting = untilStopped(never, controller.signal);
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: "stopped" });
    await expect(untilStopped(never, controller.signal)).rejects.toMatchObject({ code: "stopped" });
  });
});

describe("a run that a person stops", () => {
  it("ends with the `run-end` that it owes, where it hangs", async () => {
    const controller = new AbortController();
    async function* hanging() {
      yield event;
      controller.abort();
      await never;
    }
    const events = await all(endedWhenStopped(hanging(), controller.signal, 5));
    expect(events).toMatchObject([event, { type: "run-end", seq: 4, atMs: 7, outcome: "stopped" }]);
  });

  it("tells its own end, where it comes in time", async () => {
    const controller = new AbortController();
    const end: RunEvent = { seq: 4, atMs: 9, type: "run-end", outcome: "stopped", error: null };
    async function* ending() {
      yield event;
      controller.abort();
      await Promise.resolve();
      yield end;
    }
    expect(await all(endedWhenStopped(ending(), controller.signal, 60_000))).toEqual([event, end]);
  });

  it("is stopped before it began, where it hangs there", async () => {
    const controller = new AbortController();
    const hanging = { [Symbol.asyncIterator]: () => ({ next: () => never }) };
    const events = all(endedWhenStopped(hanging, controller.signal, 5));
    controller.abort();
    await expect(events).rejects.toMatchObject({ code: "stopped" });
  });
});
