/** Validates results and gives errors a code, so that a log can always be reopened. */
import * as z from "zod/mini";
import { AppError, type ErrorCode, type ErrorData, toAppError } from "../log/errors.ts";
import { worth } from "../log/events.ts";
import { readingKinds, scoredPassage, type Usage } from "../log/types.ts";
import type {
  ChatEnd,
  ChatModel,
  ChatPart,
  Embedder,
  PassageReader,
  Ports,
  Retriever,
  SearchTool,
  SourceRouter,
  WorthJudge,
} from "./ports.ts";

/** These ports throw only AppError. */
export function checkedPorts(ports: Ports): Ports {
  return {
    ...ports,
    small: checkedModel(ports.small),
    large: ports.large === null ? null : checkedModel(ports.large),
    retriever: checkedRetriever(ports.retriever),
    embedder: checkedEmbedder(ports.embedder),
    reader: ports.reader === null ? null : checkedReader(ports.reader),
    tools: ports.tools.map(checkedTool),
    router: ports.router === null ? null : checkedRouter(ports.router),
    ...(ports.worth ? { worth: checkedWorth(ports.worth) } : {}),
  };
}

/** Keeps a code that the error has. */
function named(thrown: unknown, code: ErrorCode, params: ErrorData["params"] = {}): AppError {
  const error = toAppError(thrown);
  if (error.code !== "internal") return error;
  return new AppError(code, { ...error.params, ...params }, { retryable: true, cause: thrown });
}

/** Throws `nonsense` if the answer does not fit `form`. */
async function answered<T>(
  ask: () => Promise<T>,
  form: z.ZodMiniType,
  {
    code,
    nonsense,
    params = {},
  }: { code: ErrorCode; nonsense: AppError; params?: ErrorData["params"] },
): Promise<T> {
  let answer: T;
  try {
    answer = await ask();
  } catch (thrown) {
    throw named(thrown, code, params);
  }
  if (!form.safeParse(answer).success) throw nonsense;
  return answer;
}

function checkedModel(model: ChatModel): ChatModel {
  return {
    ref: model.ref,
    async *generate(request, signal) {
      try {
        for await (const part of model.generate(request, signal)) yield checkedPart(part);
      } catch (thrown) {
        throw named(thrown, "generation-failed");
      }
    },
  };
}

const text = z.string();
const finish = z.enum(["stop", "length", "stopped"]);
const log = z.array(z.number());
const words = z.array(z.string());
const odds = z.record(z.string(), z.number());
const count = z.int().check(z.gte(0));
const time = z.number().check(z.gte(0));

/** Invalid figures count as not reported. */
function checkedPart(part: ChatPart): ChatPart {
  const isPart = typeof part === "object" && part !== null && text.safeParse(part.text).success;
  if (isPart && part.type === "delta") return part;
  if (!isPart || part.type !== "end" || !finish.safeParse(part.finish).success) {
    throw new AppError("generation-failed", { cause: "no part of an answer" }, { retryable: true });
  }
  return withSaneFigures(part);
}

function withSaneFigures(end: ChatEnd): ChatEnd {
  const { tokens, remembered, reported, ...told } = end;
  return {
    ...told,
    usage: saneUsage(end.usage),
    ...(reported === undefined ? {} : { reported: saneUsage(reported) }),
    logprobs: log.safeParse(end.logprobs).success ? end.logprobs : null,
    ...(words.safeParse(tokens).success && tokens !== undefined ? { tokens } : {}),
    choiceProbabilities: odds.safeParse(end.choiceProbabilities).success
      ? end.choiceProbabilities
      : null,
    constrained: end.constrained === true,
    bytesSent: orNothing(count, end.bytesSent),
    bytesReceived: orNothing(count, end.bytesReceived),
    queueMs: orNothing(time, end.queueMs),
    firstTokenMs: time.safeParse(end.firstTokenMs).success ? end.firstTokenMs : null,
    totalMs: orNothing(time, end.totalMs),
    ...(remembered === true ? { remembered } : {}),
  };
}

