import { afterEach, describe, expect, it, vi } from "vitest";
import { AppError, type ErrorCode } from "../log/errors.ts";
import type { ChatModel, ChatRequest } from "../runtime/ports.ts";
import { fakeSmall } from "../testing/fake-log.ts";
import { fakeServices } from "../testing/fake-services.ts";
import { createDeviceStore, noProgress } from "./device-store.ts";
import { createLoaders } from "./loaders.ts";
import { createSettingsStore } from "./settings.ts";

const never = new AbortController().signal;

const request: ChatRequest = {
  messages: [{ role: "user", content: "?" }],
  fixedPrefixMessages: 0,
  maxTokens: 1,
  stop: [],
  temperature: 0,
  purpose: "answer",
};

function loadersOver(code: ErrorCode) {
  const services = fakeServices();
  const model = {
    ref: fakeSmall,
    device: "wasm" as const,
    // biome-ignore lint/correctness/useYield: it dies before it says anything
    async *generate() {
      throw new AppError(code);
    },
    unload: async () => undefined,
  };
  const loadSmall = vi.fn(async () => model);
  const openLibrary = vi.fn(services.openLibrary);
  const device = createDeviceStore();
  const settings = createSettingsStore(services.storage);
  const loaders = createLoaders({ ...services, loadSmall, openLibrary }, settings, device);
  return { loaders, device, loadSmall, openLibrary };
}

async function failureOf(model: ChatModel): Promise<unknown> {
  try {
    for await (const _part of model.generate(request, never)) break;
  } catch (thrown) {
    return thrown;
  }
  return null;
}

describe("a worker that died", () => {
  it.each<ErrorCode>(["worker-killed", "device-lost", "model-not-loaded", "out-of-memory"])(
    "is replaced when the model is wanted again (%s)",
    async (code) => {
      const { loaders, device, loadSmall, openLibrary } = loadersOver(code);
      await loaders.library(never);
      const thrown = await failureOf(await loaders.small(never));
      expect(thrown).toMatchObject({ code });
      expect(device.getState().small).toMatchObject({ status: "failed", error: { code } });
      loaders.afterFailure({ code, retryable: true, params: {} });
      await Promise.all([loaders.small(never), loaders.library(never)]);
      expect(device.getState().small.status).toBe("ready");
      expect([loadSmall.mock.calls.length, openLibrary.mock.calls.length]).toEqual([2, 1]);
    },
  );

  it("was the library's where the model did not die of it", async () => {
    const { loaders, loadSmall, openLibrary } = loadersOver("worker-killed");
    const both = () => Promise.all([loaders.small(never), loaders.library(never)]);
    await both();
    loaders.afterFailure({ code: "worker-killed", retryable: true, params: {} });
    await both();
    expect([loadSmall.mock.calls.length, openLibrary.mock.calls.length]).toEqual([1, 2]);
  });

  it("is not looked for after any other failure, nor after none", async () => {
    const { loaders, loadSmall, openLibrary } = loadersOver("context-too-long");
    await loaders.library(never);
    await failureOf(await loaders.small(never));
    loaders.afterFailure({ code: "context-too-long", retryable: false, params: {} });
    loaders.afterFailure(null);
    await Promise.all([loaders.small(never), loaders.library(never)]);
    expect([loadSmall.mock.calls.length, openLibrary.mock.calls.length]).toEqual([1, 1]);
  });
});

describe("on a first visit", () => {
  it("the model's files wait for the library's, and say so", async () => {
    const { loaders, device, loadSmall, openLibrary } = loadersOver("internal");
    const { openLibrary: opens } = fakeServices();
    let fetched = () => {};
    let opened = () => {};
    const isFetched = new Promise<void>((resolve) => {
      fetched = resolve;
    });
    const isOpened = new Promise<void>((resolve) => {
      opened = resolve;
    });
    openLibrary.mockImplementation(async (request, signal) => {
      await isFetched;
      request.onProgress({ ...noProgress, phase: "compiling" });
      await isOpened;
      return opens(request, signal);
    });
    const library = loaders.library(never);
    const small = loaders.small(never);
    await vi.waitFor(() =>
      expect(device.getState().small).toMatchObject({ progress: { phase: "waiting" } }),
    );
    expect(loadSmall).not.toHaveBeenCalled();
    fetched();
    await small;
    expect(device.getState().library.status).toBe("loading");
    opened();
    await library;
  });
});

