import { AppError, toAppError } from "../log/errors.ts";
import type { Catalogue } from "../models/catalogue.ts";
import type { CatalogueModel } from "../models/catalogue-model.ts";
import {
  type Device,
  type EngineInfo,
  type LoadedModel,
  type LocalEngine,
  worksIn,
} from "../models/engine.ts";
import { engines } from "../models/engines.ts";
import { findEmbedded } from "../retrieval/libraries/embedded-libraries.ts";
import type { Search } from "../retrieval/libraries/search-client.ts";
import { libraryBase, modelsBase } from "./page-files.ts";
import type { DeviceReport, LibraryRequest, OpenLibrary, SmallModelRequest } from "./services.ts";

export async function probe(): Promise<DeviceReport> {
  const { hasLittleMemory, probeGpu, probeResources } = await import("../models/device.ts");
  const [gpu, resources] = await Promise.all([probeGpu(), probeResources()]);
  const usable = gpu.usable && !gpu.fallback;
  return {
    webgpu: gpu.usable
      ? usable
        ? { usable: true, devices: ["webgpu"] }
        : {
            usable: false,
            error: new AppError("webgpu-no-adapter", { cause: "software" }).toData(),
          }
      : gpu,
    shaderF16: gpu.usable && gpu.f16,
    maxBufferBytes: gpu.usable ? gpu.limits.maxBufferBytes : null,
    logicalCores: resources.processors ?? 1,
    memoryGB: resources.memoryGB,
    littleMemory: hasLittleMemory(resources.memoryGB, isPhone()),
    freeBytes: resources.freeStorageBytes,
    isolated: globalThis.crossOriginIsolated,
  };
}

function isPhone(): boolean {
  return matchMedia("(pointer: coarse)").matches && Math.min(screen.width, screen.height) < 600;
}

function opened(engine: EngineInfo): Promise<LocalEngine> {
  return engine.open({ modelsBase });
}

function engineFor({ engine: id, id: model }: CatalogueModel): Promise<LocalEngine> {
  const engine = engines.find(id);
  if (engine === null) throw new AppError("model-unknown", { model });
  return opened(engine);
}

export { keptWhole } from "./kept-models.ts";

export async function hubModels(webgpu: boolean): Promise<readonly CatalogueModel[]> {
  const usable = engines.all.filter((engine) => worksIn(engine, webgpu));
  const lists = usable.map(async (engine) => (await opened(engine)).models?.() ?? []);
  return (await Promise.all(lists)).flat();
}

export async function loadSmall(
  { model, device, threads, onProgress }: SmallModelRequest,
  signal: AbortSignal,
): Promise<LoadedModel> {
  const [engine, { loadTested }] = await Promise.all([
    engineFor(model),
    import("../models/load-tested.ts"),
  ]);
  const options = { device, threads: await chosenThreads(threads), onProgress };
  return loadTested(engine, model, options, signal);
}

/** 0 chooses by the device. */
async function chosenThreads(threads: number): Promise<number> {
  if (threads > 0) return threads;
  const { defaultThreads } = await import("../models/device.ts");
  return defaultThreads(navigator.hardwareConcurrency);
}

/** Any failure on the graphics processor falls back and returns the cause. */
export async function openLibrary(
  request: LibraryRequest,
  encoders: Catalogue,
  signal: AbortSignal,
): Promise<OpenLibrary> {
  const encoder = encoders.models.find((model) => model.role === "encoder");
  if (encoder === undefined) throw new AppError("model-unknown", { model: "encoder" });
  const { bestDevice } = await import("../models/device.ts");
  const wanted = request.device === "auto" ? await bestDevice(encoder) : request.device;
  if (wanted === "wasm") return await openOn(wanted, encoder, request, signal);
  try {
    return await openOn(wanted, encoder, request, signal);
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const refused = toAppError(thrown).toData();
    return { ...(await openOn("wasm", encoder, request, signal)), refused };
  }
}

async function openOn(
  device: Device,
  encoder: CatalogueModel,
  { own, onProgress, onVectors, onLost }: LibraryRequest,
  signal: AbortSignal,
): Promise<OpenLibrary> {
  if (encoder.path === null) throw new AppError("model-unknown", { model: encoder.id });
  const embedded = findEmbedded(own);
  const { openSearch } = await import("../retrieval/libraries/search-client.ts");
  const search = await openSearch(
    {
      source:
        embedded === null
          ? { kind: "own", library: own }
          : { kind: "prebuilt", id: embedded.id, baseUrl: libraryBase(embedded) },
      encoder: {
        modelUrlOrPath: modelsBase + encoder.path,
        device,
        threads: await chosenThreads(0),
        model: encoder,
      },
      onProgress,
      onLost,
    },
    signal,
  );
  onVectors(search.dense());
  // Without vectors it is searched by keywords.
  const learning = embedded !== null ? null : learningOf(search, onVectors, signal);
  learning?.resume();
  return {
    retriever: search.retriever,
    embedder: search.embedder,
    reader: search.reader,
    device,
    refused: null,
    openContext: (row, withVectors, own) => search.openContext(row, withVectors, own),
    ...(learning === null ? {} : { learning }),
    close: () => search.close(),
  };
}

/** Pause and resume keep the position. */
function learningOf(
  search: Search,
  onVectors: LibraryRequest["onVectors"],
  signal: AbortSignal,
): NonNullable<OpenLibrary["learning"]> {
  let running: AbortController | null = null;
  return {
    pause: () => running?.abort(),
    resume() {
      if (running !== null || signal.aborted) return;
      running = new AbortController();
      const either = AbortSignal.any([signal, running.signal]);
      void search
        .computeVectors(either, onVectors)
        .catch(() => undefined)
        .finally(() => {
          running = null;
        });
    },
  };
}
