/** Sends traces to a collector: OTLP over HTTP, as JSON, in requests of at most about a megabyte. */
import { isRecord } from "../../evaluation/pipelines/read/parts.ts";
import type { OtlpTrace } from "../../folds/otlp/spans.ts";
import { type Reach, reachOf } from "../../models/openai-compatible/reach.ts";
import type { Fetch } from "../../models/openai-compatible/transport.ts";

export interface SentTraces {
  traces: number;
  /** Counts bodies, no headers. */
  bytes: number;
  /** Spans that the collector says it did not keep. */
  rejected: number;
  end:
    | { kind: "sent" | "stopped" }
    | { kind: "refused"; status: number }
    | { kind: "unreachable"; reach: Reach | null };
}

export type TracesSent = Omit<SentTraces, "end">;

export interface TraceSending {
  /** Such as `http://localhost:4318/v1/traces`. */
  address: URL;
  traces: AsyncIterable<OtlpTrace>;
  fetch: Fetch;
  signal: AbortSignal;
  onSent?: (sent: TracesSent) => void;
}

/** Well below what collectors take: 20 MiB by default. */
const requestCharacters = 500_000;

export async function sendTraces(sending: TraceSending): Promise<SentTraces> {
  const { address, fetch, signal, onSent } = sending;
  const sent = { traces: 0, bytes: 0, rejected: 0 };
  for await (const { body, traces } of requests(sending.traces)) {
    if (signal.aborted) return { ...sent, end: { kind: "stopped" } };
    const bytes = new TextEncoder().encode(body);
    let response: Response;
    try {
      response = await fetch(address, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: bytes,
        credentials: "omit",
        referrerPolicy: "no-referrer",
        redirect: "error",
        signal,
      });
    } catch {
      const reach = signal.aborted ? null : await reachOf(address, fetch, signal).catch(() => null);
      const kind = signal.aborted ? "stopped" : "unreachable";
      return { ...sent, end: kind === "stopped" ? { kind } : { kind, reach } };
    }
    sent.bytes += bytes.byteLength;
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) return { ...sent, end: { kind: "refused", status: response.status } };
    sent.traces += traces;
    sent.rejected += rejectedIn(answer);
    onSent?.({ ...sent });
  }
  return { ...sent, end: { kind: "sent" } };
}

/** 64-bit integers are strings in OTLP/JSON. */
function rejectedIn(answer: unknown): number {
  const part = isRecord(answer) ? answer["partialSuccess"] : null;
  const rejected = isRecord(part) ? Number(part["rejectedSpans"]) : 0;
  return Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0;
}

async function* requests(
  traces: AsyncIterable<OtlpTrace>,
): AsyncGenerator<{ body: string; traces: number }, void, undefined> {
  let parts: string[] = [];
  let length = 0;
  let count = 0;
  const whole = () => ({ body: `{"resourceSpans":[${parts.join(",")}]}`, traces: count });
  for await (const { resourceSpans } of traces) {
    for (const one of resourceSpans) {
      const text = JSON.stringify(one);
      parts.push(text);
      length += text.length;
    }
    count += 1;
    if (length >= requestCharacters) {
      yield whole();
      [parts, length, count] = [[], 0, 0];
    }
  }
  if (count > 0) yield whole();
}
