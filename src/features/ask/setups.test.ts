import { expect, it } from "vitest";
import { allSmallSettings } from "../../methods/coop-llm/presets.ts";
import { setupIds, setupOf, withSetup } from "./setups.ts";

it.each(setupIds)("%s is recognised once it is set, and gives way to each of the others", (id) => {
  const run = withSetup(allSmallSettings, id);
  expect(setupOf(run)).toBe(id);
  for (const other of setupIds) expect(setupOf(withSetup(run, other))).toBe(other);
});

it("keeps what has nothing to do with who does a stage", () => {
  const own = { ...allSmallSettings, maxRounds: 3, worth: { pointUsd: 0.2 } };
  expect(withSetup(own, "pays")).toEqual(own);
  expect(withSetup(own, "coop")).toMatchObject({ maxRounds: 3, reader: own.reader });
});

it("one flip away from a setup is none", () => {
  expect(setupOf({ ...withSetup(allSmallSettings, "small"), solve: "large" })).toBeNull();
});