describe("the library's encoder", () => {
  function libraryOver() {
    const services = fakeServices();
    const openLibrary = vi.fn(services.openLibrary);
    const device = createDeviceStore();
    const settings = createSettingsStore(services.storage);
    const loaders = createLoaders({ ...services, openLibrary }, settings, device);
    const asked = () => openLibrary.mock.calls.map(([request]) => request.device);
    return { loaders, device, settings, openLibrary, asked };
  }

  it("computes where the small model is to, and is opened anew where that changes", async () => {
    const { loaders, settings, asked } = libraryOver();
    await loaders.library(never);
    const { small } = settings.getState();
    settings.getState().change({ small: { ...small, device: "wasm" } });
    await loaders.library(never);
    await loaders.library(never);
    expect(asked()).toEqual(["auto", "wasm"]);
  });

  it("keeps to the processor once the graphics processor was lost, until that is looked at anew", async () => {
    const { loaders, device, openLibrary, asked } = libraryOver();
    await loaders.library(never);
    const lost = new AppError("device-lost", {}, { retryable: true }).toData();
    openLibrary.mock.calls[0]?.[0].onLost(lost);
    expect(device.getState().library.status).toBe("absent");
    loaders.afterFailure(lost);
    await loaders.library(never);
    expect(device.getState().library).toMatchObject({
      status: "ready",
      value: { device: "wasm", refused: { code: "device-lost" } },
    });
    await loaders.lookAtDevice();
    await loaders.library(never);
    expect(asked()).toEqual(["auto", "wasm", "auto"]);
  });

  it("is not put to the processor by the end of a worker that was given up", async () => {
    const { loaders, openLibrary, asked } = libraryOver();
    await loaders.library(never);
    loaders.closeLibrary();
    openLibrary.mock.calls[0]?.[0].onLost(new AppError("device-lost").toData());
    await loaders.library(never);
    expect(asked()).toEqual(["auto", "auto"]);
  });
});

it.each([
  [true, "reading-cache"],
  [false, "downloading"],
])("says whether a model is read from this device (%s) or fetched", async (isKept, phase) => {
  const services = fakeServices();
  const device = createDeviceStore();
  const seen: string[] = [];
  device.subscribe(({ small }) => {
    if (small.status === "loading") seen.push(small.progress.phase);
  });
  const kept = { models: new Set(isKept ? ["fake-small"] : []), library: false };
  const loaders = createLoaders(
    {
      ...services,
      kept: async () => kept,
      loadSmall: async (asked, signal) => {
        asked.onProgress({
          phase: "downloading",
          loadedBytes: 1,
          totalBytes: 2,
          bytesPerSecond: null,
        });
        return services.loadSmall(asked, signal);
      },
    },
    createSettingsStore(services.storage),
    device,
  );
  await loaders.lookAtKept();
  await loaders.small(never);
  expect(seen).toContain(phase);
});

it.each([
  ["the embedded library", "", { encoder: true, library: false }, "downloading"],
  ["the embedded library, kept", "", { encoder: true, library: true }, "reading-cache"],
  ["documents of one's own", "mine", { encoder: false, library: false }, "downloading"],
  [
    "documents of one's own, the encoder kept",
    "mine",
    { encoder: true, library: false },
    "reading-cache",
  ],
])("says whether what searches %s is read from this device", async (_what, own, here, phase) => {
  const services = fakeServices();
  const device = createDeviceStore();
  const catalogue = await services.catalogue();
  const encoder = catalogue.models.find(({ role }) => role === "encoder");
  const models = new Set(here.encoder && encoder ? [encoder.id] : []);
  device.setState({ catalogue, kept: { models, library: here.library } });
  const seen: string[] = [];
  device.subscribe(({ library }) => {
    if (library.status === "loading") seen.push(library.progress.phase);
  });
  const settings = createSettingsStore(services.storage);
  settings.setState({ library: own });
  const openLibrary: typeof services.openLibrary = async (asked, signal) => {
    asked.onProgress({ phase: "downloading", loadedBytes: 1, totalBytes: 2, bytesPerSecond: null });
    return services.openLibrary(asked, signal);
  };
  await createLoaders({ ...services, openLibrary }, settings, device).library(never);
  expect(seen.at(-1)).toBe(phase);
});

