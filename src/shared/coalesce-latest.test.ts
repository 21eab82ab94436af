import { describe, expect, it } from "vitest";
import { coalesceLatest } from "./coalesce-latest.ts";

describe("newestOnly", () => {
  it("makes one call at a time and skips those that a newer one replaced", async () => {
    const made: number[] = [];
    const open: (() => void)[] = [];
    const call = coalesceLatest(async (value: number) => {
      made.push(value);
      await new Promise<void>((resolve) => open.push(resolve));
    });
    const first = call(1);
    void call(2);
    const last = call(3);
    expect(made).toEqual([1]);
    open.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
    expect(made).toEqual([1, 3]);
    open.shift()?.();
    await Promise.all([first, last]);
    const again = call(4);
    expect(made).toEqual([1, 3, 4]);
    open.shift()?.();
    await again;
  });

  it("goes on after a call that failed", async () => {
    const call = coalesceLatest((value: number) =>
      value < 0 ? Promise.reject(new Error("no")) : Promise.resolve(),
    );
    await expect(call(-1)).rejects.toThrow("no");
    await expect(call(1)).resolves.toBeUndefined();
  });
});
