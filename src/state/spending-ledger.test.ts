import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../__fixtures__/fake-services.ts";
import { storedLedger } from "./spending-ledger.ts";

const atOnce = <T>(work: () => T) => Promise.resolve(work());

describe("the stored ledger", () => {
  it("adds up a day to the last billionth, across reloads", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(10_000_000)), async (amounts) => {
        const storage = memoryStorage();
        for (const amount of amounts) {
          await storedLedger(storage, atOnce).update("2026-11-21", (spent) => spent + amount);
        }
        const spent = await storedLedger(storage, atOnce).spentNanoUsd("2026-11-21");
        expect(spent).toBe(amounts.reduce((sum, amount) => sum + amount, 0));
      }),
    );
  });

  it("starts every day at nothing", async () => {
    const ledger = storedLedger(memoryStorage(), atOnce);
    await ledger.update("2026-11-21", () => 5);
    expect(await ledger.spentNanoUsd("2026-11-22")).toBe(0);
  });

  it("takes damaged storage for an empty day", async () => {
    const storage = memoryStorage({ "hopwise.spending": "2026-11-21 lots" });
    expect(await storedLedger(storage, atOnce).spentNanoUsd("2026-11-21")).toBe(0);
  });
});
