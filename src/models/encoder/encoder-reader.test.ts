import * as Comlink from "comlink";
import { describe, expect, it } from "vitest";
import { WorkerLink } from "../../shared/rpc/bridge.ts";
import { scriptedParts } from "../../testing/engines/scripted-heads.ts";
import { describeReaderContract } from "../../testing/reader-contract.ts";
import { createReader, type HeadOutputs } from "./encoder-reader.ts";
import { bridgedReader, type ReaderCalls, readerCalls } from "./reader-bridge.ts";

const never = new AbortController().signal;
const wordy = (count: number) => "word ".repeat(count).trim();

describeReaderContract("scripted heads", async () => createReader(scriptedParts()));

describeReaderContract("scripted heads behind a worker's bridge", async () => {
  const { port1, port2 } = new MessageChannel();
  Comlink.expose(
    readerCalls(() => createReader(scriptedParts())),
    port1,
  );
  const worker = Object.assign(port2, { terminate: () => port1.close() });
  const link = new WorkerLink<ReaderCalls>(worker);
  return bridgedReader(link.remote, (work) => link.call(work));
});

describe("batches", () => {
  it("are of at most eight pairs, shortest first, and give back the order asked", async () => {
    const parts = scriptedParts((ids) => ({ relevance: ids.length }));
    const lengths = [40, 3, 25, 1, 60, 8, 2, 33, 12, 5, 50, 7];
    const readings = await createReader(parts).read("Why?", lengths.map(wordy), never);
    expect(parts.batches.map(({ rows }) => rows)).toEqual([8, 4]);
    expect(parts.batches.map(({ width }) => width)).toEqual(
      [30, 65].map((width) => expect.toSatisfy((w) => w <= width)),
    );
    expect(readings.map(({ tokens }) => tokens)).toEqual(lengths.map((count) => count + 5));
    const order = readings.map(({ relevance }) => relevance);
    expect([...order].sort((a, b) => a - b)).toEqual(
      lengths.toSorted((a, b) => a - b).map((count) => order[lengths.indexOf(count)]),
    );
  });

  it("are smaller for long passages, whose attention takes the memory", async () => {
    const parts = scriptedParts();
    await createReader(parts).read("Why?", new Array<string>(8).fill(wordy(900)), never);
    expect(parts.batches.map(({ rows, width }) => [rows, width])).toEqual([
      [4, 512],
      [4, 512],
    ]);
  });

  it("end between two when the signal aborts", async () => {
    const stop = new AbortController();
    const parts = scriptedParts(() => {
      stop.abort();
      return {};
    });
    const reading = createReader(parts).read(
      "Why?",
      new Array<string>(20).fill("a b"),
      stop.signal,
    );
    await expect(reading).rejects.toMatchObject({ code: "stopped" });
    expect(parts.batches).toHaveLength(1);
  });
});

describe("outputs of a graph", () => {
  const spoil = (change: (outputs: HeadOutputs) => HeadOutputs) => {
    const parts = scriptedParts();
    return createReader({ ...parts, run: async (batch) => change(await parts.run(batch)) });
  };
  const missing = ({ kind_logits: _kind, ...others }: HeadOutputs): HeadOutputs => others;
  const misshapen = (outputs: HeadOutputs): HeadOutputs => ({
    ...outputs,
    relevance_logit: { dims: [1, 2], data: new Float32Array(2) },
  });
  const spoilt = (outputs: HeadOutputs): HeadOutputs => {
    outputs.span_logits?.data.fill(Number.NaN);
    return outputs;
  };

  it.each([
    ["missing", missing, { cause: "no-head", head: "kind_logits" }],
    ["of another shape", misshapen, { cause: "relevance_logit", dims: "1x2" }],
    ["not finite", spoilt, { cause: "not-finite" }],
  ])("that are %s are refused as nonsense", async (_what, change, params) => {
    const reading = spoil(change).read("Why?", ["because"], never);
    await expect(reading).rejects.toMatchObject({ code: "model-nonsense", params });
  });
});

it("knows by its own head, calibrated", async () => {
  const parts = scriptedParts(() => ({ known: 2 }));
  const heads = { ...parts.heads, known: { a: 0.5, b: 1 } };
  const known = await createReader({ ...parts, heads }).known("Who?", "Ada", never, null);
  expect(known).toBeCloseTo(1 / (1 + Math.exp(-2)), 10);
});

it("weighs what the answer's writer thought of it where both are there", async () => {
  const parts = scriptedParts(() => ({ known: 2 }));
  const heads = { ...parts.heads, knownWithLogprob: { a: 0.5, logprob: 0.25, b: 1 } };
  const reader = createReader({ ...parts, heads });
  const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
  expect(await reader.known("Who?", "Ada", never, -4)).toBeCloseTo(sigmoid(1), 10);
  expect(await reader.known("Who?", "Ada", never, null)).toBeCloseTo(sigmoid(2), 10);
  const alone = createReader(parts);
  expect(await alone.known("Who?", "Ada", never, -4)).toBeCloseTo(sigmoid(2), 10);
});
