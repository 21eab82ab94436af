import { describe, expect, it } from "vitest";
import { fakeSettings } from "../testing/fakes.ts";
import { deepestTree } from "./bounds.ts";
import { AppError } from "./errors.ts";
import { logVersion } from "./events.ts";
import { openLog } from "./file.ts";

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
  library: { id: "l", title: "L", edition: "1", passages: 1, visibility: "private" },
  continues: null,
};
const callEnd = {
  type: "call-end",
  seq: 1,
  atMs: 1,
  call: "call-1",
  output: "",
  finish: "stop",
  usage: { promptTokens: 1, cachedTokens: 0, generatedTokens: 1 },
  cost: { usd: 0, basis: "local" },
  meanLogprob: null,
  constrained: false,
  bytesSent: 0,
  bytesReceived: 0,
  queueMs: 0,
  firstTokenMs: null,
  totalMs: 1,
};

function nested(depth: number): object[] {
  const branches = Array.from({ length: depth }, (_, index) => ({
    type: "branch-start",
    seq: index + 1,
    atMs: 1,
    branch: `b${index + 1}`,
    parent: index === 0 ? null : `n${index}`,
    cause: index === 0 ? "plan" : "complete",
    call: null,
    nodes: [{ id: `n${index + 1}`, query: "Q", answer: null }],
    finalContent: null,
  }));
  return [start, ...branches];
}

function refusalOf(events: readonly object[]): unknown {
  try {
    openLog(events);
    return "it opened";
  } catch (thrown) {
    return thrown instanceof AppError ? thrown.toData() : thrown;
  }
}

describe("what a log may hold", () => {
  it.each([
    ["a date that no calendar has", { ...start, startedAtEpochMs: 9e99 }],
    ["a date just past the last", { ...start, startedAtEpochMs: 8.64e15 + 1 }],
    ["a date of five-digit years", { ...start, startedAtEpochMs: 2.6e14 }],
    ["a date before all clocks", { ...start, startedAtEpochMs: -1 }],
    ["a time that ends after the sun", { ...start, atMs: 1e300 }],
    ["more passages than atoms", { ...start, library: { ...start.library, passages: 9e15 } }],
  ])("is not %s", (_, changed) => {
    expect(refusalOf([changed])).toMatchObject({ code: "run-file-invalid", params: { event: 0 } });
  });

  it.each(["queueMs", "totalMs", "firstTokenMs", "bytesSent", "bytesReceived"])(
    "is no extreme figure of a call: %s",
    (field) => {
      const refused = { code: "run-file-invalid", params: { event: 1 } };
      expect(refusalOf([start, { ...callEnd, [field]: 1e308 }])).toMatchObject(refused);
    },
  );

  it("is a clock that was set back a little", () => {
    expect(openLog([start, { ...callEnd, queueMs: -3 }])).toHaveLength(2);
  });

  it("is a tree that can be drawn, and no deeper one", () => {
    expect(openLog(nested(deepestTree))).toHaveLength(deepestTree + 1);
    const refusal = refusalOf(nested(3_000));
    expect(refusal).toMatchObject({
      code: "run-file-invalid",
      params: { reason: expect.stringContaining(`more than ${deepestTree} others`) },
    });
  });
});
