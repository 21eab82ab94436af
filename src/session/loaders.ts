import { AppError, type ErrorCode, type ErrorData, toAppError } from "../log/errors.ts";
import type { CatalogueModel } from "../models/catalogue-model.ts";
import { isFatal, withCrashDetection } from "../models/crash-detection.ts";
import type { LoadedModel, LoadOptions, LoadProgress } from "../models/engine.ts";
import {
  chosenSmallModel,
  type DeviceStore,
  isSearchKept,
  type Loading,
  noneKept,
  noProgress,
} from "./device-store.ts";
import { modelUses, noteUse } from "./model-uses.ts";
import { smallServer } from "./preferences.ts";
import type { ModelStorage, OpenLibrary, Services } from "./services.ts";
import type { SettingsStore } from "./settings.ts";
import { untilStopped } from "./until-stopped.ts";

export interface Loaders {
  /** `signal` stops the wait, not the loading. */
  small(signal: AbortSignal | null): Promise<LoadedModel>;
  library(signal: AbortSignal | null): Promise<OpenLibrary>;
  /**
   * Loads what the browser keeps while the user types. Fetches nothing; failures are reported
   * later.
   */
  loadKept(): void;
  discardSmall(): void;
  closeLibrary(): void;
  /** Call after each run: reloads what died. */
  afterFailure(error: ErrorData | null): void;
  /** The next request reopens it. */
  libraryChanged(): void;
  hubModels(): Promise<void>;
  storage(): Promise<ModelStorage>;
  deleteModel(model: CatalogueModel): Promise<void>;
  /** In wall time; null if never used. */
  lastUsedEpochMs(id: string): number | null;
  /** Also forgets refusals. */
  lookAtDevice(): Promise<void>;
  lookAtKept(): Promise<void>;
  cancel(): void;
}

interface Held<T> {
  key: string;
  promise: Promise<T>;
  controller: AbortController;
}

