import { english } from "../language/english/english.ts";
import { AppError } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";
import type { ModelRef, Passage, Price, RunSettings, Tier } from "../log/types.ts";
import type {
  ChatModel,
  ChatRequest,
  Clock,
  Embedder,
  PassageReader,
  PassageReading,
  Ports,
  Retriever,
  StopSignal,
} from "../runtime/ports.ts";

export const fakePrice: Price = {
  inputPerMillion: 1,
  outputPerMillion: 2,
  cachedInputPerMillion: null,
  source: "test",
  asOf: "2024-01-01",
};

export interface FakeReply {
  text: string;
  logprob?: number;
  /** Replaces `logprob`; null means not reported. */
  logprobs?: readonly number[] | null;
  yes?: number;
  choice?: Readonly<Record<string, number>>;
  error?: AppError;
  finish?: "length";
}

export type FakeScript = (request: ChatRequest) => FakeReply | string;

export interface FakeChatModel extends ChatModel {
  requests: ChatRequest[];
}

/** Words are tokens; a large model has a price and sends bytes. */
export function fakeModel(
  tier: Tier,
  script: FakeScript,
  changes: Partial<ModelRef> = {},
): FakeChatModel {
  const requests: ChatRequest[] = [];
  const ref: ModelRef = {
    engine: "fake",
    model: `fake-${tier}`,
    tier,
    destination: tier === "small" ? "device" : "https://large.example",
    price: tier === "small" ? null : fakePrice,
    ...changes,
  };
  return {
    ref,
    requests,
    async *generate(request, signal) {
      requests.push(request);
      const reply = script(request);
      const {
        text,
        logprob = -0.1,
        logprobs = text === "" ? [] : [logprob],
        yes,
        choice = yes === undefined ? null : { yes, no: 1 - yes },
        error,
        finish = "stop",
      } = typeof reply === "string" ? ({ text: reply } as FakeReply) : reply;
      const pieces = text.match(/\S+\s*/gu) ?? [];
      for (const word of pieces) {
        if (signal.aborted) throw new AppError("stopped");
        yield { type: "delta", text: word };
      }
      if (error !== undefined) throw error;
      const prompt = request.messages.map((message) => message.content).join(" ");
      yield {
        type: "end",
        text,
        finish,
        usage: { promptTokens: words(prompt), cachedTokens: 0, generatedTokens: words(text) },
        logprobs,
        ...(logprobs?.length === pieces.length ? { tokens: pieces } : {}),
        choiceProbabilities: choice,
        constrained: false,
        bytesSent: tier === "small" ? 0 : prompt.length,
        bytesReceived: text.length,
        queueMs: 0,
        firstTokenMs: 1,
        totalMs: 2,
      };
    },
  };
}

function words(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== "").length;
}

/** Ranks by shared words. */
export function fakeRetriever(passages: readonly Passage[]): Retriever {
  return {
    library: {
      id: "fake",
      title: "Fake library",
      edition: "test",
      passages: passages.length,
      visibility: "private",
    },
    async retrieve(query) {
      const wanted = new Set(query.text.toLowerCase().split(/\W+/u));
      const scored = passages.map((passage) => ({
        ...passage,
        score: `${passage.title} ${passage.text}`
          .toLowerCase()
          .split(/\W+/u)
          .filter((word) => wanted.has(word)).length,
      }));
      return { passages: scored.sort((a, b) => b.score - a.score).slice(0, query.k), bytesSent: 0 };
    },
    async passage(id) {
      return passages.find((passage) => passage.id === id) ?? null;
    },
  };
}

/** Only equal queries are duplicates. */
export const fakeEmbedder: Embedder = {
  async embed(texts) {
    return texts.map((_, index) => {
      const vector = new Float32Array(texts.length);
      vector[index] = 1;
      return vector;
    });
  },
};

/** Each reading takes one millisecond. */
export function fakeClock(): Clock {
  let now = 0;
  return { nowMs: () => now++, epochMs: () => 1_700_000_000_000 };
}

export class FakeSignal implements StopSignal {
  aborted = false;
  reason: unknown = null;
  addEventListener(): void {}
  removeEventListener(): void {}
}

export const fakePassages: readonly Passage[] = [
  { id: "at", title: "Austria", text: "The capital of Austria is Vienna." },
  { id: "vienna", title: "Vienna", text: "The river Danube runs through Vienna." },
];

export const fakeSettings: RunSettings = {
  method: "coop-llm",
  gate: { kind: "off", by: "small", judge: "encoder", threshold: 0.5 },
  plan: "small",
  solve: "small",
  summarise: "small",
  rewriter: "vanilla",
  rewriteBy: "small",
  source: { choice: "fixed", tool: "library" },
  filter: { kind: "off", by: "encoder", threshold: 0.5, claims: true },
  fallback: { on: false, by: "small", maxDepth: 3, fillEarlier: false },
  answer: { form: "short", passages: 20, maxTokens: 3000 },
  rival: {},
  reader: "model",
  rerank: false,
  evidence: false,
  arithmetic: false,
  evidenceThreshold: 0.3,
  historyTokens: 0,
  maxRounds: 5,
  confidenceThreshold: 0.5,
  answerForm: "short",
  rougeThreshold: 0.35,
  decisionThreshold: 0.5,
  duplicateThreshold: 0.85,
  retrieval: { mode: "bm25", k: 1, rrfK: 60, bm25: { k1: 1.2, b: 0.7 } },
  switches: {
    fillProcessedQueries: true,
    emptySpanGuard: true,
    repeatStop: true,
    correctUnsolved: true,
  },
};

export function fakePorts(
  small: ChatModel,
  large: ChatModel | null = null,
  reader: PassageReader | null = null,
): Ports {
  return {
    small,
    large,
    retriever: fakeRetriever(fakePassages),
    embedder: fakeEmbedder,
    reader,
    tools: [],
    router: null,
    language: english,
    clock: fakeClock(),
  };
}

/** The default is a sure and relevant "no answer". */
export type FakeReading = Partial<PassageReading>;

export interface FakePassageReader extends PassageReader {
  asked: { question: string; passages: readonly string[] }[];
}

export function fakeReader(
  script: (question: string, passage: string) => FakeReading,
): FakePassageReader {
  const asked: FakePassageReader["asked"] = [];
  return {
    asked,
    async read(question, passages, signal) {
      if (signal.aborted) throw new AppError("stopped");
      asked.push({ question, passages });
      return passages.map((passage) => {
        const said = script(question, passage);
        const kind = said.kind ?? (said.span === undefined ? "none" : "span");
        const span = said.span ?? (kind === "span" || kind === "none" ? "" : kind);
        return {
          kind,
          span,
          start: kind === "span" ? passage.indexOf(span) : null,
          spans: kind === "span" ? [{ text: span, probability: 1 }] : [],
          confidence: 0.9,
          noAnswer: kind === "none" ? 0.9 : 0.1,
          relevance: 0.5,
          tokens: words(`${question} ${passage}`),
          ...said,
        };
      });
    },
    async relevance(question, passages, signal) {
      return (await this.read(question, passages, signal)).map(({ relevance }) => relevance);
    },
    async known() {
      return 0.5;
    },
  };
}

export async function collect(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}
