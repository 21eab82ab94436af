import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import type { RunEvent } from "../../log/events.ts";
import { type PackedRuns, readPackedRuns, unpackRun } from "../../log/packed-runs.ts";
import { sharedEvents } from "./shared-events.ts";

const question =
  "How many World Heritage Sites are there in the country whose currency is the renminbi?";
let packed: PackedRuns;

beforeAll(() => {
  const file = gunzipSync(readFileSync("public/examples/combinations.runs.bin"));
  packed = readPackedRuns(JSON.parse(file.toString()));
});

const run = (combination: string): readonly RunEvent[] =>
  unpackRun(packed, question, combination) ?? [];

describe("where two recorded runs part", () => {
  it("a run shares all of itself with itself", () => {
    expect(sharedEvents(run("SSS"), run("SSS"))).toBe(run("SSS").length);
  });

  it.each([
    ["LSS", "plan"],
    ["SLS", "solve"],
  ])("%s parts from all small where %s begins", (combination, stage) => {
    const next = run(combination);
    expect(next[sharedEvents(run("SSS"), next)]).toMatchObject({ type: "stage-start", stage });
  });

  it("another planner parts at once, also where the reader differs later", () => {
    const next = run("LLS");
    expect(next[sharedEvents(run("SLS"), next)]).toMatchObject({
      type: "stage-start",
      stage: "plan",
    });
  });

  it("times and the parts that a text came in do not matter", () => {
    const events = run("SSS");
    const later = events
      .filter(({ type }) => type !== "call-delta")
      .map((event) => ({ ...event, atMs: event.atMs + 1000 }));
    expect(sharedEvents(events, later)).toBe(later.length);
  });
});
