/** Spans and rows of the formats that are read, as their publishers describe them. */
import { type Cell, type Fields, flattened, isRecord, numberOf, textOfCell } from "./parts.ts";
import type { Span } from "./spans.ts";

export type PipelineFormat = "table" | "otlp" | "phoenix" | "langfuse" | "promptfoo";

export function formatOf(items: readonly unknown[]): PipelineFormat {
  const first = items.find(isRecord);
  if (first === undefined) return "table";
  if (Array.isArray(first["resourceSpans"])) return "otlp";
  if (promptfooResults(first).some((one) => isRecord(one) && "testIdx" in one)) return "promptfoo";
  if (Array.isArray(first["observations"])) return "langfuse";
  const fields = flattened(first);
  return fields.has("context.trace_id") && fields.has("context.span_id") ? "phoenix" : "table";
}

function listIn(value: unknown, key: string): readonly unknown[] {
  const list = isRecord(value) ? value[key] : null;
  return Array.isArray(list) ? list : [];
}

/** `null` where an item is no span. */
export function otlpSpans(items: readonly unknown[]): (Span | null)[] {
  const found = items.flatMap((item) =>
    listIn(item, "resourceSpans").flatMap((resource) =>
      listIn(resource, "scopeSpans").flatMap((scope) => listIn(scope, "spans")),
    ),
  );
  return found.map((one, at) => {
    if (!isRecord(one)) return null;
    const trace = textIn(one, "traceId");
    const id = textIn(one, "spanId");
    if (trace === null || id === null) return null;
    const attributes = new Map<string, Cell>(otlpFields(one["attributes"]));
    // An evaluation is an event of the span that it judges.
    for (const event of listIn(one, "events")) {
      if (isRecord(event)) {
        for (const [key, value] of otlpFields(event["attributes"])) {
          if (!attributes.has(key)) attributes.set(key, value);
        }
      }
    }
    const parent = textIn(one, "parentSpanId");
    const [start, end] = [
      nanoseconds(one["startTimeUnixNano"]),
      nanoseconds(one["endTimeUnixNano"]),
    ];
    const seconds =
      start === null || end === null || end < start ? null : Number(end - start) / 1e9;
    return { row: at + 1, trace, id, parent, name: textIn(one, "name") ?? "", seconds, attributes };
  });
}

function textIn(value: Readonly<Record<string, unknown>>, key: string): string | null {
  const text = value[key];
  return typeof text === "string" ? textOfCell(text.slice(0, 1000)) : null;
}

/** Exact, which a double is not: it holds steps of 256 ns of today's time. */
function nanoseconds(value: unknown): bigint | null {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === "string" && /^\d{1,20}$/u.test(text) ? BigInt(text) : null;
}

function otlpFields(list: unknown): [string, Cell][] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((one): [string, Cell][] => {
    if (!isRecord(one) || typeof one["key"] !== "string" || !isRecord(one["value"])) return [];
    const value = plainValue(one["value"], 0);
    // Messages may be recorded as lists and maps.
    if (typeof value === "object" && value !== null) return [[one["key"], JSON.stringify(value)]];
    const isCell =
      typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    return isCell ? [[one["key"], value]] : [];
  });
}

/** No attribute nests deeper. */
const deepestValue = 8;

function plainValue(value: unknown, depth: number): unknown {
  if (!isRecord(value) || depth > deepestValue) return null;
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = value;
  if (isRecord(arrayValue)) {
    return listIn(arrayValue, "values").map((one) => plainValue(one, depth + 1));
  }
  if (isRecord(kvlistValue)) {
    const pairs = listIn(kvlistValue, "values").filter(isRecord);
    return Object.fromEntries(
      pairs.map(({ key, value: inner }) => [String(key), plainValue(inner, depth + 1)]),
    );
  }
  return stringValue ?? intValue ?? doubleValue ?? boolValue;
}

/** An annotation, which Phoenix hands out beside its spans. */
function annotation(fields: Fields): { span: string; score: Cell } | null {
  const span = textOfCell(fields.get("span_id"));
  const key = ["result.score", "score", "result.label"].find(
    (name) => textOfCell(fields.get(name)) !== null,
  );
  return span === null || key === undefined ? null : { span, score: fields.get(key) ?? null };
}

/** Rows of the spans' table, nested or with dots in their names, and annotations of spans. */
export function phoenixSpans(items: readonly unknown[]): (Span | null)[] {
  const rows = items.map(flattened);
  const scores = new Map<string, Cell>();
  for (const fields of rows) {
    const found = annotation(fields);
    if (found !== null && !scores.has(found.span)) scores.set(found.span, found.score);
  }
  return rows.flatMap((fields, at): (Span | null)[] => {
    if (annotation(fields) !== null) return [];
    const [trace, id] = [fields.get("context.trace_id"), fields.get("context.span_id")].map(
      textOfCell,
    );
    if (trace == null || id == null) return [null];
    const attributes = new Map<string, Cell>();
    for (const [key, value] of fields) {
      if (key.startsWith("attributes.")) attributes.set(key.slice("attributes.".length), value);
      // Evaluations are columns such as `annotations.correct.score` or `eval.Correct.score`.
      else if (key.endsWith(".score") && !attributes.has("score")) attributes.set("score", value);
    }
    const take = takerOf(fields, attributes);
    take("kind", "span_kind");
    const score = scores.get(id);
    if (score !== undefined && !attributes.has("score")) attributes.set("score", score);
    const span = {
      row: at + 1,
      trace,
      id,
      parent: textOfCell(fields.get("parent_id")),
      name: textOfCell(fields.get("name")) ?? "",
      seconds: secondsBetween(fields, "start_time", "end_time"),
      attributes,
    };
    return [span];
  });
}

