import "fake-indexeddb/auto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "../log/errors.ts";
import { mostNano } from "../models/budget/nano-usd.ts";
import { type Database, openDatabase } from "./database.ts";
import { databaseLedger } from "./spending.ts";

let count = 0;
const fresh = () => {
  count += 1;
  const name = `test-${count}`;
  return () => openDatabase(name);
};

const today = "2026-11-21";
const cap = 1_000;

const reserve = (worst: number) => (spent: number) => {
  if (spent + worst > cap) throw new AppError("spending-cap-reached");
  return spent + worst;
};

describe("the stored spending", () => {
  it("adds up a day to the last billionth, across reloads and tabs", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(10_000_000), { maxLength: 20 }), async (amounts) => {
        const open = fresh();
        const tabs = [databaseLedger(open), databaseLedger(open)];
        await Promise.all(
          amounts.map((amount, index) => tabs[index % 2]?.update(today, (spent) => spent + amount)),
        );
        const spent = await databaseLedger(open).spentNanoUsd(today);
        expect(spent).toBe(amounts.reduce((sum, amount) => sum + amount, 0));
      }),
      { numRuns: 30 },
    );
  });

  it("starts every day at nothing", async () => {
    const ledger = databaseLedger(fresh());
    await ledger.update(today, () => 5);
    expect(await ledger.spentNanoUsd("2026-11-22")).toBe(0);
  });

  it("keeps the day when a call is refused, over two connections", async () => {
    const open = fresh();
    const tabs = [databaseLedger(open), databaseLedger(open)];
    await tabs[0]?.update(today, reserve(900));
    for (const tab of [...tabs, ...tabs]) {
      await expect(tab.update(today, reserve(200))).rejects.toMatchObject({
        code: "spending-cap-reached",
      });
    }
    expect(await databaseLedger(open).spentNanoUsd(today)).toBe(900);
  });

  it("lets no more in than fits, whoever asks at once", async () => {
    for (let round = 0; round < 20; round += 1) {
      const open = fresh();
      const tabs = [databaseLedger(open), databaseLedger(open)];
      const asked = Array.from({ length: 40 }, (_, index) => tabs[index % 2]);
      const told = await Promise.allSettled(asked.map((tab) => tab?.update(today, reserve(90))));
      expect(told.filter(({ status }) => status === "fulfilled")).toHaveLength(11);
      expect(await databaseLedger(open).spentNanoUsd(today)).toBe(990);
    }
  });

  it("keeps every other day, whatever the clocks say", async () => {
    const ledger = databaseLedger(fresh());
    await ledger.update(today, () => 7);
    await ledger.update("2027-12-31", () => 8);
    await ledger.update("2020-01-01", () => 9);
    expect(await ledger.spentNanoUsd(today)).toBe(7);
    expect(await ledger.spentNanoUsd("2027-12-31")).toBe(8);
  });

  it.each([Number.NaN, -1, 0.5, "12", null, 9e15 * 9, {}])(
    "refuses a damaged day (%j) and leaves it as it is, until it is counted anew",
    async (damaged) => {
      const open = fresh();
      const database = await open();
      await database.put("spending", damaged as number, today);
      const ledger = databaseLedger(open);
      const error = { code: "spending-record-damaged", params: { day: today } };
      await expect(ledger.spentNanoUsd(today)).rejects.toMatchObject(error);
      await expect(ledger.update(today, () => 1)).rejects.toMatchObject(error);
      expect(await database.get("spending", today)).toEqual(damaged);
      await ledger.update("2026-11-22", () => 1);
      await ledger.reset(today);
      expect(await ledger.spentNanoUsd(today)).toBe(0);
    },
  );

  it.each([Number.NaN, -1, 0.5, mostNano + 1, Number.POSITIVE_INFINITY])(
    "never writes what is not an amount (%d)",
    async (amount) => {
      const ledger = databaseLedger(fresh());
      await ledger.update(today, () => 5);
      await expect(ledger.update(today, () => amount)).rejects.toMatchObject({ code: "internal" });
      expect(await ledger.spentNanoUsd(today)).toBe(5);
    },
  );
});

describe("a storage that fails", () => {
  it("is a typed error, and is opened anew the next time", async () => {
    const open = fresh();
    let refusals = 2;
    const ledger = databaseLedger(async () => {
      refusals -= 1;
      if (refusals >= 0) throw new DOMException("no", "SecurityError");
      return open();
    });
    const error = { code: "storage-unavailable", retryable: true, params: { cause: "failed" } };
    await expect(ledger.update(today, () => 1)).rejects.toMatchObject(error);
    await expect(ledger.spentNanoUsd(today)).rejects.toMatchObject(error);
    await ledger.update(today, () => 1);
    expect(await ledger.spentNanoUsd(today)).toBe(1);
  });

  it("a connection that was closed is replaced at once", async () => {
    const open = fresh();
    const opened: Database[] = [];
    const ledger = databaseLedger(async () => {
      const database = await open();
      opened.push(database);
      return database;
    });
    await ledger.update(today, () => 1);
    opened[0]?.close();
    await ledger.update(today, (spent) => spent + 1);
    expect(await ledger.spentNanoUsd(today)).toBe(2);
    expect(opened).toHaveLength(2);
  });

  it("a transaction that is aborted keeps the day and says so", async () => {
    const open = fresh();
    const ledger = databaseLedger(open);
    await ledger.update(today, () => 3);
    const broken = databaseLedger(async () => abortingEach(await open()));
    await expect(broken.update(today, () => 4)).rejects.toMatchObject({
      code: "storage-unavailable",
    });
    expect(await ledger.spentNanoUsd(today)).toBe(3);
  });

  it("one that never opens is waited for only so long, and writes nothing late", async () => {
    const open = fresh();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const ledger = databaseLedger(
      async () => {
        await held;
        return open();
      },
      { limitMs: 30 },
    );
    const error = { code: "storage-unavailable", retryable: true, params: { cause: "no-answer" } };
    await expect(ledger.update(today, () => 5)).rejects.toMatchObject(error);
    await expect(ledger.spentNanoUsd(today)).rejects.toMatchObject(error);
    release();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await databaseLedger(open).spentNanoUsd(today)).toBe(0);
  });

  it("one that another tab holds is waited for only so long, and writes nothing late", async () => {
    const open = fresh();
    const holder = (await open()).transaction("spending", "readwrite");
    let holding = true;
    const hold = async () => {
      while (holding) await holder.store.get("held");
    };
    const held = hold();
    const ledger = databaseLedger(open, { limitMs: 30 });
    await expect(ledger.update(today, () => 5)).rejects.toMatchObject({
      params: { cause: "no-answer" },
    });
    holding = false;
    await held;
    await holder.done;
    expect(await databaseLedger(open).spentNanoUsd(today)).toBe(0);
  });
});

function abortingEach(database: Database): Database {
  return new Proxy(database, {
    get(target, key) {
      if (key !== "transaction") return Reflect.get(target, key);
      return (...given: Parameters<Database["transaction"]>) => {
        const transaction = target.transaction(...given);
        transaction.done.catch(() => undefined);
        transaction.abort();
        return transaction;
      };
    },
  });
}
