import { describe, expect, it } from "vitest";
import type { RunEvent } from "../core/events.ts";
import { progressLine } from "./print.ts";

const wiki = { id: "wiki", title: "Wiki", destination: "https://w.example", usdPerThousand: 0 };
const at = { seq: 1, atMs: 1, node: "node-1" };
const gate = {
  ...at,
  type: "gate",
  stage: "plan",
  kind: "judge",
  by: "encoder",
  call: null,
  question: "Q?",
  answer: "A",
  score: 0.613,
  threshold: 0.5,
  known: true,
  totalMs: 1,
} satisfies RunEvent;

describe("the progress on the command line", () => {
  it("tells what a gate judged, by which score, and what came of it", () => {
    expect(progressLine(gate)).toBe("  known (encoder, 0.61 against 0.5): Q? → A");
    expect(progressLine({ ...gate, answer: "", score: null, known: false, by: "model" })).toBe(
      "  not known (model): Q?",
    );
  });

  it("tells the tool and what was predicted of each", () => {
    const source = { ...at, type: "source", choice: "best-predicted", lambda: null } as const;
    const predicted = [{ tool: wiki, score: 0.5 }];
    expect(progressLine({ ...source, tool: wiki, predicted })).toBe(
      "  search by Wiki (predicted: wiki 0.50)",
    );
    expect(progressLine({ ...source, tool: wiki, predicted: [] })).toBe("  search by Wiki");
  });

  it("tells a service's failure and what is asked in its place", () => {
    const error = { code: "tool-timeout", params: {}, retryable: true } as const;
    const failure = { ...at, type: "tool-failure", tool: wiki, error, bytesSent: 0, totalMs: 1 };
    expect(progressLine({ ...failure, type: "tool-failure", instead: "bm25" })).toBe(
      "  Wiki: tool-timeout, bm25 instead",
    );
    expect(progressLine({ ...failure, type: "tool-failure", instead: null })).toContain("nothing");
    expect(
      progressLine({ ...failure, type: "tool-failure", instead: "bm25", left: true }),
    ).toContain("bm25 instead from here on");
  });

  it("counts the passages that help, and names departures", () => {
    const judged = [true, false, false].map((relevant, index) => ({
      passageId: `${index}`,
      relevant,
      score: null,
    }));
    expect(
      progressLine({
        ...at,
        type: "filter",
        form: "per-passage",
        by: "model",
        threshold: 0.5,
        judged,
      }),
    ).toBe("  1 of 3 passages help (model)");
    expect(progressLine({ ...at, type: "deviation", switch: "depthLimit" })).toContain(
      "depthLimit",
    );
  });
});
