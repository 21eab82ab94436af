import type { RunEventOf } from "../../log/events.ts";
import type { ChatMessage, ScoredPassage } from "../../log/types.ts";
import type { Trace, TraceCall } from "../trace.ts";
import type { Fields } from "./attributes.ts";

export function callFields({ start, text, end, error }: TraceCall): Fields {
  const { model, messages, maxTokens, constraint } = start;
  const { promptTokens, cachedTokens, generatedTokens } = (end ?? error)?.usage ?? {};
  const isUsageKnown = promptTokens != null && generatedTokens != null;
  return {
    "openinference.span.kind": "LLM",
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": model.engine,
    "gen_ai.request.model": model.model,
    "gen_ai.usage.input_tokens": promptTokens ?? undefined,
    "gen_ai.usage.output_tokens": generatedTokens ?? undefined,
    "llm.provider": model.engine,
    "llm.model_name": model.model,
    "llm.invocation_parameters": JSON.stringify({ max_tokens: maxTokens, constraint }),
    ...messageFields("llm.input_messages", messages),
    ...messageFields("llm.output_messages", [{ role: "assistant", content: text }]),
    "input.value": messages.at(-1)?.content ?? "",
    "output.value": text,
    "llm.finish_reason": end?.finish,
    "llm.token_count.prompt": promptTokens ?? undefined,
    "llm.token_count.completion": generatedTokens ?? undefined,
    "llm.token_count.total": isUsageKnown ? promptTokens + generatedTokens : undefined,
    "llm.token_count.prompt_details.cache_read": cachedTokens ?? undefined,
    "llm.cost.total": (end ?? error)?.cost.usd ?? undefined,
    "hopwise.purpose": start.purpose,
    "hopwise.tier": model.tier,
    "hopwise.destination": model.destination,
    "hopwise.bytes_sent": (end ?? error)?.bytesSent,
    "hopwise.mean_logprob": end?.meanLogprob ?? undefined,
  };
}

function messageFields(list: string, messages: readonly ChatMessage[]): Fields {
  return Object.fromEntries(
    messages.flatMap(({ role, content }, at) => [
      [`${list}.${at}.message.role`, role],
      [`${list}.${at}.message.content`, content],
    ]),
  );
}

export function retrievalFields(event: RunEventOf<"retrieval">): Fields {
  return {
    "openinference.span.kind": "RETRIEVER",
    "input.value": event.search,
    ...documentFields("retrieval.documents", event.passages),
    "tool.name": event.tool?.id,
    "hopwise.mode": event.mode,
    "hopwise.bytes_sent": event.bytesSent,
  };
}

/** Only ordering passages is a RERANKER span; reading for an answer is a CHAIN. */
export function readingFields(event: RunEventOf<"reading">, trace: Trace): Fields {
  const read = event.readings.map(({ passageId, relevance }) =>
    documentOf(trace, passageId, relevance),
  );
  const retained = read.filter(({ id }) => event.kept.includes(id));
  if (event.use === "read") {
    return {
      "openinference.span.kind": "CHAIN",
      "input.value": event.question,
      ...documentFields("retrieval.documents", retained),
    };
  }
  return {
    ...rerankerFields(event.question, read, retained),
    "reranker.model_name": "hopwise-encoder",
  };
}

export function filterFields(event: RunEventOf<"filter">, trace: Trace): Fields {
  const judged = event.judged.map(({ passageId, score }) =>
    documentOf(trace, passageId, score ?? undefined),
  );
  const retained = event.judged.flatMap(({ relevant }, at) => {
    const document = judged[at];
    return relevant && document !== undefined ? document : [];
  });
  return rerankerFields(trace.nodes.get(event.node)?.query ?? "", judged, retained);
}

type Document = Pick<ScoredPassage, "id" | "text"> & { score?: number | undefined };

function rerankerFields(
  query: string,
  before: readonly Document[],
  after: readonly Document[],
): Fields {
  return {
    "openinference.span.kind": "RERANKER",
    "input.value": query,
    "reranker.query": query,
    "reranker.top_k": after.length,
    ...documentFields("reranker.input_documents", before),
    ...documentFields("reranker.output_documents", after),
  };
}

function documentFields(list: string, documents: readonly Document[]): Fields {
  return Object.fromEntries(
    documents.flatMap(({ id, text, score }, at) => [
      [`${list}.${at}.document.id`, id],
      [`${list}.${at}.document.content`, text],
      [`${list}.${at}.document.score`, score],
    ]),
  );
}

function documentOf(trace: Trace, id: string, score: number | undefined): Document {
  return { id, text: trace.passages.get(id)?.text ?? "", score };
}
