import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRunStore } from "../../state/run-store.ts";
import { whenRested } from "./when-rested.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const run = createRunStore((callback) => callback());
  const state = { isRested: false };
  return { run, state, wait: () => whenRested(run).then(() => (state.isRested = true)) };
}

test("without a question there is nothing to wait for", async () => {
  const { state, wait } = watched();
  await wait();
  expect(state.isRested).toBe(true);
});

test("a question is waited for, and then a moment more", async () => {
  const { run, state, wait } = watched();
  run.setState({ phase: "preparing" });
  void wait();
  run.setState({ phase: "running" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.isRested).toBe(false);
  run.setState({ phase: "ended" });
  await vi.advanceTimersByTimeAsync(1000);
  expect(state.isRested).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(state.isRested).toBe(true);
});

test("one that is asked in that moment is waited for too", async () => {
  const { run, state, wait } = watched();
  run.setState({ phase: "running" });
  void wait();
  run.setState({ phase: "ended" });
  await vi.advanceTimersByTimeAsync(1000);
  run.setState({ phase: "preparing" });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(state.isRested).toBe(false);
  run.setState({ phase: "ended" });
  await vi.advanceTimersByTimeAsync(3000);
  expect(state.isRested).toBe(true);
});