export function createLoaders(
  services: Services,
  settings: SettingsStore,
  device: DeviceStore,
): Loaders {
  let small: Held<LoadedModel> | null = null;
  let library: Held<OpenLibrary> | null = null;
  let libraryVersion = 0;
  /**
   * Set once the library's graphics processor was lost; the library then stays on the processor.
   */
  let lost: ErrorData | null = null;

  async function loadSmall(model: CatalogueModel, signal: AbortSignal): Promise<LoadedModel> {
    const { device: where, threads } = settings.getState().small;
    device.setState({ small: { status: "loading", title: model.title, progress: noProgress } });
    const isKept = device.getState().kept.models.has(model.id);
    try {
      if (!isKept) await libraryFetched(model, signal);
      const request = {
        model,
        device: where,
        threads,
        onProgress: (told: LoadProgress) => {
          if (signal.aborted) return;
          const progress = asShown(told, isKept);
          device.setState({ small: { status: "loading", title: model.title, progress } });
        },
      };
      let refused: ErrorData | null = null;
      const loaded = await services.loadSmall(request, signal).catch((thrown: unknown) => {
        const error = toAppError(thrown);
        if (!mayDoOnProcessor(error, model, where, device)) throw error;
        refused = error.toData();
        return services.loadSmall({ ...request, device: "wasm" }, signal);
      });
      const value = { modelId: model.id, title: model.title, device: loaded.device, refused };
      device.setState({ small: { status: "ready", value } });
      noteUse(services.storage, model.id, services.clock.epochMs());
      return withCrashDetection(loaded, (error) => {
        if (signal.aborted) return;
        discardSmall();
        device.setState({ small: { status: "failed", error } });
      });
    } catch (thrown) {
      const error = named(thrown, "model-load-failed");
      throw settle(error, (state) => device.setState({ small: state }));
    }
  }

  /** Waits for the library's files, so that a first look is possible while the model downloads. */
  function libraryFetched(model: CatalogueModel, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (!isFetching(device.getState().library)) return resolve();
      const progress = { ...noProgress, phase: "waiting", totalBytes: model.bytes } as const;
      device.setState({ small: { status: "loading", title: model.title, progress } });
      const end = () => {
        stop();
        resolve();
      };
      const stop = device.subscribe(({ library: now }) => {
        if (!isFetching(now)) end();
      });
      signal.addEventListener("abort", end, { once: true });
    });
  }

  async function loadLibrary(
    own: string,
    where: LoadOptions["device"],
    signal: AbortSignal,
  ): Promise<OpenLibrary> {
    const title = "";
    device.setState({ library: { status: "loading", title, progress: noProgress } });
    const isKept = isSearchKept(own, device.getState());
    try {
      const open = await services.openLibrary(
        {
          own,
          onProgress: (told) => {
            if (signal.aborted) return;
            const progress = asShown(told, isKept);
            device.setState({ library: { status: "loading", title, progress } });
          },
          onVectors: (vectors) => {
            if (!signal.aborted) device.setState({ vectors });
          },
          device: where,
          onLost: (error) => {
            if (signal.aborted) return;
            lost = error;
            closeLibrary();
          },
        },
        signal,
      );
      const value = {
        library: open.retriever.library,
        device: open.device,
        refused: open.refused ?? lost,
      };
      device.setState({ library: { status: "ready", value } });
      return open;
    } catch (thrown) {
      const error = named(thrown, "retrieval-failed");
      throw settle(error, (state) => device.setState({ library: state }));
    }
  }

  function discardSmall(): void {
    small?.controller.abort();
    void small?.promise.then((loaded) => loaded.unload()).catch(() => undefined);
    small = null;
  }

  async function lookAtKept(): Promise<void> {
    device.setState({ kept: await services.kept().catch(() => noneKept) });
  }

  function closeLibrary(): void {
    library?.controller.abort();
    void library?.promise.then((open) => open.close()).catch(() => undefined);
    library = null;
    device.setState({ library: { status: "absent" }, vectors: null });
  }

  const loaders: Loaders = {
    async small(signal) {
      const catalogue = device.getState().catalogue ?? (await services.catalogue());
      device.setState({ catalogue });
      const preferred = settings.getState().small;
      const model = chosenSmallModel(catalogue, preferred.modelId);
      if (model === null) throw new AppError("model-unknown", { model: preferred.modelId });
      const key = `${model.id} ${preferred.device} ${preferred.threads}`;
      if (small?.key !== key) {
        void small?.promise.then((loaded) => loaded.unload()).catch(() => undefined);
        small?.controller.abort();
        small = hold(key, (own) => loadSmall(model, own));
        small.promise.catch(() => {
          if (small?.key === key) small = null;
        });
      }
      return untilStopped(small.promise, signal);
    },

    async library(signal) {
      const { library: own, small: preferred } = settings.getState();
      const where = lost === null ? preferred.device : "wasm";
      const key = `${libraryVersion} ${own} ${where}`;
      if (library?.key !== key) {
        library?.controller.abort();
        void library?.promise.then((open) => open.close()).catch(() => undefined);
        library = hold(key, (ofLoad) => loadLibrary(own, where, ofLoad));
        library.promise.catch(() => {
          if (library?.key === key) library = null;
        });
      }
      return untilStopped(library.promise, signal);
    },

    loadKept() {
      const now = device.getState();
      const { small: chosen, library: own } = settings.getState();
      const model = chosenSmallModel(now.catalogue, chosen.modelId);
      const isModelKept = model !== null && now.kept.models.has(model.id);
      if (isModelKept && smallServer(chosen) === null && now.small.status === "absent") {
        void loaders.small(null).catch(() => undefined);
      }
      if (isSearchKept(own, now) && now.library.status === "absent") {
        void loaders.library(null).catch(() => undefined);
      }
    },

    discardSmall,

    async hubModels() {
      const { catalogue, report } = device.getState();
      if (catalogue === null || report === null) return;
      const known = new Set(catalogue.models.map((model) => model.id));
      const found = await services.hubModels(report.webgpu.usable);
      const fresh = found.filter((model) => !known.has(model.id));
      device.setState({ catalogue: { ...catalogue, models: [...catalogue.models, ...fresh] } });
    },

    storage: () => services.modelStorage(),

    async deleteModel(model) {
      const { small: state } = device.getState();
      if (state.status === "ready" && state.value.modelId === model.id) {
        discardSmall();
        device.setState({ small: { status: "absent" } });
      }
      await (await services.modelStorage()).remove(model);
      await lookAtKept();
    },

    lastUsedEpochMs: (id) => modelUses(services.storage)[id] ?? null,

    async lookAtDevice() {
      const report = await services.probeDevice().catch(() => null);
      lost = null;
      const { small: state } = device.getState();
      device.setState({ report, small: state.status === "failed" ? { status: "absent" } : state });
    },

    lookAtKept,
    closeLibrary,

    afterFailure(error) {
      if (error === null || !isFatal(error)) return;
      // A lost model was noticed; otherwise it was the library's worker.
      if (small !== null || smallServer(settings.getState().small) !== null) closeLibrary();
    },

    libraryChanged() {
      libraryVersion += 1;
      device.setState({ library: { status: "absent" }, vectors: null });
    },

    cancel() {
      small?.controller.abort();
      library?.controller.abort();
    },
  };
  return loaders;
}

/** True for garbled output, if the user did not insist on the graphics processor. */
function mayDoOnProcessor(
  { code }: AppError,
  model: CatalogueModel,
  where: string,
  device: DeviceStore,
): boolean {
  const triedGpu = where === "auto" && device.getState().report?.webgpu.usable === true;
  const hasBoth = model.dtype.webgpu !== null && model.dtype.wasm !== null;
  return code === "model-nonsense" && triedGpu && hasBoth;
}

function hold<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Held<T> {
  const controller = new AbortController();
  return { key, controller, promise: load(controller.signal) };
}

function isFetching(library: Loading<unknown>): boolean {
  if (library.status !== "loading") return false;
  return library.progress.phase === "checking" || library.progress.phase === "downloading";
}

function isUnfetched({ code, params }: AppError): boolean {
  return code === "download-failed" || (code === "library-not-found" && "file" in params);
}

function named(thrown: unknown, code: ErrorCode): AppError {
  const error = toAppError(thrown);
  if (isUnfetched(error) && navigator.onLine === false) {
    return new AppError("download-failed", { offline: true }, { retryable: true, cause: thrown });
  }
  if (error.code !== "internal") return error;
  return new AppError(code, error.params, { retryable: true, cause: thrown });
}

function settle(
  error: AppError,
  show: (
    state: { status: "absent" } | { status: "failed"; error: ReturnType<AppError["toData"]> },
  ) => void,
): AppError {
  show(
    error.code === "stopped" ? { status: "absent" } : { status: "failed", error: error.toData() },
  );
  return error;
}

/** The service worker reports cached files as fetched. */
export function asShown(progress: LoadProgress, isKept: boolean): LoadProgress {
  return isKept && progress.phase === "downloading"
    ? { ...progress, phase: "reading-cache" }
    : progress;
}
