import { describe, expect, it } from "vitest";
import { AppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import { fakeRun } from "../../testing/fake-run.ts";
import { createRecorder } from "./run-recorder.ts";

function failing(times: number) {
  const kept: RunEvent[] = [];
  const told: string[] = [];
  let left = times;
  const recorder = createRecorder({
    storage: {
      list: async () => [],
      damaged: async () => [],
      log: async () => null,
      rename: async () => undefined,
      mark: async () => undefined,
      remove: async () => undefined,
      async append(_row, piece) {
        left -= 1;
        if (left >= 0) throw new AppError("storage-unavailable", { cause: "closed" });
        expect(piece.from).toBe(kept.length);
        kept.push(...piece.events);
        return true;
      },
    },
    tabs: {
      claim: async () => () => undefined,
      claimed: async () => new Set(),
      announce: () => undefined,
      follow: () => () => undefined,
    },
    epochMs: () => 0,
    later: (work) => work(),
    onSaved: () => told.push("saved"),
    onFull: () => told.push("full"),
    onFailed: ({ params }) => told.push(`failed: ${params["cause"]}`),
  });
  return { recorder, kept, told };
}

describe("a run that is written down", () => {
  it.each([1, 2, 5])(
    "is kept whole though the store failed %d times in the middle",
    async (times) => {
      const { recorder, kept, told } = failing(times);
      for (const event of fakeRun()) {
        recorder.push(event);
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      await recorder.close();
      expect(kept).toEqual(fakeRun());
      expect(told[0]).toBe("failed: closed");
      expect(told.at(-1)).toBe("saved");
    },
  );

  it("is tried once more at its end, and then left", async () => {
    const all = fakeRun();
    const late = failing(1);
    for (const event of all) late.recorder.push(event);
    await late.recorder.close();
    expect(late.kept).toEqual(all);

    const never = failing(Number.POSITIVE_INFINITY);
    for (const event of all) never.recorder.push(event);
    await never.recorder.close();
    expect(never.kept).toEqual([]);
  });
});
