import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { runDrafts } from "../../folds/otlp/run-trace.ts";
import { type OtlpTrace, traceOf } from "../../folds/otlp/spans.ts";
import { fakeRun } from "../../testing/fake-run.ts";
import { sendTraces } from "./send-traces.ts";

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

/** A collector that answers with these, the last one again and again. */
async function collector(...answers: { status: number; body: string }[]) {
  const bodies: string[] = [];
  const made = createServer((request, response) => {
    let body = "";
    request.on("data", (part: unknown) => {
      body += String(part);
    });
    request.on("end", () => {
      bodies.push(body);
      const answer = answers[bodies.length - 1] ?? answers.at(-1);
      response.writeHead(answer?.status ?? 200, { "Content-Type": "application/json" });
      response.end(answer?.body ?? "{}");
    });
  });
  server = made;
  await new Promise<void>((resolve) => {
    made.listen(0, "127.0.0.1", resolve);
  });
  const { port } = made.address() as AddressInfo;
  return { address: new URL(`http://127.0.0.1:${port}/v1/traces`), bodies };
}

async function* traces(count: number): AsyncGenerator<OtlpTrace> {
  for (let at = 0; at < count; at += 1) {
    yield traceOf({ trace: `run ${at}`, startEpochMs: 0 }, runDrafts(fakeRun()));
  }
}

const never = new AbortController().signal;
const idsIn = (body: string): string[] =>
  [...body.matchAll(/"traceId":"([0-9a-f]{32})"/gu)].map(([, id]) => id ?? "");

it("sends every trace once, in requests of limited size, and counts their bytes", async () => {
  const { address, bodies } = await collector({ status: 200, body: "{}" });
  const counts: number[] = [];
  const onSent = ({ traces: count }: { traces: number }) => void counts.push(count);
  const sent = await sendTraces({ address, traces: traces(100), fetch, signal: never, onSent });
  expect(bodies.length).toBeGreaterThan(2);
  expect(new Set(bodies.flatMap(idsIn)).size).toBe(100);
  expect(sent).toEqual({
    traces: 100,
    bytes: bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0),
    rejected: 0,
    end: { kind: "sent" },
  });
  expect(counts.at(-1)).toBe(100);
});

it("tells what a collector did not keep, and what it refused", async () => {
  const rejecting = JSON.stringify({ partialSuccess: { rejectedSpans: "7" } });
  const first = await collector({ status: 200, body: rejecting }, { status: 413, body: "no" });
  const some = { address: first.address, fetch, signal: never };
  expect(await sendTraces({ ...some, traces: traces(2) })).toMatchObject({
    traces: 2,
    rejected: 7,
  });
  const refused = await sendTraces({ ...some, traces: traces(2) });
  expect(refused).toMatchObject({ traces: 0, end: { kind: "refused", status: 413 } });
  expect(refused.bytes).toBeGreaterThan(0);
});

it("stops at once, and tells that nobody is there", async () => {
  const { address, bodies } = await collector({ status: 200, body: "{}" });
  const stop = new AbortController();
  const onSent = () => stop.abort();
  const sent = await sendTraces({
    address,
    traces: traces(100),
    fetch,
    signal: stop.signal,
    onSent,
  });
  expect([sent.end.kind, bodies.length]).toEqual(["stopped", 1]);
  const nobody = new URL("http://127.0.0.1:9/v1/traces");
  const lost = await sendTraces({ address: nobody, traces: traces(1), fetch, signal: never });
  expect(lost).toEqual({
    traces: 0,
    bytes: 0,
    rejected: 0,
    end: { kind: "unreachable", reach: "silent" },
  });
});
