import { AppError } from "../../../src/log/errors.ts";
import type {
  ChatModel,
  ChatPart,
  Clock,
  Embedder,
  PassageReader,
  Retriever,
  SearchTool,
} from "../../../src/runtime/ports.ts";
import type { FaultPlan } from "./plan.ts";

/** `stop`: the user presses Stop at this call. */
const promiseKinds = [
  "error",
  "typed",
  "throws",
  "undefined",
  "string",
  "null",
  "never",
  "late",
  "stop",
  "garbage",
  "empty",
] as const;
const partKinds = [
  "error",
  "typed",
  "undefined",
  "null",
  "never",
  "late",
  "stop",
  "garbage",
  "cut",
  "twice",
] as const;
const clockKinds = ["back", "day"] as const;

export function portKinds(seam: string): readonly string[] {
  if (seam.endsWith(".part")) return partKinds;
  if (seam.startsWith("clock.")) return clockKinds;
  if (!seam.startsWith("service.")) return promiseKinds;
  // Loading runs third-party code; other seams are parts of the page.
  return loading.has(seam) ? loadingKinds : serviceKinds;
}

const loading: ReadonlySet<string> = new Set(["service.loadSmall", "service.openLibrary"]);
const serviceKinds = ["chunk", "typed", "never", "late", "stop"] as const;
const loadingKinds = [...serviceKinds, "error", "undefined", "string", "null"] as const;

export interface Doors {
  plan: FaultPlan;
  stop: () => void;
  later: (ms: number) => Promise<void>;
}

/** Longer than any wait for a Stop. */
const lateMs = 30_000;

/** `wrong` lists invalid answers. */
export function through<T>(
  doors: Doors,
  seam: string,
  ask: () => Promise<T>,
  wrong: { garbage: () => unknown; empty: () => unknown },
): Promise<T> {
  const kind = doors.plan.next(seam);
  if (kind === null) return ask();
  if (kind === "throws") throw new Error(`${seam} was told to throw`);
  return failed(doors, kind, ask, wrong) as Promise<T>;
}

async function failed(
  { plan, stop, later }: Doors,
  kind: string,
  ask: () => Promise<unknown>,
  wrong: { garbage: () => unknown; empty: () => unknown },
): Promise<unknown> {
  switch (kind) {
    case "error":
      throw new Error("told to fail");
    case "chunk":
      // Chromium gives this message when the page was redeployed or is offline.
      throw new TypeError(
        "Failed to fetch dynamically imported module: https://page.example/part.js",
      );
    case "typed":
      throw new AppError("generation-failed", { reason: "told to" }, { retryable: true });
    case "undefined":
      throw undefined;
    case "string":
      throw "told to fail";
    case "null":
      throw null;
    case "garbage":
      return wrong.garbage();
    case "empty":
      return wrong.empty();
    case "stop":
      stop();
      return ask();
    case "late": {
      void later(1_000).then(stop);
      await later(lateMs);
      return ask();
    }
    default:
      await plan.gone();
      return ask();
  }
}

const noObject = { garbage: () => ({ nonsense: true }), empty: () => undefined };

export function faultyGenerate(
  model: ChatModel,
  seam: string,
  doors: Doors,
): ChatModel["generate"] {
  return (request, signal) => {
    const kind = doors.plan.next(`${seam}.generate`);
    if (kind === "throws") throw new Error("told to throw");
    const parts = model.generate(request, signal);
    return kind === null ? faultyParts(parts, seam, doors) : failedStream(parts, kind, doors);
  };
}

async function* failedStream(
  parts: AsyncIterable<ChatPart>,
  kind: string,
  doors: Doors,
): AsyncGenerator<ChatPart, void, undefined> {
  if (kind === "empty") return;
  if (kind === "garbage") {
    yield Object({ type: "nonsense", text: 7 });
    return;
  }
  await failed(doors, kind, async () => undefined, noObject);
  yield* parts;
}

/** Each chunk, and the end, counts as a call. */
async function* faultyParts(
  parts: AsyncIterable<ChatPart>,
  seam: string,
  doors: Doors,
): AsyncGenerator<ChatPart, void, undefined> {
  for await (const part of parts) {
    const kind = doors.plan.next(`${seam}.part`);
    if (kind === "cut") return;
    if (kind === "garbage") {
      yield wrongPart(part);
      continue;
    }
    if (kind === "twice") yield part;
    else if (kind !== null) await failed(doors, kind, async () => undefined, noObject);
    yield part;
  }
}

function wrongPart(part: ChatPart): ChatPart {
  if (part.type === "delta") return Object({ type: "delta", text: 7 });
  const { text: _text, ...end } = part;
  return Object({
    ...end,
    finish: "perhaps",
    usage: { promptTokens: Number.NaN, cachedTokens: -1, generatedTokens: "7" },
    totalMs: Number.POSITIVE_INFINITY,
  });
}

export function faultyRetriever(retriever: Retriever, doors: Doors): Retriever {
  return {
    library: retriever.library,
    retrieve: (query, signal) =>
      through(doors, "retriever.retrieve", () => retriever.retrieve(query, signal), {
        garbage: () => ({ passages: [{ id: 7, score: Number.NaN }, null], bytesSent: -1 }),
        empty: () => undefined,
      }),
    passage: (id) =>
      through(doors, "retriever.passage", () => retriever.passage(id), {
        garbage: () => ({ id: 7 }),
        empty: () => null,
      }),
  };
}

export function faultyEmbedder(embedder: Embedder, doors: Doors): Embedder {
  return {
    embed: (texts, signal) =>
      through(doors, "embedder.embed", () => embedder.embed(texts, signal), {
        garbage: () => texts.map(() => new Float32Array([Number.NaN])),
        empty: () => undefined,
      }),
  };
}

export function faultyReader(reader: PassageReader, doors: Doors): PassageReader {
  return {
    read: (question, passages, signal) =>
      through(doors, "reader.read", () => reader.read(question, passages, signal), {
        garbage: () =>
          passages.map(() => ({ kind: "maybe", span: 7, relevance: Number.NaN, tokens: -1 })),
        empty: () => undefined,
      }),
    relevance: (question, passages, signal) =>
      through(doors, "reader.relevance", () => reader.relevance(question, passages, signal), {
        garbage: () => passages.map(() => Number.NaN),
        empty: () => undefined,
      }),
    known: (question, answer, signal, logprob) =>
      through(doors, "reader.known", () => reader.known(question, answer, signal, logprob), {
        garbage: () => Number.NaN,
        empty: () => undefined,
      }),
  };
}

export function faultyTool(tool: SearchTool, doors: Doors): SearchTool {
  return {
    ref: tool.ref,
    mostRequests: tool.mostRequests,
    search: (query, signal) =>
      through(doors, "tool.search", () => tool.search(query, signal), {
        garbage: () => ({
          passages: [{ id: 7, text: null, score: "high" }],
          requests: -3,
          bytesSent: Number.NaN,
        }),
        empty: () => undefined,
      }),
  };
}

/** The clock may jump, as after sleep. */
export function faultyClock(clock: Clock, { plan }: Pick<Doors, "plan">): Clock {
  const told = (seam: string, value: number): number => {
    switch (plan.next(`clock.${seam}`)) {
      case "back":
        return value - 86_400_000 * 365;
      case "day":
        return value + 86_400_000;
      default:
        return value;
    }
  };
  return {
    nowMs: () => told("nowMs", clock.nowMs()),
    epochMs: () => told("epochMs", clock.epochMs()),
  };
}
