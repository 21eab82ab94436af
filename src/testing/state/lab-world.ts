/**
 * Runner, memory, budget, storage and HTTP server are real. Replies depend on the request alone, so
 * interruptions change nothing.
 */
import { createHash } from "node:crypto";
import {
  asksForSummary,
  type Reply,
  type ServedRequest,
} from "../../../e2e/servers/chat-server.ts";
import { eightCombinations } from "../../evaluation/combinations.ts";
import type { QuestionRow } from "../../evaluation/questions/question.ts";
import { settlingInWorker } from "../../features/lab/analysis-client.ts";
import { createLabWorker } from "../../features/lab/analysis-worker.ts";
import type { LabHost } from "../../features/lab/host.ts";
import { type BatchDraft, createLabBatches } from "../../features/lab/store.ts";
import { AppError } from "../../log/errors.ts";
import { run } from "../../methods/registry.ts";
import { memoryLedger } from "../../models/budget/spending-cap.ts";
import type { ChatRequest } from "../../runtime/ports.ts";
import { createDeviceStore } from "../../session/device-store.ts";
import type { TabLocks } from "../../session/lab-services.ts";
import { createLoaders } from "../../session/loaders.ts";
import { connectServer } from "../../session/server-model.ts";
import { createSettingsStore } from "../../session/settings.ts";
import { openDatabase } from "../../storage/database.ts";
import { databaseLab } from "../../storage/lab.ts";
import { databasePipelines } from "../../storage/pipelines.ts";
import { fakeReport, fakeServices } from "../fake-services.ts";
import { fakeEmbedder, fakeRetriever, fakeSettings } from "../fakes.ts";
import { PlayedWorker } from "../played-worker.ts";
import { scriptedModel } from "../scripted-model.ts";

export const configurations = eightCombinations(fakeSettings, ["plan", "solve", "summarise"]);

export function questionsOf(count: number): QuestionRow[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `q${index}`,
    question: `Which river runs through the capital of Country${index}?`,
    answers: [`River${index}`],
    context: [
      { title: `Country${index}`, sentences: [`The capital of Country${index} is City${index}.`] },
      { title: `City${index}`, sentences: [`The river River${index} runs through City${index}.`] },
    ],
  }));
}

export function draftOf(count: number, changes: Partial<BatchDraft> = {}): BatchDraft {
  return {
    title: "Rivers",
    set: "rivers",
    questions: questionsOf(count),
    library: "own-context",
    configurations,
    budgetUsd: null,
    seed: 1,
    ...changes,
  };
}

const numberIn = (text: string) => Number(/(?:Country|City|River)(\d+)/u.exec(text)?.[1] ?? 0);

/** Is right on three of four. */
export function largeReply(request: ServedRequest): Reply {
  const asked = request.messages.at(-1)?.content ?? "";
  const n = numberIn(asked);
  const river = n % 4 === 0 ? "River9999" : `River${n}`;
  if (asksForSummary(request)) return { kind: "text", text: `Answer: ${river}\n${river} [1].` };
  if (/passage/iu.test(asked))
    return { kind: "text", text: asked.includes("river") ? river : `City${n}` };
  const chain = `[Query 1]: What is the capital of Country${n}?\n[Answer 1]: City${n}\n[Query 2]: Which river runs through City${n}?\n[Answer 2]: ${river}\n[Final Content]: ${river} [2]`;
  return { kind: "text", text: chain };
}

/** Is right on one of two. */
function smallReply({ messages, purpose }: ChatRequest): string {
  const asked = messages.at(-1)?.content ?? "";
  const n = numberIn(asked);
  const river = n % 2 === 0 ? `River${n}` : "River7777";
  if (purpose === "plan") return ` What is the capital of Country${n}?`;
  if (purpose === "continue") {
    return asked.includes("River") ? `Final: ${river}` : `Q2: Which river runs through City${n}?`;
  }
  if (purpose === "read") return asked.includes("Which river") ? river : `City${n}`;
  return river;
}

export function sharedLocks(): TabLocks & { drop(): void } {
  const held = new Set<string>();
  return {
    async take(name) {
      if (held.has(name)) return null;
      held.add(name);
      return () => held.delete(name);
    },
    isTaken: async (name) => held.has(name),
    /** Closes the tab that held them. */
    drop: () => held.clear(),
  };
}

export interface Tab {
  lab: ReturnType<typeof createLabBatches>;
  host: LabHost;
  smallCalls(): number;
  /** Kills one worker, or the `first` ones; the next survives. */
  killWorker(first?: number): void;
  loads(): number;
  /** Nothing more is written afterwards. */
  crash(): Promise<void>;
}

interface TabOptions {
  database: string;
  locks: TabLocks & { drop(): void };
  baseUrl: string;
  price?: boolean;
  sleep?: LabHost["lab"]["sleep"];
  /** One core leaves no room for a second copy. */
  cores?: number;
}

export function openTab(options: TabOptions): Tab {
  const { database, locks, baseUrl, price = true, sleep, cores = 1 } = options;
  let calls = 0;
  let loads = 0;
  let dead = 0;
  const opened = openDatabase(database);
  const large = {
    inputPerMillion: 1,
    outputPerMillion: 2,
    cachedInputPerMillion: null,
    source: "test",
    asOf: "2026-01-01",
  };
  const services = fakeServices({
    clock: { nowMs: () => performance.now(), epochMs: () => Date.now() },
    newId: () => crypto.randomUUID(),
    onNextFrame: (callback) => void setTimeout(callback, 0),
    loadRun: async () => run,
    probeDevice: async () => ({ ...fakeReport, logicalCores: cores }),
    priceOf: async () => (price ? large : null),
    connectServer: (request, budgetScope) => connectServer(request, budgetScope, memoryLedger()),
    async loadSmall() {
      const mine = ++loads;
      return scriptedModel(
        (request) => {
          if (mine <= dead) throw new AppError("worker-killed", {}, { retryable: true });
          calls += 1;
          return smallReply(request);
        },
        { pause: () => Promise.resolve(), ref: { model: "fake-small" } },
      );
    },
    async openLibrary() {
      return {
        retriever: fakeRetriever([]),
        embedder: fakeEmbedder,
        reader: null,
        device: "wasm" as const,
        refused: null,
        openContext: async ({ id, context }) => {
          const passages = context.map(({ title, sentences }, index) => ({
            id: `${id}/${index + 1}`,
            title,
            text: sentences.join(" "),
          }));
          return { retriever: fakeRetriever(passages), close: () => undefined };
        },
        close: () => undefined,
      };
    },
  });
  const settings = createSettingsStore(services.storage);
  settings.getState().change({
    large: {
      preset: "custom",
      baseUrl,
      model: "fake-large",
      organisation: "",
      price: price ? large : null,
      rememberKey: false,
    },
  });
  const device = createDeviceStore();
  const host: LabHost = {
    services,
    settings,
    device,
    loaders: createLoaders(services, settings, device),
    tools: async () => [],
    router: async () => null,
    worth: async () => null,
    settling: (...looked) => settlingInWorker(...looked, () => new PlayedWorker(createLabWorker())),
    lab: {
      storage: databaseLab(() => opened),
      pipelines: databasePipelines(() => opened),
      looks: new Map(),
      locks,
      sha256: async (text) => createHash("sha256").update(text).digest("hex"),
      sleep: sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
      random: () => 0,
    },
  };
  return {
    lab: createLabBatches(host),
    host,
    smallCalls: () => calls,
    loads: () => loads,
    killWorker(first = loads) {
      dead = first;
    },
    async crash() {
      (await opened).close();
      locks.drop();
    },
  };
}
