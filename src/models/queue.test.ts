import { describe, expect, it } from "vitest";
import { Queue } from "./queue.ts";

const never = new AbortController().signal;

function queue() {
  let nowMs = 0;
  return { queue: new Queue(() => nowMs), tick: (ms: number) => (nowMs += ms) };
}

describe("queue", () => {
  it("gives turns in order and measures the wait", async () => {
    const { queue: line, tick } = queue();
    const first = await line.enter(never);
    expect(first).toMatchObject({ left: false, queueMs: 0 });
    const second = line.enter(never);
    const third = line.enter(never);
    tick(30);
    if (!first.left) first.done();
    const turn = await second;
    expect(turn).toMatchObject({ left: false, queueMs: 30 });
    tick(5);
    if (!turn.left) turn.done();
    expect(await third).toMatchObject({ left: false, queueMs: 35 });
  });

  it("lets as many in at once as there are places, and the next when one is done, once", async () => {
    const line = new Queue(() => 0, 2);
    const [first, second] = [await line.enter(never), await line.enter(never)];
    let entered = 0;
    const later = [line.enter(never), line.enter(never)];
    for (const one of later) void one.then(() => entered++);
    await Promise.resolve();
    expect(entered).toBe(0);
    if (first.left || second.left) throw new Error("left");
    first.done();
    first.done();
    await later[0];
    expect(entered).toBe(1);
    second.done();
    await later[1];
    expect(entered).toBe(2);
  });

  it("lets a waiting call leave at once, without holding up those behind", async () => {
    const { queue: line } = queue();
    const first = await line.enter(never);
    const controller = new AbortController();
    const second = line.enter(controller.signal);
    const third = line.enter(never);
    controller.abort();
    expect(await second).toMatchObject({ left: true });
    if (!first.left) first.done();
    expect(await third).toMatchObject({ left: false });
  });

  it("does not give a turn to a call that was aborted before", async () => {
    const { queue: line } = queue();
    expect(await line.enter(AbortSignal.abort())).toEqual({ left: true, queueMs: 0 });
    expect(await line.enter(never)).toMatchObject({ left: false });
  });
});
