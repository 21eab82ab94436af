import { describe, expect, it } from "vitest";
import type { ChatPart } from "../runtime/ports.ts";
import { streamParts } from "./part-stream.ts";
import { unstartedEnd } from "./queued-model.ts";

const never = new AbortController().signal;
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

async function all(stream: AsyncIterable<ChatPart>): Promise<string[]> {
  const seen: string[] = [];
  for await (const part of stream) seen.push(part.type === "delta" ? part.text : "end");
  return seen;
}

describe("streamParts", () => {
  it("streams what is emitted at once and later, then the end", async () => {
    const stream = streamParts(async (emit) => {
      emit("a");
      emit("b");
      await nextTask();
      emit("c");
      return unstartedEnd(0);
    }, never);
    expect(await all(stream)).toEqual(["a", "b", "c", "end"]);
  });

  it("gives what came before an error, then throws it", async () => {
    const seen: string[] = [];
    const stream = streamParts(async (emit) => {
      emit("a");
      await nextTask();
      throw new Error("cut");
    }, never);
    const read = async () => {
      for await (const part of stream) seen.push(part.type);
    };
    await expect(read()).rejects.toThrow("cut");
    expect(seen).toEqual(["delta"]);
  });

  it("aborts the call when the consumer leaves", async () => {
    let aborted = false;
    const stream = streamParts(async (emit, signal) => {
      emit("a");
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      aborted = signal.aborted;
      return unstartedEnd(0);
    }, never);
    for await (const _ of stream) break;
    expect(aborted).toBe(true);
  });

  it("passes an abort on", async () => {
    const controller = new AbortController();
    const stream = streamParts(async (_emit, signal) => {
      while (!signal.aborted) await nextTask();
      return unstartedEnd(0);
    }, controller.signal);
    setTimeout(() => controller.abort(), 5);
    expect(await all(stream)).toEqual(["end"]);
  });
});
