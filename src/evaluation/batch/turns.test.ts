import { describe, expect, it } from "vitest";
import type { ChatEnd, ChatModel, Clock } from "../../runtime/ports.ts";
import { chatRequest } from "../../testing/chat-request.ts";
import { fakeModel, fakeRetriever } from "../../testing/fakes.ts";
import { Turns } from "./turns.ts";

/** Time advances only while work is done, one worker after the other. */
function world() {
  let now = 0;
  const clock: Clock = { nowMs: () => now, epochMs: () => now };
  const work = async (ms: number) => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    now += ms;
  };
  return { clock, work, turns: new Turns(clock) };
}

const never = new AbortController().signal;

async function endOf(model: ChatModel, signal = never): Promise<ChatEnd> {
  for await (const part of model.generate(chatRequest(), signal)) {
    if (part.type === "end") return part;
  }
  throw new Error("no end");
}

function slowModel(work: (ms: number) => Promise<void>, ms: number) {
  const inner = fakeModel("small", () => "yes");
  const seen = { running: 0, most: 0 };
  const model: ChatModel = {
    ref: inner.ref,
    async *generate(request, signal) {
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      try {
        await work(ms);
        yield* inner.generate(request, signal);
      } finally {
        seen.running -= 1;
      }
    },
  };
  return { model, seen };
}

describe("a run's clock", () => {
  it("stands still while another run has the model, and goes on while its own call is made", async () => {
    const { turns, work } = world();
    const { model, seen } = slowModel(work, 100);
    const line = turns.modelLine("small", 1);
    const took = await Promise.all(
      [1, 2, 3].map(async () => {
        const mine = turns.ofRun();
        const startedMs = mine.clock.nowMs();
        await endOf(mine.model(model, line));
        return mine.clock.nowMs() - startedMs;
      }),
    );
    expect(took).toEqual([100, 100, 100]);
    expect(seen.most).toBe(1);
  });

  it("stands still while another run has the encoder, whatever that is asked for", async () => {
    const { turns, work } = world();
    const embedder = { embed: () => work(30).then(() => []) };
    const reader = {
      read: () => work(50).then(() => []),
      relevance: () => work(20).then(() => []),
      known: () => work(10).then(() => 0.5),
    };
    const inner = fakeRetriever([]);
    const retrieve: typeof inner.retrieve = async (...asked) => {
      await work(40);
      return inner.retrieve(...asked);
    };
    const query = { text: "", mode: "bm25", k: 1, rrfK: 60, bm25: { k1: 1.2, b: 0.7 } } as const;
    const took = await Promise.all(
      [1, 2].map(async () => {
        const mine = turns.ofRun();
        const read = mine.reader(reader);
        const steps = [
          () => mine.embedder(embedder).embed(["a"], never),
          () => read.read("", [], never),
          () => read.relevance("", [], never),
          () => read.known("", "", never, null),
          () => mine.retriever({ ...inner, retrieve }).retrieve(query, never),
        ];
        const each: number[] = [];
        for (const step of steps) {
          const startedMs = mine.clock.nowMs();
          await step();
          each.push(mine.clock.nowMs() - startedMs);
        }
        return each;
      }),
    );
    expect(took).toEqual([
      [30, 50, 20, 10, 40],
      [30, 50, 20, 10, 40],
    ]);
  });
});

it("lets as many calls through as there are copies", async () => {
  const { turns, work } = world();
  const { model, seen } = slowModel(work, 100);
  const line = turns.modelLine("small", 2);
  await Promise.all([1, 2, 3, 4].map(() => endOf(turns.ofRun().model(model, line))));
  expect(seen.most).toBe(2);
});

it("leaves the line where it is stopped: nothing is asked, and the next one has its turn", async () => {
  const { turns, work } = world();
  const { model } = slowModel(work, 100);
  const line = turns.modelLine("small", 1);
  const stop = new AbortController();
  const first = endOf(turns.ofRun().model(model, line));
  const second = endOf(turns.ofRun().model(model, line), stop.signal);
  const third = endOf(turns.ofRun().model(model, line));
  stop.abort();
  expect(await second).toMatchObject({ finish: "stopped", totalMs: 0, text: "" });
  expect((await first).text).toBe("yes");
  expect((await third).text).toBe("yes");
  const held = turns.ofRun().embedder({ embed: () => work(1).then(() => []) });
  await expect(held.embed([], stop.signal)).rejects.toMatchObject({ code: "stopped" });
});
