import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { otlpTrace } from "../../../folds/otlp/run-trace.ts";
import { foldTrace } from "../../../folds/trace.ts";
import { AppError } from "../../../log/errors.ts";
import type { RunEvent } from "../../../log/events.ts";
import { openLog } from "../../../log/file.ts";
import { fakeRun } from "../../../testing/fake-run.ts";
import { answerMarkdown } from "../../ask/answer-markdown.ts";
import { shareText } from "../../runs/text/history.ts";

const figures = [
  ...[0, -1, 1e-300, 0.5, -1e13, 1e13, 1e13 + 1, 253_402_300_799_999, 253_402_300_800_000],
  ...[8.64e15, 8.64e15 + 1, -8.64e15 - 1, Number.MAX_SAFE_INTEGER, 9e99, Number.MAX_VALUE],
];

function changed(events: readonly RunEvent[], at: number, figure: number): unknown[] {
  const places: [object, string][] = [];
  const copy: unknown[] = JSON.parse(JSON.stringify(events));
  const waiting: unknown[] = [...copy];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === "number") places.push([value, key]);
      else if (inner !== null) waiting.push(inner);
    }
  }
  const [holder, key] = places[at % places.length] ?? [{}, ""];
  Reflect.set(holder, key, figure);
  return copy;
}

describe("what leaves of a log with an extreme figure", () => {
  it("is made where the log opens, and the log else refused", () => {
    const log = fakeRun();
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...figures), (at, figure) => {
        let events: RunEvent[];
        try {
          events = openLog(changed(log, at, figure));
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(AppError);
          return;
        }
        const trace = foldTrace(events);
        const words = { ...shareText.markdownWords, worth: "", made: shareText.made(trace.start) };
        expect(answerMarkdown(trace, words)).toContain("Made with Hopwise");
        for (const { spans } of otlpTrace(events).resourceSpans[0]?.scopeSpans ?? []) {
          for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
            expect(startTimeUnixNano).toMatch(/^-?\d+$/u);
            expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
          }
        }
      }),
      { seed: 26, numRuns: 400 },
    );
  });
});
