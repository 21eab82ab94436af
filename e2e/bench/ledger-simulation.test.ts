import "fake-indexeddb/auto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../../src/log/errors.ts";
import { type History, histories, type Step } from "./ledger-history.ts";
import { type MakeLedger, simulate } from "./ledger-simulation.ts";

const seed = 26;

async function failureOf(makeLedger: MakeLedger | undefined, numRuns: number) {
  const played = { begun: 0, refused: 0 };
  const told = await fc.check(
    fc.asyncProperty(histories, async (history) => {
      const { begun, refused } = await simulate(history, makeLedger);
      played.begun += begun;
      played.refused += refused;
    }),
    { seed, numRuns, endOnFailure: true },
  );
  return { played, failure: told.failed ? String(told.errorInstance) : null };
}

it("no history crosses a cap, and none forgets what was spent", async () => {
  const { played, failure } = await failureOf(undefined, 200);
  expect(failure).toBeNull();
  expect(played.begun).toBeGreaterThan(600);
  expect(played.refused).toBeGreaterThan(200);
}, 120_000);

it("a question that goes on after a reload has no more than the rest of its cap", async () => {
  const ask = { kind: "ask", tab: 0, calls: 1, tokens: 100, share: 1, outcome: "untold" } as const;
  const wait = { kind: "wait", turns: 20 } as const;
  const answer = { kind: "answer", which: "oldest" } as const;
  const resume = { kind: "resume", tab: 0 } as const;
  const steps: readonly Step[] = [ask, wait, answer, wait, resume, ask, wait, resume, ask, wait];
  const history: History = { tabs: 1, dayCap: null, questionCap: 3_000_000, steps };
  expect(await simulate(history)).toEqual({ begun: 2, refused: 1 });
});

describe("the simulation finds a ledger that", () => {
  const amount = (stored: unknown) =>
    typeof stored === "number" && Number.isSafeInteger(stored) && stored >= 0 ? stored : 0;
  const forgotten = / has \d+ in the ledger, not /u;
  /** After a deletion the day looks new. */
  const deleted = / has \d+ in the ledger, not |whose row is damaged/u;
  const lost = /^Violation: /u;
  const crossed = /a call began on .* of \d+|settled and set aside, of/u;

  /** Each ledger has one bug, revealed by the violation. */
  const faults: readonly [string, RegExp, MakeLedger][] = [
    [
      "clears the day before a refusal",
      lost,
      withUpdate(async (transaction, day, change) => {
        const spent = amount(await transaction.store.get(day));
        await transaction.store.delete(day);
        await transaction.store.put(change(spent), day);
      }),
    ],
    [
      "wipes the new day when a call of the old one settles",
      deleted,
      withUpdate(async (transaction, day, change) => {
        const next = change(amount(await transaction.store.get(day)));
        await transaction.store.clear();
        await transaction.store.put(next, day);
      }),
    ],
    [
      "deletes old days by a clock that jumped",
      deleted,
      withUpdate(async (transaction, day, change) => {
        const next = change(amount(await transaction.store.get(day)));
        const oldest = new Date(Date.parse(day) - 35 * 86_400_000).toISOString().slice(0, 10);
        await transaction.store.delete(IDBKeyRange.upperBound(oldest, true));
        await transaction.store.put(next, day);
      }),
    ],
    [
      "takes a damaged row for nothing",
      /whose row is damaged/u,
      withUpdate(async (transaction, day, change) => {
        await transaction.store.put(change(amount(await transaction.store.get(day))), day);
      }),
    ],
    [
      "forgets a billionth of what was charged",
      forgotten,
      withUpdate(async (transaction, day, change) => {
        const spent = await amountIn(transaction, day);
        const next = change(spent);
        await transaction.store.put(next < spent && next > 0 ? next - 1 : next, day);
      }),
    ],
    [
      "sets nothing aside",
      lost,
      withUpdate(async (transaction, day, change) => {
        const spent = await amountIn(transaction, day);
        const next = change(spent);
        if (next < spent || spent === 0) await transaction.store.put(Math.max(0, next), day);
      }),
    ],
    [
      "reads and writes in two steps",
      crossed,
      (open) => ({
        spentNanoUsd: async () => 0,
        update: (day, change) =>
          typed(async () => {
            const database = await open();
            const spent = await amountIn(database.transaction("spending", "readwrite"), day);
            await database.put("spending", change(spent), day);
          }),
      }),
    ],
  ];

  it("lets calls past the cap after a refusal", async () => {
    const ask = { kind: "ask", tab: 0, tokens: 100, share: 1, outcome: "untold" } as const;
    const answer = { kind: "answer", which: "oldest" } as const;
    const wait = { kind: "wait", turns: 20 } as const;
    const asked: readonly Step[] = [{ ...ask, calls: 2 }, wait, answer, answer, wait];
    const again: readonly Step[] = [{ ...ask, calls: 1 }, wait];
    const steps = [...asked, ...again, ...again];
    const history: History = { tabs: 1, dayCap: 3_000_000, questionCap: null, steps };
    expect(await simulate(history)).toEqual({ begun: 2, refused: 2 });
    const clearing = faults[0]?.[2];
    await expect(simulate(history, clearing)).rejects.toThrow(/a call began .* of 3000000/u);
  });

  it.each(faults)(
    "%s",
    async (_name, told, makeLedger) => {
      const { failure } = await failureOf(makeLedger, 3000);
      expect(failure).toMatch(told);
    },
    120_000,
  );
});

type Transaction = ReturnType<typeof begun>;

function begun(database: Awaited<ReturnType<Parameters<MakeLedger>[0]>>) {
  return database.transaction("spending", "readwrite");
}

async function amountIn(transaction: Transaction, day: string): Promise<number> {
  const stored: unknown = (await transaction.store.get(day)) ?? 0;
  if (typeof stored === "number" && Number.isSafeInteger(stored) && stored >= 0) return stored;
  throw new AppError("spending-record-damaged");
}

async function typed(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    throw thrown instanceof AppError ? thrown : new AppError("storage-unavailable");
  }
}

function withUpdate(
  work: (transaction: Transaction, day: string, change: (spent: number) => number) => Promise<void>,
): MakeLedger {
  return (open) => ({
    spentNanoUsd: async () => 0,
    update: (day, change) =>
      typed(async () => {
        const transaction = begun(await open());
        transaction.done.catch(() => undefined);
        await work(transaction, day, change);
        await transaction.done;
      }),
  });
}