describe("while a question is written", () => {
  async function written(kept: { models: ReadonlySet<string>; library: boolean }, at = "tab") {
    const services = fakeServices();
    const loadSmall = vi.fn(services.loadSmall);
    const openLibrary = vi.fn(services.openLibrary);
    const device = createDeviceStore();
    const settings = createSettingsStore(services.storage);
    if (at === "server") settings.setState(({ small }) => ({ small: { ...small, at: "server" } }));
    const given = { ...services, kept: async () => kept, loadSmall, openLibrary };
    const loaders = createLoaders(given, settings, device);
    device.setState({ catalogue: await services.catalogue() });
    await loaders.lookAtKept();
    for (const _letter of "Who?") loaders.loadKept();
    await new Promise((resolve) => setTimeout(resolve));
    return [loadSmall.mock.calls.length, openLibrary.mock.calls.length];
  }
  const model = new Set(["fake-small"]);

  it.each([
    ["all that it needs is loaded once", model, true, "tab", [1, 1]],
    ["nothing is loaded that would have to be fetched", new Set<string>(), false, "tab", [0, 0]],
    ["a library is, without its model", new Set<string>(), true, "tab", [0, 1]],
    ["no model is that answers at a server", model, true, "server", [0, 1]],
  ] as const)("%s", async (_what, models, library, at, loaded) => {
    expect(await written({ models, library }, at)).toEqual(loaded);
  });

  it("what fails then is told when the question is asked, and tried again", async () => {
    const services = fakeServices();
    const loadSmall = vi.fn(() => Promise.reject(new AppError("out-of-memory")));
    const device = createDeviceStore();
    const settings = createSettingsStore(services.storage);
    const loaders = createLoaders({ ...services, loadSmall }, settings, device);
    const catalogue = await services.catalogue();
    device.setState({ catalogue, kept: { models: model, library: false } });
    loaders.loadKept();
    await expect.poll(() => device.getState().small.status).toBe("failed");
    loaders.loadKept();
    expect(loadSmall).toHaveBeenCalledTimes(1);
    await expect(loaders.small(never)).rejects.toMatchObject({ code: "out-of-memory" });
    expect(loadSmall).toHaveBeenCalledTimes(2);
  });
});

describe("without a network, before anything was fetched", () => {
  afterEach(() => vi.unstubAllGlobals());

  async function failure(onLine: boolean, error: AppError): Promise<unknown> {
    vi.stubGlobal("navigator", { onLine });
    const services = { ...fakeServices(), openLibrary: () => Promise.reject(error) };
    const settings = createSettingsStore(services.storage);
    return createLoaders(services, settings, createDeviceStore())
      .library(never)
      .catch((e) => e);
  }

  it("says that the page is offline, not that there is no library", async () => {
    const missing = new AppError("library-not-found", { file: "library.json" });
    const offline = { code: "download-failed", params: { offline: true } };
    expect(await failure(false, missing)).toMatchObject(offline);
    expect(await failure(false, new AppError("download-failed", {}))).toMatchObject(offline);
    expect(await failure(true, missing)).toMatchObject({ code: "library-not-found" });
  });

  it("says of a library of one's own that is gone that it is gone", async () => {
    const gone = new AppError("library-not-found", { library: "mine" });
    expect(await failure(false, gone)).toMatchObject({ code: "library-not-found" });
  });
});
