import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRunStore, type RunState } from "../session/run-store.ts";
import { whenRunIdle } from "./when-run-idle.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Stay = [phase: RunState["phase"], forMs: number];

/** Returns whether it rested after each phase. */
async function rested([first, ...stays]: [Stay, ...Stay[]]): Promise<boolean[]> {
  const run = createRunStore((callback) => callback());
  let isRested = false;
  run.setState({ phase: first[0] });
  void whenRunIdle(run).then(() => {
    isRested = true;
  });
  const after: boolean[] = [];
  for (const [phase, forMs] of [first, ...stays]) {
    run.setState({ phase });
    await vi.advanceTimersByTimeAsync(forMs);
    after.push(isRested);
  }
  return after;
}

test("without a question there is nothing to wait for", async () => {
  expect(await rested([["idle", 0]])).toEqual([true]);
});

test("a question is waited for, and then a moment more", async () => {
  const stays: [Stay, ...Stay[]] = [
    ["preparing", 0],
    ["running", 60_000],
    ["ended", 1000],
    ["ended", 2000],
  ];
  expect(await rested(stays)).toEqual([false, false, false, true]);
});

test("one that is asked in that moment is waited for too", async () => {
  const stays: [Stay, ...Stay[]] = [
    ["running", 0],
    ["ended", 1000],
    ["preparing", 60_000],
    ["ended", 3000],
  ];
  expect(await rested(stays)).toEqual([false, false, false, true]);
});
