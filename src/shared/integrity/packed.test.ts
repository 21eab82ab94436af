import { deflateSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { unpacked } from "./packed.ts";

const packed = (bytes: Uint8Array) => new Uint8Array(deflateSync(bytes));

it("inflates to the very bytes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 5000 }), async (bytes) => {
      expect(await unpacked(packed(bytes), bytes.length)).toEqual(new Uint8Array(bytes));
    }),
    { numRuns: 30 },
  );
});

it.each([
  ["cut", (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, -3)],
  ["empty", () => new Uint8Array()],
  ["not deflated", () => new Uint8Array(200).fill(7)],
])("refuses what is %s", async (_what, damage) => {
  const bytes = new Uint8Array(300).map((_, at) => at * 7);
  expect(await unpacked(damage(packed(bytes)), bytes.length)).toBeNull();
});

it("stops at the expected length", async () => {
  const huge = packed(new Uint8Array(5_000_000));
  expect(huge.length).toBeLessThan(10_000);
  expect(await unpacked(huge, 1000)).toBeNull();
  expect(await unpacked(huge, 5_000_001)).toBeNull();
});
