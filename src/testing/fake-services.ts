/** FAKE services load nothing and send no requests. */

import { AppError } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";
import type { RouterPolicy } from "../methods/homo-router/training/policy.ts";
import type { Matching, ScoreRow } from "../methods/homo-router/training/scores.ts";
import { remotePresets } from "../models/openai-compatible/presets.ts";
import { noNames } from "../retrieval/libraries/manifest.ts";
import { noneKept } from "../session/device-store.ts";
import type { DeviceReport, Services } from "../session/services.ts";
import type { RouterStorage } from "../storage/router.ts";
import { memoryLibraries } from "./fake-libraries.ts";
import { fakeLarge, fakeSmall } from "./fake-log.ts";
import { fakeRun } from "./fake-run.ts";

export function memoryStorage(entries: Readonly<Record<string, string>> = {}) {
  const map = new Map(Object.entries(entries));
  return {
    map,
    get: (key: string) => map.get(key) ?? null,
    set: (key: string, value: string) => void map.set(key, value),
    remove: (key: string) => void map.delete(key),
  };
}

/** FAKE, in memory. */
export function memoryRouter(): RouterStorage {
  const rows = new Map<string, ScoreRow>();
  let kept: { policy: RouterPolicy | null; study: string | null; matching: Matching } = {
    policy: null,
    study: null,
    matching: "token-f1",
  };
  return {
    damaged: async () => [],
    rows: async () => [...rows.values()],
    putRows: async (some, deletedIds = []) => {
      for (const id of deletedIds) rows.delete(id);
      for (const row of some) rows.set(row.id, row);
    },
    clearRows: async () => rows.clear(),
    policy: async () => kept.policy,
    putPolicy: async (policy) => {
      kept = { ...kept, policy };
    },
    study: async () => kept.study,
    putStudy: async (study) => {
      kept = { ...kept, study };
    },
    matching: async () => kept.matching,
  };
}

const never = () =>
  Promise.reject(new AppError("internal", { message: "a fake does not do this" }));

export const fakeReport: DeviceReport = {
  webgpu: {
    usable: false,
    error: { code: "webgpu-no-adapter", retryable: false, params: {} },
  },
  shaderF16: false,
  maxBufferBytes: null,
  logicalCores: 8,
  memoryGB: 8,
  littleMemory: false,
  freeBytes: 12_400_000_000,
  isolated: true,
};

