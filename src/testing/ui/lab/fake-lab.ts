/** FAKE lab in memory. */
import { createStore } from "zustand/vanilla";
import type { BatchProgress } from "../../../evaluation/batch/progress.ts";
import type { Mapping } from "../../../evaluation/pipelines/read/mapping.ts";
import { createQuestionFileWorker } from "../../../evaluation/questions/question-file.ts";
import type { LabBatch } from "../../../evaluation/types.ts";
import { createPipelineFile, type PipelineFile } from "../../../features/lab/pipeline-file.ts";
import { createPipelineWorker } from "../../../features/lab/pipeline-worker.ts";
import type { QuestionReader } from "../../../features/lab/question-reader.ts";
import type { BatchSummary, LabBatchesState, OpenBatch } from "../../../features/lab/state.ts";
import type { BatchDraft, LabBatches } from "../../../features/lab/store.ts";
import { revive } from "../../../shared/rpc/bridge.ts";
import type { KeptFile, PipelineStorage } from "../../../storage/pipelines.ts";
import { generatedCombinations } from "../../lab/generated-lab.ts";
import { PlayedWorker } from "../../played-worker.ts";

export const fakeBatch: LabBatch = {
  id: "b1",
  title: "HotpotQA, 100 questions",
  createdEpochMs: Date.UTC(2026, 10, 22, 9, 30),
  set: "hotpotqa",
  questionCount: 100,
  library: "own-context",
  configurations: [...generatedCombinations],
  models: { small: "hopwise-lm", large: "gpt-4.1-mini" },
  largePrice: null,
  budgetUsd: 1,
  seed: 1,
};

export const fakeProgress: BatchProgress = {
  phase: "idle",
  reason: null,
  error: null,
  total: 800,
  done: 0,
  answered: 0,
  failed: 0,
  perMinute: null,
  secondsLeft: null,
  paidUsd: 0,
  rememberedCalls: 0,
  waitingUntilEpochMs: null,
  errors: [],
  underWay: [],
  settling: null,
};

export function fakeOpen(
  progress: Partial<BatchProgress> = {},
  changes: Partial<OpenBatch> = {},
): OpenBatch {
  return {
    batch: fakeBatch,
    imported: false,
    results: [],
    progress: { ...fakeProgress, ...progress },
    elsewhere: false,
    keepsLogs: true,
    ...changes,
  };
}

export function fakeSummaries(count: number): BatchSummary[] {
  return Array.from({ length: count }, (_, index) => ({
    batch: { ...fakeBatch, id: `b${index + 1}`, title: `Batch ${index + 1}` },
    total: 800,
    done: index % 2 === 0 ? 800 : 312,
    failed: index % 3 === 0 ? 9 : 0,
    imported: index % 5 === 4,
  }));
}

export interface FakeLab extends LabBatches {
  readonly calls: string[];
  readonly drafts: BatchDraft[];
}

/** `open` is the view of any batch. */
export function fakeLab(
  state: Partial<LabBatchesState> = {},
  open: OpenBatch | null = null,
): FakeLab {
  const calls: string[] = [];
  const drafts: BatchDraft[] = [];
  const store = createStore<LabBatchesState>()(() => ({
    list: { status: "ready", batches: [], damaged: [] },
    open: null,
    running: null,
    error: null,
    rememberedCalls: 0,
    ...state,
  }));
  const noted = async (call: string) => void calls.push(call);
  const unknown = { usd: null, seconds: null, lanes: 1, largeCalls: null, basedOn: 0 };
  return {
    store,
    looks: new Map(),
    pipeline: pipelineHere(),
    calls,
    drafts,
    list: () => noted("list"),
    async create(draft) {
      drafts.push(draft);
      calls.push("create");
      return "b1";
    },
    async open(id) {
      calls.push(`open ${id}`);
      if (open !== null) store.setState({ open });
    },
    close: () => void calls.push("close"),
    start: (id) => noted(`start ${id}`),
    pause: () => void calls.push("pause"),
    stop: () => void calls.push("stop"),
    retryFailed: (id) => noted(`retry ${id}`),
    setBudget: (id, usd) => noted(`budget ${id} ${usd}`),
    remove: (id) => noted(`remove ${id}`),
    async importReport() {
      calls.push("import");
      return "b1";
    },
    async exportFile(id, kind) {
      calls.push(`export ${id} ${kind}`);
      return { name: `${id}.${kind}`, blob: new Blob([kind]) };
    },
    async sendTraces(id, { address, onSent }) {
      calls.push(`send ${id} ${address}`);
      onSent?.({ traces: 1, bytes: 20, rejected: 0 });
      return { traces: 3, bytes: 2048, rejected: 0, end: { kind: "refused", status: 404 } };
    },
    estimate: async () => unknown,
    estimateLeft: async () => unknown,
    settleStorage: (choice) => noted(`storage ${choice}`),
    questions: async () => [
      { id: "q1", question: "Which sea borders Estonia?", answers: ["Baltic Sea"] },
    ],
    log: async () => null,
    forgetCalls: () => noted("forget"),
  };
}

/** Reads in this thread; keeps in memory. */
export function pipelineHere(storage = memoryPipelines()): PipelineFile {
  return createPipelineFile(storage, () => new PlayedWorker(createPipelineWorker()));
}

export function memoryPipelines(): PipelineStorage {
  let kept: KeptFile | null = null;
  const mappings = new Map<string, Mapping>();
  const keyOf = (columns: readonly string[]) => [...columns].sort().join("\n");
  return {
    last: async () => kept,
    async keep(file) {
      kept = file;
    },
    async forget() {
      kept = null;
    },
    mapping: async (columns) => mappings.get(keyOf(columns)) ?? null,
    async keepMapping(columns, mapping) {
      mappings.set(keyOf(columns), mapping);
    },
  };
}

export function readerHere(): QuestionReader {
  const worker = createQuestionFileWorker();
  return {
    open: async (file, options) => revive(await worker.open(file, options)),
    close: () => undefined,
  };
}
