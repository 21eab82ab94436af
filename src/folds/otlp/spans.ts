/** OTLP/JSON, as `ExportTraceServiceRequest` of opentelemetry-proto. */
import { type Attribute, attributes, type Fields } from "./attributes.ts";

interface SpanEvent {
  timeUnixNano: string;
  name: string;
  attributes: Attribute[];
}

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  /** SPAN_KIND_INTERNAL. */
  kind: 1;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  events?: SpanEvent[];
  status: { code: 0 | 1 | 2; message?: string };
}

export interface OtlpTrace {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { scope: { name: string; version: string }; spans: Span[] }[];
  }[];
}

/** Times are since the trace's start. */
export interface Draft {
  /** Unique in the trace. */
  id: string;
  parent: string | null;
  name: string;
  startMs: number;
  endMs: number;
  fields: Fields;
  /** Said at the end of the span. */
  events?: readonly { name: string; fields: Fields }[];
  error?: string | undefined;
}

/** The version of the names. */
const version = "0.1.0";

export interface TraceHead {
  /** Any name: the trace's id is made of it. */
  trace: string;
  startEpochMs: number;
}

export function traceOf({ trace, startEpochMs }: TraceHead, drafts: readonly Draft[]): OtlpTrace {
  const traceId = hex(trace, 32);
  const at = (afterMs: number) => nanoseconds(startEpochMs, afterMs);
  const spans = drafts.map((draft): Span => {
    const end = at(Math.max(draft.startMs, draft.endMs));
    const events = draft.events?.map(({ name, fields }) => {
      return { timeUnixNano: end, name, attributes: attributes(fields) };
    });
    return {
      traceId,
      spanId: hex(draft.id, 16),
      parentSpanId: draft.parent === null ? "" : hex(draft.parent, 16),
      name: draft.name,
      kind: 1,
      startTimeUnixNano: at(draft.startMs),
      endTimeUnixNano: end,
      attributes: attributes(draft.fields),
      ...(events === undefined ? {} : { events }),
      status: draft.error === undefined ? { code: 1 } : { code: 2, message: draft.error },
    };
  });
  const resource = attributes({ "service.name": "hopwise", "service.version": version });
  const scopeSpans = [{ scope: { name: "hopwise", version }, spans }];
  return { resourceSpans: [{ resource: { attributes: resource }, scopeSpans }] };
}

function nanoseconds(epochMs: number, afterMs: number): string {
  const start = BigInt(Math.round(epochMs)) * 1_000_000n;
  return String(start + BigInt(Math.round(afterMs * 1_000_000)));
}

/** Never all zero: FNV-1a, salted per block. */
function hex(name: string, digits: number): string {
  const compact = name.replaceAll("-", "");
  if (digits === 32 && /^[0-9a-f]{32}$/u.test(compact)) return compact;
  let made = "";
  for (let block = 0; made.length < digits; block += 1) {
    let hash = 0x811c9dc5 ^ block;
    for (const character of name) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    }
    made += (hash >>> 0 || 1).toString(16).padStart(8, "0");
  }
  return made;
}
