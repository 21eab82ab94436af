/**
 * A run as OTLP/JSON, by OpenInference's and OpenTelemetry's `gen_ai.*` names. Ids derive from the
 * log, so that the same run gives the same trace.
 */
import type { RunEvent, RunEventOf } from "../../log/events.ts";
import type { Stage } from "../../log/types.ts";
import { foldTrace, type Trace, type TraceNode } from "../trace.ts";
import type { Fields } from "./attributes.ts";
import { callFields, filterFields, readingFields, retrievalFields } from "./fields.ts";
import { type Draft, type OtlpTrace, traceOf } from "./spans.ts";

/** A log without `run-start` has no spans. */
export function otlpTrace(events: readonly RunEvent[]): OtlpTrace {
  const [start] = events;
  const run = start?.type === "run-start" ? start : null;
  return traceOf(
    { trace: run?.runId ?? "", startEpochMs: run?.startedAtEpochMs ?? 0 },
    runDrafts(events),
  );
}

export const rootId = "run";

export function runDrafts(events: readonly RunEvent[]): Draft[] {
  const [start] = events;
  if (start?.type !== "run-start") return [];
  const trace = foldTrace(events);
  return [root(start, trace), ...stageSpans(trace, events), ...nodeSpans(trace, events)].concat(
    leafSpans(trace, events),
  );
}

function root(start: RunEventOf<"run-start">, trace: Trace): Draft {
  const { question, settings, library } = start;
  return {
    id: rootId,
    parent: null,
    name: settings.method,
    startMs: start.atMs,
    endMs: trace.lastMs,
    fields: {
      "openinference.span.kind": "AGENT",
      "input.value": question,
      "output.value": trace.answer?.text ?? "",
      metadata: JSON.stringify({ method: settings.method, library: library.title }),
      "hopwise.run_id": start.runId,
      "hopwise.outcome": trace.outcome,
      "hopwise.short_answer": trace.answer?.short,
    },
    error: trace.error?.code,
  };
}

function stageSpans(trace: Trace, events: readonly RunEvent[]): Draft[] {
  return events
    .flatMap((event) => {
      if (event.type !== "stage-start") return [];
      const end = events.find(
        (one) => one.type === "stage-end" && one.stage === event.stage && one.seq > event.seq,
      );
      return {
        id: stageId(event.stage),
        parent: rootId,
        name: event.stage,
        startMs: event.atMs,
        endMs: end?.atMs ?? trace.lastMs,
        fields: { "openinference.span.kind": "CHAIN", "hopwise.tier": event.tier },
      };
    })
    .filter(isFirst);
}

/** A resumed run may begin a stage twice, but span ids must be unique. */
function isFirst(draft: Draft, at: number, all: readonly Draft[]): boolean {
  return all.findIndex(({ id }) => id === draft.id) === at;
}

/** A step's span lasts from `node-start`, or its first event, to the verdict. */
function nodeSpans(trace: Trace, events: readonly RunEvent[]): Draft[] {
  return [...trace.nodes.values()].flatMap((node) => {
    const own = events.filter((event) => "node" in event && event.node === node.id);
    const [first] = own;
    if (first === undefined) return [];
    const verdict = own.findLast(({ type }) => type === "verdict");
    return {
      id: nodeId(node.id),
      parent: stageParent(events, "solve"),
      name: node.query,
      startMs: (own.find(({ type }) => type === "node-start") ?? first).atMs,
      endMs: verdict?.atMs ?? own.at(-1)?.atMs ?? first.atMs,
      fields: nodeFields(node),
    };
  });
}

function nodeFields(node: TraceNode): Fields {
  return {
    "openinference.span.kind": "CHAIN",
    "input.value": node.query,
    "output.value": node.answer ?? "",
    "graph.node.id": node.id,
    "graph.node.name": node.query,
    "graph.node.parent_id": node.parent ?? undefined,
    "hopwise.status": node.status,
    "hopwise.proposed_answer": node.proposed ?? undefined,
    "hopwise.confidence": node.verdict?.confidence ?? undefined,
    "hopwise.confidence_threshold": node.verdict?.threshold,
    "hopwise.abandoned": node.abandoned,
  };
}

function leafSpans(trace: Trace, events: readonly RunEvent[]): Draft[] {
  return events.flatMap((event) => {
    switch (event.type) {
      case "call-start":
        return callSpan(trace, event, events);
      case "retrieval":
        return leaf(event, event.totalMs, parentOf(trace, events, event.node, "solve"), {
          name: event.tool?.title ?? "library",
          fields: retrievalFields(event),
        });
      case "tool-failure":
        return leaf(event, event.totalMs, parentOf(trace, events, event.node, "solve"), {
          name: event.tool.title,
          fields: { "openinference.span.kind": "RETRIEVER", "tool.name": event.tool.id },
          error: event.error.code,
        });
      case "reading":
        return leaf(event, event.totalMs, parentOf(trace, events, event.node, event.stage), {
          name: `encoder: ${event.use}`,
          fields: readingFields(event, trace),
        });
      case "filter":
        return leaf(event, 0, parentOf(trace, events, event.node, "solve"), {
          name: "filter",
          fields: filterFields(event, trace),
        });
      case "gate":
        return leaf(event, event.totalMs, parentOf(trace, events, event.node, event.stage), {
          name: `gate: ${event.kind}`,
          fields: {
            "openinference.span.kind": "EVALUATOR",
            "input.value": event.question,
            "output.value": event.known ? "known" : "unknown",
            "hopwise.score": event.score ?? undefined,
            "hopwise.threshold": event.threshold,
          },
        });
      default:
        return [];
    }
  });
}

/** The event is logged when its span ends. */
function leaf(
  event: RunEvent,
  tookMs: number,
  parent: string,
  rest: Pick<Draft, "name" | "fields" | "error">,
): Draft {
  const startMs = Math.max(0, event.atMs - tookMs);
  return { id: `event:${event.seq}`, parent, startMs, endMs: event.atMs, ...rest };
}

function callSpan(
  trace: Trace,
  start: RunEventOf<"call-start">,
  events: readonly RunEvent[],
): Draft[] {
  const call = trace.calls.get(start.call);
  if (call === undefined) return [];
  const over = call.end ?? call.error;
  return [
    {
      id: `call:${start.call}`,
      parent: parentOf(trace, events, start.node, start.stage),
      name: start.purpose,
      startMs: start.atMs,
      endMs: over?.atMs ?? trace.lastMs,
      fields: callFields(call),
      error: call.error?.error.code,
    },
  ];
}

function parentOf(
  trace: Trace,
  events: readonly RunEvent[],
  node: string | null,
  stage: Stage,
): string {
  if (node !== null && trace.nodes.has(node)) return nodeId(node);
  return stageParent(events, stage);
}

/** Some methods lack that stage. */
function stageParent(events: readonly RunEvent[], stage: Stage): string {
  const begun = events.some((event) => event.type === "stage-start" && event.stage === stage);
  return begun ? stageId(stage) : rootId;
}

export const stageId = (stage: Stage) => `stage:${stage}`;
const nodeId = (node: string) => `node:${node}`;
