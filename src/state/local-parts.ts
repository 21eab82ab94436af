/** What runs on the device: small models, and the library with its encoder. Loaded when first wanted. */
import { AppError } from "../core/errors.ts";
import { type Catalogue, type CatalogueModel, catalogue } from "../engines/catalogue.ts";
import type { LoadedModel, LocalEngine } from "../engines/engine.ts";
import type { Search } from "../library/search-client.ts";
import type {
  DeviceReport,
  LibraryRequest,
  ModelStorage,
  OpenLibrary,
  SmallModelRequest,
} from "./services.ts";

/** Beside the page, wherever it is served from. */
const modelsBase = new URL("models/", document.baseURI).href;
const factbookBase = new URL("library/factbook/", document.baseURI).href;

export async function fetchCatalogue(): Promise<Catalogue> {
  return catalogue.parse(await fetchJson(`${modelsBase}catalogue.json`));
}

export async function fetchJson(url: string): Promise<unknown> {
  return (await fetchFile(url)).json();
}

export async function fetchFile(url: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw new AppError("download-failed", { url }, { retryable: true, cause });
  }
  if (!response.ok) throw new AppError("download-failed", { url, status: response.status });
  return response;
}

export async function probe(): Promise<DeviceReport> {
  const { probeGpu, probeResources } = await import("../engines/device.ts");
  const [gpu, resources] = await Promise.all([probeGpu(), probeResources()]);
  const usable = gpu.usable && !gpu.fallback;
  return {
    webgpu: gpu.usable
      ? usable
        ? { usable: true, devices: ["webgpu"] }
        : { usable: false, error: new AppError("webgpu-no-adapter").toData() }
      : gpu,
    shaderF16: gpu.usable && gpu.f16,
    maxBufferBytes: gpu.usable ? gpu.limits.maxBufferBytes : null,
    logicalCores: resources.processors ?? 1,
    freeBytes: resources.freeStorageBytes,
    isolated: globalThis.crossOriginIsolated,
  };
}

/** Of models that the browser keeps for web-llm, and of this page's storage in all. */
export async function modelStorage(): Promise<ModelStorage> {
  const engine = async () => new (await import("../engines/web-llm.ts")).WebLlmEngine();
  // Absent where the page came by plain http.
  const storage: StorageManager | undefined = navigator.storage;
  return {
    stored: async (models) => (await engine()).stored(models),
    remove: async (model) => (await engine()).remove(model),
    async room() {
      const estimate = await storage?.estimate().catch(() => undefined);
      const lasting = await storage?.persisted().catch(() => false);
      const { usage = null, quota = null } = estimate ?? {};
      return { usedBytes: usage, quotaBytes: quota, lasting: lasting ?? false };
    },
    askToKeep: async () => (await storage?.persist().catch(() => false)) ?? false,
  };
}

async function engineFor(model: CatalogueModel): Promise<LocalEngine> {
  if (model.engine === "web-llm") {
    const { WebLlmEngine } = await import("../engines/web-llm.ts");
    return new WebLlmEngine();
  }
  const { TransformersEngine } = await import("../engines/transformers.ts");
  return new TransformersEngine({ modelsBase });
}

export async function hubModels(): Promise<readonly CatalogueModel[]> {
  const { WebLlmEngine } = await import("../engines/web-llm.ts");
  return new WebLlmEngine().models();
}

export async function loadSmall(
  { model, device, threads, onProgress }: SmallModelRequest,
  signal: AbortSignal,
): Promise<LoadedModel> {
  const engine = await engineFor(model);
  const options = { device, threads: await chosenThreads(threads), onProgress };
  const loaded = await engine.load(model, options, signal);
  // The engine of embedded models asks for itself; web-llm does not.
  if (model.engine === "web-llm") await tested(loaded, signal);
  return loaded;
}

async function tested(loaded: LoadedModel, signal: AbortSignal): Promise<void> {
  const { selfTest } = await import("../engines/self-test.ts");
  try {
    await selfTest(loaded, signal);
  } catch (thrown) {
    await loaded.unload().catch(() => undefined);
    throw thrown;
  }
}

/** 0 leaves it to what the device has. */
async function chosenThreads(threads: number): Promise<number> {
  if (threads > 0) return threads;
  const { defaultThreads } = await import("../engines/device.ts");
  return defaultThreads(navigator.hardwareConcurrency);
}

export async function openLibrary(
  { own, onProgress, onVectors }: LibraryRequest,
  encoders: Catalogue,
  signal: AbortSignal,
): Promise<OpenLibrary> {
  const encoder = encoders.models.find((model) => model.role === "encoder");
  if (encoder?.path == null) throw new AppError("model-unknown", { model: "encoder" });
  const { openSearch } = await import("../library/search-client.ts");
  const search = await openSearch(
    {
      source:
        own === "" ? { kind: "prebuilt", baseUrl: factbookBase } : { kind: "own", library: own },
      encoder: {
        modelUrlOrPath: modelsBase + encoder.path,
        device: "wasm",
        threads: await chosenThreads(0),
        model: encoder,
      },
      onProgress,
    },
    signal,
  );
  onVectors(search.dense());
  // Until a library has its vectors, it is searched by words alone; no need to wait.
  const learning = own === "" ? null : learningOf(search, onVectors, signal);
  learning?.resume();
  return {
    retriever: search.retriever,
    embedder: search.embedder,
    reader: search.reader,
    openContext: (row, withVectors, own) => search.openContext(row, withVectors, own),
    ...(learning === null ? {} : { learning }),
    close: () => search.close(),
  };
}

/** Computes the vectors that are missing; what is paused goes on where it was. */
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

/** Asked of the server, file by file; what it does not tell counts as nothing. */
export async function libraryBytes(encoders: Catalogue): Promise<number> {
  const files = ["passages.jsonl", "vectors.i8.bin"];
  const sizes = await Promise.all(files.map((file) => sizeOf(factbookBase + file)));
  const encoder = encoders.models.find((model) => model.role === "encoder");
  return sizes.reduce((sum, size) => sum + size, encoder?.bytes ?? 0);
}

async function sizeOf(url: string): Promise<number> {
  const response = await fetch(url, { method: "HEAD" }).catch(() => null);
  return response?.ok ? Number(response.headers.get("Content-Length") ?? 0) : 0;
}