export function fakeServices(
  changes: Partial<Services> = {},
  events: readonly RunEvent[] = fakeRun(),
): Services {
  const library = {
    id: "factbook",
    title: "The World Factbook",
    edition: "a fake edition",
    passages: 5119,
    visibility: "public" as const,
  };
  const routerStorage = memoryRouter();
  const libraries = memoryLibraries();
  const model = {
    ref: fakeSmall,
    device: "wasm" as const,
    // biome-ignore lint/correctness/useYield: the fake run never asks it
    async *generate() {
      throw new AppError("internal", { message: "a fake model says nothing" });
    },
    unload: () => Promise.resolve(),
  };
  return {
    clock: { nowMs: () => 0, epochMs: () => 0 },
    storage: memoryStorage(),
    newId: () => "fake-run",
    onNextFrame: (callback) => void setTimeout(callback),
    loadRun: () =>
      Promise.resolve(async function* () {
        yield* events;
      }),
    catalogue: () =>
      Promise.resolve({
        version: 1,
        models: [
          {
            id: "fake-small",
            title: "Fake-135M, made up",
            role: "small-lm",
            engine: "transformers",
            path: "fake-small",
            hub: null,
            dtype: { wasm: "int8", webgpu: "q4", cpu: "int8" },
            bytes: 134_000_000,
            memoryMB: 420,
            contextTokens: 2048,
            parameters: 135_000_000,
            licence: "Apache-2.0",
            source: "nowhere",
            needsF16: false,
            externalDataChunks: 0,
            files: [],
          },
          {
            id: "fake-encoder",
            title: "Fake encoder, made up",
            role: "encoder",
            engine: "transformers",
            path: "fake-encoder",
            hub: null,
            dtype: { wasm: "q8", webgpu: null, cpu: "q8" },
            bytes: 24_000_000,
            memoryMB: 90,
            contextTokens: 512,
            parameters: 22_000_000,
            licence: "Apache-2.0",
            source: "nowhere",
            needsF16: false,
            externalDataChunks: 0,
            files: [{ path: "onnx/model_quantized.onnx", bytes: 24_000_000, sha256: "1" }],
          },
          {
            id: "fake-hub",
            title: "Fake-1.5B, made up",
            role: "small-lm",
            engine: "web-llm",
            path: null,
            hub: "nowhere/fake",
            dtype: { wasm: null, webgpu: "q4f16", cpu: null },
            bytes: 940_000_000,
            memoryMB: 1600,
            contextTokens: 4096,
            parameters: 1_500_000_000,
            licence: "Apache-2.0",
            source: "nowhere",
            needsF16: true,
            externalDataChunks: 0,
            files: [],
          },
        ],
      }),
    hubModels: () => Promise.resolve([]),
    modelStorage: () => never(),
    kept: () => Promise.resolve(noneKept),
    probeDevice: () => Promise.resolve(fakeReport),
    loadSmall: () => Promise.resolve(model),
    openLibrary: () =>
      Promise.resolve({
        retriever: {
          library,
          retrieve: never,
          passage: () => Promise.resolve(null),
        },
        embedder: { embed: never },
        reader: null,
        device: "wasm" as const,
        refused: null,
        openContext: never,
        close: () => undefined,
      }),
    libraries: () => Promise.resolve(libraries),
    intake: () => never(),
    reading: () =>
      Promise.resolve({
        open: never,
        aliases: () => Promise.resolve([]),
        names: () => Promise.resolve(noNames),
      }),
    libraryBytes: () => Promise.resolve(26_000_000),
    connectServer: ({ tier, settings }) => {
      const small = { ...fakeSmall, model: settings.model, destination: settings.baseUrl };
      const ref = tier === "large" ? fakeLarge : small;
      return Promise.resolve({ ref, generate: model.generate });
    },
    spending: { todayUsd: () => Promise.resolve(0), resetToday: () => Promise.resolve() },
    testConnection: () => never(),
    searchTools: () => Promise.resolve([]),
    toolProblem: () => Promise.resolve(null),
    router: () => never(),
    shippedPolicy: () => never(),
    routerStorage: () => Promise.resolve(routerStorage),
    lab: () => never(),
    questionSet: () => Promise.resolve(""),
    providers: () => Promise.resolve(remotePresets),
    priceOf: () => Promise.resolve(fakeLarge.price),
    namesakes: () => Promise.resolve([]),
    prices: () =>
      Promise.resolve([
        {
          id: "fake-large",
          title: "fake-large",
          inputPerMillion: 0.4,
          outputPerMillion: 1.6,
          cachedInputPerMillion: 0.1,
          source: "a fake table",
          asOf: "2026-09-23",
        },
      ]),
    examples: () =>
      Promise.resolve([
        {
          id: "1",
          label: "A sea, by way of a capital",
          question: "Which sea lies beside the capital of Georgia's northern neighbour?",
          answers: ["Black Sea"],
        },
        {
          id: "2",
          label: "A currency, three hops away",
          question: "What is the currency of the country whose capital is Nouakchott?",
          answers: ["ouguiya"],
        },
        {
          id: "3",
          label: "The higher of two peaks",
          question: "Which is higher, the highest point of Kenya or that of Tanzania?",
          answers: ["that of Tanzania"],
        },
      ]),
    runStorage: () => never(),
    tabs: () => never(),
    ...changes,
  };
}
