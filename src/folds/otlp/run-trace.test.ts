import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { fakeFailedRun, fakeRun } from "../../testing/fake-run.ts";
import { otlpTrace } from "./run-trace.ts";

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.string().check(z.regex(/^-?\d+$/u)) }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
]);
const attributeList = z.array(z.strictObject({ key: z.string().check(z.minLength(1)), value }));
const id = (digits: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${digits}}$`, "u")));
const nanoseconds = z.string().check(z.regex(/^\d{19}$/u));
const span = z.strictObject({
  traceId: id(32),
  spanId: id(16),
  parentSpanId: z.union([z.literal(""), id(16)]),
  name: z.string(),
  kind: z.literal(1),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: attributeList,
  status: z.strictObject({ code: z.literal([0, 1, 2]), message: z.optional(z.string()) }),
});
/** The JSON form of opentelemetry-proto's `ExportTraceServiceRequest`. */
const request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: attributeList }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(span),
        }),
      ),
    }),
  ),
});

/** Names from OpenInference, which flattens lists by index. */
const conventional = [
  /^openinference\.span\.kind$/u,
  /^(?:input|output)\.value$/u,
  /^gen_ai\.operation\.name$/u,
  /^gen_ai\.(?:provider\.name|request\.model|usage\.(?:in|out)put_tokens)$/u,
  /^metadata$/u,
  /^graph\.node\.(?:id|name|parent_id)$/u,
  /^tool\.name$/u,
  /^llm\.(?:provider|model_name|invocation_parameters|finish_reason|cost\.total)$/u,
  /^llm\.token_count\.(?:prompt|completion|total|prompt_details\.cache_read)$/u,
  /^llm\.(?:input|output)_messages\.\d+\.message\.(?:role|content)$/u,
  /^retrieval\.documents\.\d+\.document\.(?:id|content|score)$/u,
  /^reranker\.(?:query|top_k|model_name)$/u,
  /^reranker\.(?:input|output)_documents\.\d+\.document\.(?:id|content|score)$/u,
  /^hopwise\./u,
];

const spansOf = (log = fakeRun()) =>
  z.parse(request, JSON.parse(JSON.stringify(otlpTrace(log)))).resourceSpans[0]?.scopeSpans[0]
    ?.spans ?? [];
type Spans = ReturnType<typeof spansOf>;
const attribute = (one: Spans[number], key: string) =>
  Object.values(one.attributes.find((field) => field.key === key)?.value ?? {})[0];
const ofKind = (spans: Spans, kind: string) =>
  spans.filter((one) => attribute(one, "openinference.span.kind") === kind);

describe("a run as a trace", () => {
  it("has the form of OTLP/JSON, one root, and no span without its parent", () => {
    const spans = spansOf();
    const ids = new Set(spans.map(({ spanId }) => spanId));
    expect(ids.size).toBe(spans.length);
    expect(spans.filter(({ parentSpanId }) => parentSpanId === "")).toHaveLength(1);
    expect(spans.every((one) => one.parentSpanId === "" || ids.has(one.parentSpanId))).toBe(true);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(spans.every((one) => BigInt(one.endTimeUnixNano) >= BigInt(one.startTimeUnixNano))).toBe(
      true,
    );
  });

  it("names attributes by the conventions, and gives every span a kind", () => {
    const spans = spansOf();
    const keys = new Set(spans.flatMap((one) => one.attributes.map(({ key }) => key)));
    expect([...keys].filter((key) => !conventional.some((name) => name.test(key)))).toEqual([]);
    const kinds = new Set(spans.map((one) => attribute(one, "openinference.span.kind")));
    expect(kinds).toEqual(new Set(["AGENT", "CHAIN", "LLM", "RETRIEVER"]));
  });

  it("tells calls with messages, tokens and cost, and searches with their documents", () => {
    const spans = spansOf();
    const [plan] = ofKind(spans, "LLM").filter(({ name }) => name === "plan");
    if (plan === undefined) throw new Error("the run has a plan");
    expect(attribute(plan, "llm.model_name")).toBe("fake-large");
    expect(attribute(plan, "llm.input_messages.1.message.role")).toBe("user");
    expect(attribute(plan, "llm.output_messages.0.message.content")).toContain("[Query 1]");
    expect(attribute(plan, "llm.token_count.prompt")).toBe("412");
    expect(attribute(plan, "llm.token_count.total")).toBe("500");
    expect(attribute(plan, "llm.cost.total")).toBeGreaterThan(0);
    const [search] = ofKind(spans, "RETRIEVER");
    if (search === undefined) throw new Error("the run searches");
    expect(attribute(search, "retrieval.documents.0.document.id")).toBe("mauritania-government");
    expect(attribute(search, "retrieval.documents.0.document.score")).toBe(0.0328);
    const step = spans.find(({ spanId }) => spanId === search.parentSpanId);
    expect(step && attribute(step, "graph.node.id")).toBe("n1");
  });

  it("tells what failed, and writes no count that nobody told", () => {
    const spans = spansOf(fakeFailedRun());
    const failed = spans.filter(({ status }) => status.code === 2);
    expect(failed.map(({ status }) => status.message)).toContain("remote-quota-exhausted");
    const call = failed.find((one) => attribute(one, "openinference.span.kind") === "LLM");
    expect(call && attribute(call, "llm.token_count.prompt")).toBeUndefined();
    expect(call && attribute(call, "llm.cost.total")).toBeUndefined();
  });

  it("is the same for the same run", () => {
    expect(otlpTrace(fakeRun())).toEqual(otlpTrace(fakeRun()));
  });
});
