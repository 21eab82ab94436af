import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AppError } from "../log/errors.ts";
import type { ChatRequest } from "../runtime/ports.ts";
import { fakeSmall } from "../testing/fake-log.ts";
import { withCrashDetection } from "./crash-detection.ts";

const request: ChatRequest = {
  messages: [{ role: "user", content: "?" }],
  fixedPrefixMessages: 0,
  maxTokens: 1,
  stop: [],
  temperature: 0,
  purpose: "answer",
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function waitingModel() {
  let resolve = () => {};
  let reject = (_error: AppError) => {};
  const end = new Promise<IteratorReturnResult<undefined>>((fulfil, refuse) => {
    resolve = () => fulfil({ done: true, value: undefined });
    reject = refuse;
  });
  const onDeath = vi.fn();
  const model = withCrashDetection(
    {
      ref: fakeSmall,
      device: "wasm",
      generate: () => ({ [Symbol.asyncIterator]: () => ({ next: () => end }) }),
      unload: async () => undefined,
    },
    onDeath,
    1_000,
  );
  const controller = new AbortController();
  const call = (async () => {
    for await (const _part of model.generate(request, controller.signal));
  })();
  return {
    call,
    resolve: () => resolve(),
    reject: (error: AppError) => reject(error),
    onDeath,
    stop: () => controller.abort(),
  };
}

it("is given up where it does not answer long after a Stop", async () => {
  const { stop, onDeath } = waitingModel();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(onDeath).not.toHaveBeenCalled();
  stop();
  await vi.advanceTimersByTimeAsync(999);
  expect(onDeath).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(onDeath).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: "worker-killed" }),
  );
});

it("lives where it answers a Stop in time, and where it breaks off with an error that is not its end", async () => {
  for (const error of [null, new AppError("generation-failed")]) {
    const { call, stop, resolve, reject, onDeath } = waitingModel();
    stop();
    await vi.advanceTimersByTimeAsync(500);
    if (error === null) resolve();
    else reject(error);
    await call.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onDeath).not.toHaveBeenCalled();
  }
});