function saneUsage(usage: Usage | undefined): Usage {
  const orNull = (value: number | null | undefined) =>
    count.safeParse(value).success ? (value ?? null) : null;
  return {
    promptTokens: orNull(usage?.promptTokens),
    cachedTokens: orNull(usage?.cachedTokens),
    generatedTokens: orNull(usage?.generatedTokens),
  };
}

function orNothing(form: z.ZodMiniType<number>, value: number): number {
  return form.safeParse(value).success ? value : 0;
}

const retrieval = z.object({ passages: z.array(scoredPassage), bytesSent: count });

function checkedRetriever(retriever: Retriever): Retriever {
  const code = "retrieval-failed";
  const nonsense = () => new AppError(code, { cause: "no passages" }, { retryable: true });
  return {
    library: retriever.library,
    words: retriever.words,
    onDevice: retriever.onDevice,
    retrieve: (query, signal) =>
      answered(async () => retriever.retrieve(query, signal), retrieval, {
        code,
        nonsense: nonsense(),
      }),
    passage: (id) => retriever.passage(id),
  };
}

/** Callers check their number and length. */
const vectors = z.array(z.instanceof(Float32Array));

function checkedEmbedder(embedder: Embedder): Embedder {
  return {
    async embed(texts, signal) {
      const nonsense = new AppError("model-nonsense", { cause: "vectors" });
      const found = await answered(async () => embedder.embed(texts, signal), vectors, {
        code: "generation-failed",
        nonsense,
      });
      const isWhole =
        found.length === texts.length && found.every((one) => one.every(Number.isFinite));
      if (!isWhole) throw nonsense;
      return found;
    },
  };
}

const reading = z.object({
  kind: z.enum(readingKinds),
  span: z.string(),
  start: z.nullable(z.int()),
  spans: z.array(z.object({ text: z.string(), probability: z.number() })),
  confidence: z.number(),
  noAnswer: z.number(),
  relevance: z.number(),
  tokens: count,
});

function checkedReader(reader: PassageReader): PassageReader {
  const code = "generation-failed";
  const nonsense = (cause: string) => new AppError("model-nonsense", { cause });
  return {
    read: (question, passages, signal) =>
      answered(
        async () => reader.read(question, passages, signal),
        z.array(reading).check(z.length(passages.length)),
        { code, nonsense: nonsense("readings") },
      ),
    relevance: (question, passages, signal) =>
      answered(
        async () => reader.relevance(question, passages, signal),
        z.array(z.number()).check(z.length(passages.length)),
        { code, nonsense: nonsense("relevance") },
      ),
    known: (question, answer, signal, logprob) =>
      answered(async () => reader.known(question, answer, signal, logprob), z.number(), {
        code,
        nonsense: nonsense("judge"),
      }),
  };
}

const found = z.object({
  passages: z.array(scoredPassage),
  requests: count,
  bytesSent: count,
  bytesReceived: count,
});

function checkedTool(tool: SearchTool): SearchTool {
  const { ref, mostRequests } = tool;
  const params = { tool: ref.title, url: ref.destination, reason: "shape" };
  const code = "tool-bad-response";
  return {
    ref,
    mostRequests,
    search: (query, signal) =>
      answered(async () => tool.search(query, signal), found, {
        code,
        params,
        nonsense: new AppError(code, params),
      }),
  };
}

function checkedRouter(router: SourceRouter): SourceRouter {
  const { toolIds, lambda, trainedOn, answerer = null } = router;
  const code = "generation-failed";
  return {
    toolIds,
    lambda,
    trainedOn,
    answerer,
    predict: (question, signal) =>
      answered(async () => router.predict(question, signal), z.record(z.string(), z.unknown()), {
        code,
        nonsense: new AppError("model-nonsense", { cause: "scores" }),
      }),
  };
}

const judgement = z.pick(worth, { sure: true, ways: true, chosen: true, learnt: true });

function checkedWorth(judge: WorthJudge): WorthJudge {
  return {
    judge: (asked, signal) =>
      answered(async () => judge.judge(asked, signal), judgement, {
        code: "generation-failed",
        nonsense: new AppError("model-nonsense", { cause: "worth" }),
      }),
    sureOf: (trace) => judge.sureOf(trace),
  };
}
