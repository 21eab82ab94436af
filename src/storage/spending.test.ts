import "fake-indexeddb/auto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import { databaseLedger } from "./spending.ts";

let count = 0;
const fresh = () => {
  count += 1;
  const name = `test-${count}`;
  return () => openDatabase(name);
};

describe("the stored spending", () => {
  it("adds up a day to the last billionth, across reloads and tabs", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(10_000_000), { maxLength: 20 }), async (amounts) => {
        const open = fresh();
        const tabs = [databaseLedger(open), databaseLedger(open)];
        await Promise.all(
          amounts.map((amount, index) =>
            tabs[index % 2]?.update("2026-11-21", (spent) => spent + amount),
          ),
        );
        const spent = await databaseLedger(open).spentNanoUsd("2026-11-21");
        expect(spent).toBe(amounts.reduce((sum, amount) => sum + amount, 0));
      }),
      { numRuns: 30 },
    );
  });

  it("starts every day at nothing", async () => {
    const ledger = databaseLedger(fresh());
    await ledger.update("2026-11-21", () => 5);
    expect(await ledger.spentNanoUsd("2026-11-22")).toBe(0);
  });

  it("takes damaged storage for an empty day", async () => {
    const open = fresh();
    await (await open()).put("spending", Number.NaN, "2026-11-21");
    expect(await databaseLedger(open).spentNanoUsd("2026-11-21")).toBe(0);
  });
});
