import fc from "fast-check";
import { expect, it } from "vitest";
import { fakeRun } from "../testing/fake-run.ts";
import { generatedLog } from "../testing/generated-log.ts";
import type { RunEvent } from "./events.ts";
import { packRuns, readPackedRuns, unpackRun } from "./packed-runs.ts";

function unpacked(events: readonly RunEvent[], question = "q", combination = "SSS") {
  const text = JSON.stringify(packRuns([{ question, combination, events }]));
  return unpackRun(readPackedRuns(JSON.parse(text)), question, combination);
}

it.each([
  ["a short run", fakeRun()],
  ["a long one", generatedLog(60)],
])("%s comes back as it was", (_, events) => {
  expect(unpacked(events)).toEqual(JSON.parse(JSON.stringify(events)));
});

it("comes back as it was, whatever words a model writes", () => {
  const anyWords = fc.oneof(
    fc.string(),
    fc.string().map((words) => `~${words}`),
  );
  fc.assert(
    fc.property(fc.array(anyWords, { maxLength: 20 }), (words) => {
      const run = fakeRun();
      let next = 0;
      const events = run.map((event) =>
        event.type === "call-delta"
          ? { ...event, text: words[next++ % words.length] ?? "" }
          : event,
      );
      expect(unpacked(events)).toEqual(JSON.parse(JSON.stringify(events)));
    }),
  );
});

it("says a longer string once, however often it is said", () => {
  const events = fakeRun();
  const runs = ["SSS", "LLL"].map((combination) => ({ question: "q", combination, events }));
  expect(packRuns(runs).strings).toEqual(packRuns(runs.slice(0, 1)).strings);
});

it("has only the runs that it has, and refuses what is none", () => {
  const packed = packRuns([{ question: "q", combination: "SSS", events: fakeRun() }]);
  expect(unpackRun(packed, "q", "LLL")).toBeNull();
  expect(unpackRun(packed, "r", "SSS")).toBeNull();
  expect(() => readPackedRuns({ format: "hopwise-run", events: [] })).toThrow();
  const damaged = { ...packed, strings: packed.strings.slice(1) };
  expect(() => unpackRun(damaged, "q", "SSS")).toThrow();
});
