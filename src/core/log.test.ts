import { describe, expect, it } from "vitest";
import { AppError } from "./errors.ts";
import { logVersion } from "./events.ts";
import { openRunFile, writeRunFile } from "./log.ts";
import { fakeSettings } from "./testing/fakes.ts";

const small = { engine: "fake", model: "m", tier: "small", destination: "device", price: null };
const start = {
  type: "run-start",
  seq: 0,
  atMs: 0,
  version: logVersion,
  runId: "r",
  startedAtEpochMs: 0,
  question: "Q?",
  settings: fakeSettings,
  small,
  large: null,
  library: { id: "l", title: "L", edition: "1", passages: 1 },
  continues: null,
};
const branch = (seq: number, parent: string | null, id: string) => ({
  type: "branch-start",
  seq,
  atMs: 1,
  branch: `b${seq}`,
  parent,
  cause: parent === null ? "plan" : "complete",
  call: null,
  nodes: [{ id, query: "Q", answer: null }],
  finalContent: null,
});
const end = { type: "run-end", seq: 1, atMs: 5, outcome: "stopped", error: null };
const file = (events: unknown[]) => JSON.stringify({ format: "hopwise-run", events });

function codeOf(text: string): string {
  try {
    openRunFile(text);
  } catch (error) {
    return error instanceof AppError ? error.code : "not an AppError";
  }
  return "opened";
}

describe("run files", () => {
  it("open as they were written", () => {
    const events = openRunFile(file([start, end]));
    expect(openRunFile(writeRunFile(events))).toEqual(events);
  });

  it("of version 1 still open", () => {
    const { answerForm: _form, rougeThreshold: _alpha, ...settings } = fakeSettings;
    const { continues: _continues, ...old } = start;
    const events = openRunFile(
      file([
        { ...old, version: 1, settings },
        { ...end, outcome: "cancelled" },
      ]),
    );
    expect(events[0]).toMatchObject({
      version: logVersion,
      settings: fakeSettings,
      continues: null,
    });
    expect(events[1]).toMatchObject({ outcome: "stopped" });
  });

  it.each([
    ["not JSON", "{"],
    ["another file", "[]"],
    ["no events", file([])],
    ["no run-start", file([end])],
    ["an unknown event", file([start, { ...end, type: "surprise" }])],
    ["a wrong field", file([start, { ...end, outcome: "maybe" }])],
    ["a gap", file([start, { ...end, seq: 7 }])],
    ["a branch at its own step", file([start, branch(1, "n1", "n1")])],
    ["a branch at no step", file([start, branch(1, null, "n1"), branch(2, "n7", "n2")])],
    ["a step twice", file([start, branch(1, null, "n1"), branch(2, "n1", "n1")])],
    ["events after the end", file([start, end, { ...end, seq: 2 }])],
  ])("with %s are refused", (_what, text) => {
    expect(codeOf(text)).toBe("run-file-invalid");
  });

  it("from the future are refused as such", () => {
    expect(codeOf(file([{ ...start, version: logVersion + 1 }]))).toBe("run-file-too-new");
  });
});