function secondsBetween(fields: Fields, from: string, to: string): number | null {
  const [start = Number.NaN, end = Number.NaN] = [fields.get(from), fields.get(to)].map((time) =>
    Date.parse(textOfCell(time) ?? ""),
  );
  return end >= start ? (end - start) / 1000 : null;
}

/** A trace with its observations and scores; the trace itself is the root. */
export function langfuseSpans(items: readonly unknown[]): (Span | null)[] {
  let row = 0;
  return items.flatMap((item): (Span | null)[] => {
    row += 1;
    if (!isRecord(item)) return [null];
    const trace = textIn(item, "id");
    if (trace === null) return [null];
    const attributes = new Map<string, Cell>();
    const input = item["input"];
    // Any JSON may be the input; an object has to name its question.
    const question = isRecord(input) ? input["question"] : input;
    if (typeof question === "string") attributes.set("question", question);
    const scored = listIn(item, "scores").find(isRecord);
    // A category without a number has only its name.
    const value = scored?.["value"] ?? scored?.["stringValue"];
    if (typeof value === "number" || typeof value === "string") attributes.set("score", value);
    const latency = item["latency"];
    const root: Span = {
      row,
      trace,
      id: trace,
      parent: null,
      name: textIn(item, "name") ?? "",
      seconds: typeof latency === "number" && latency >= 0 ? latency : null,
      attributes,
    };
    return [root, ...listIn(item, "observations").map((one) => observation(one, trace, row))];
  });
}

/** Copies the first field that is there, unless it has been set. */
function takerOf(fields: Fields, into: Map<string, Cell>) {
  return (to: string, ...from: readonly string[]) => {
    const key = from.find((name) => textOfCell(fields.get(name)) !== null);
    if (key !== undefined && !into.has(to)) into.set(to, fields.get(key) ?? null);
  };
}

function observation(one: unknown, trace: string, row: number): Span | null {
  const fields = flattened(one);
  const id = textOfCell(fields.get("id"));
  if (id === null) return null;
  const attributes = new Map<string, Cell>();
  const take = takerOf(fields, attributes);
  take("model", "model", "providedModelName");
  take("kind", "type");
  const unit = textOfCell(fields.get("usage.unit")) ?? "TOKENS";
  if (unit === "TOKENS") {
    take("tokens", "usageDetails.total", "usage.total", "totalTokens");
    take("gen_ai.usage.input_tokens", "usageDetails.input", "usage.input", "promptTokens");
    take("gen_ai.usage.output_tokens", "usageDetails.output", "usage.output", "completionTokens");
  }
  take("usd", "costDetails.total", "calculatedTotalCost", "usage.totalCost", "totalPrice");
  return {
    row,
    trace,
    id,
    parent: textOfCell(fields.get("parentObservationId")) ?? trace,
    name: textOfCell(fields.get("name")) ?? "",
    seconds: secondsBetween(fields, "startTime", "endTime"),
    attributes,
  };
}

/** A file that it wrote, or the summary that its library returns. */
function promptfooResults(item: unknown): readonly unknown[] {
  const inner = isRecord(item) ? item["results"] : null;
  return Array.isArray(inner) ? inner : listIn(inner, "results");
}

/**
 * Results as rows of a table: `vars.*` by their own names, each provider a model. A pipeline's
 * models are variables such as `plan_model`; without any, the provider is its stage, and the
 * prompt another where there are several.
 */
export function promptfooRows(items: readonly unknown[]): Fields[] {
  const results = items.flatMap(promptfooResults).map(flattened);
  const prompts = new Set(results.map((fields) => textOfCell(fields.get("promptIdx"))));
  return results.map((fields) => {
    const row = new Map<string, Cell>();
    for (const [key, value] of fields) {
      if (key.startsWith("vars.")) row.set(key.slice("vars.".length), value);
    }
    const hasModels = [...row.keys()].some((name) => name.toLowerCase().endsWith("model"));
    const take = takerOf(fields, row);
    if (!hasModels) {
      take("provider_model", "provider.label", "provider.id", "provider");
      if (prompts.size > 1) row.set("prompt_model", fields.get("promptIdx") ?? null);
    }
    take("question", "testIdx", "testCase.description");
    take("score", "score", "success");
    take("usd", "cost");
    take("tokens", "response.tokenUsage.total", "tokenUsage.total");
    const latency = numberOf(fields.get("latencyMs"));
    if (typeof latency === "number") row.set("seconds", latency / 1000);
    return row;
  });
}
