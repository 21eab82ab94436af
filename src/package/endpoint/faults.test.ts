/** A sample of `npm run bench -- endpoint-faults`: every kind but those that take a second. */
import { expect, it } from "vitest";
import { endpointFaults, startFaultLab } from "../../testing/endpoint-faults.ts";

const slow = new Set(["silent", "drip", "500", "409", "cut", "reset"]);

it("hangs nowhere, leaks no key or path, and gives typed answers, whatever fails", async () => {
  const lab = await startFaultLab();
  const failed: string[] = [];
  for (const fault of endpointFaults(126).filter(({ kind }) => !slow.has(kind))) {
    for (const failure of await lab.try(fault)) failed.push(`${JSON.stringify(fault)}: ${failure}`);
  }
  await lab.close();
  expect(failed).toEqual([]);
}, 120_000);
