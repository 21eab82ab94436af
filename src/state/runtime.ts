/**
 * The runtime: one object that owns the stores and drives a question from the box
 * to the log. It lives outside React; views read its stores and call its methods.
 */
import { AppError, toAppError } from "../core/errors.ts";
import type { ChatModel, Ports } from "../core/ports.ts";
import { checkQuestion, type RunRequest } from "../core/run.ts";
import { type Price, type RunSettings, stages, type Tier } from "../core/types.ts";
import type { ConnectionTest } from "../engines/remote-connection-test.ts";
import { createDeviceStore, type DeviceStore } from "./device-store.ts";
import { createErrorBookStore, type ErrorBookStore } from "./error-book.ts";
import { createLoaders, type Loaders } from "./loaders.ts";
import type { LargePreferences } from "./preferences.ts";
import { cutAt, type RetryPoint } from "./retry-point.ts";
import { createRunStore, type RunStore } from "./run-store.ts";
import type { PriceRow, Purse, Services } from "./services.ts";
import { createSettingsStore, type SettingsStore } from "./settings.ts";

export interface Runtime {
  readonly settings: SettingsStore;
  readonly device: DeviceStore;
  readonly run: RunStore;
  readonly errorBook: ErrorBookStore;
  /** Small lists the first screen shows: catalogue, examples. No model is loaded. */
  start(): Promise<void>;
  /** Providers and prices, for settings and meter; fetched once. */
  loadPriceList(): Promise<void>;
  /** Adds web-llm's models to the list, where this device has WebGPU. */
  loadHubModels(): Promise<void>;
  ask(text: string): Promise<void>;
  stop(): void;
  /** Runs again from there on, keeping everything before it; `tier` does the first stage. */
  retry(point: RetryPoint, tier: Tier | null): Promise<void>;
  openRunFile(file: Blob): Promise<void>;
  openLibraryFile(file: File | null): Promise<void>;
  cancelLoading(): void;
  /** Asks the table what the large model costs. */
  lookUpPrice(large: LargePreferences): Promise<void>;
  testConnection(signal: AbortSignal): Promise<ConnectionTest>;
}

export function createRuntime(services: Services): Runtime {
  const settings = createSettingsStore(services.storage);
  const device = createDeviceStore();
  const run = createRunStore(services.onNextFrame);
  const errorBook = createErrorBookStore(services);
  const loaders = createLoaders(services, settings, device);
  let controller: AbortController | null = null;
  let purse = newPurse();

  /** At most one run at a time: a new one stops the old. */
  async function drive(request: Omit<RunRequest, "runId">): Promise<void> {
    controller?.abort();
    const mine = new AbortController();
    controller = mine;
    try {
      const large = await connectLarge(request.settings);
      const ports = await preparePorts(services, loaders, large, mine.signal);
      const start = await services.loadRun();
      for await (const event of start(
        { ...request, runId: services.newId() },
        ports,
        mine.signal,
      )) {
        if (controller !== mine) return;
        run.push(event);
      }
      if (controller !== mine) return;
      run.finish(null);
      void errorBook.collect(run.getState().events);
    } catch (thrown) {
      if (controller === mine) run.finish(failureOf(thrown));
    } finally {
      if (controller === mine) controller = null;
    }
  }

  /** Asked first: what it refuses should not be paid for with a download. */
  async function connectLarge(chosen: RunSettings): Promise<ChatModel | null> {
    const request = largeRequest(settings);
    if (!wantsLarge(chosen) || !isLargeConfigured(request.settings)) return null;
    // A cap that was changed since counts for the question that met it, too.
    Object.assign(purse.caps, request.caps);
    return services.connectLarge(request, purse);
  }

  /** The settings a run can go by; null, with the refusal shown, when it needs what is not there. */
  function runnable(chosen: RunSettings): RunSettings | null {
    if (isLargeConfigured(settings.getState().large)) return chosen;
    if (stages.some((stage) => chosen[stage] === "large")) {
      run.refuse(new AppError("remote-not-configured").toData());
      return null;
    }
    return withoutDecisions(chosen);
  }

  return {
    settings,
    device,
    run,
    errorBook,

    async start() {
      const [catalogue, examples, libraryBytes] = await Promise.all([
        services.catalogue().catch(() => null),
        services.examples().catch(() => []),
        services.libraryBytes().catch(() => null),
      ]);
      device.setState({ catalogue, examples, libraryBytes });
      device.setState({ report: await services.probeDevice().catch(() => null) });
      // A model chosen last time may be one of web-llm's; without its list it would be lost.
      const { modelId } = settings.getState().small;
      const known = catalogue?.models.some((model) => model.id === modelId);
      if (modelId !== "" && known === false) await loaders.hubModels().catch(() => undefined);
    },

    async loadPriceList() {
      if (device.getState().prices.length > 0) return;
      const [providers, prices] = await Promise.all([
        services.providers().catch(() => []),
        services.prices().catch(() => []),
      ]);
      device.setState({ providers, prices });
    },

    loadHubModels: () => loaders.hubModels().catch(() => undefined),

    async ask(text) {
      let question: string;
      try {
        question = checkQuestion(text);
      } catch (thrown) {
        run.refuse(toAppError(thrown).toData());
        return;
      }
      const chosen = runnable(settings.getState().run);
      if (chosen === null) return;
      purse = newPurse();
      run.begin(question);
      await drive({ question, settings: chosen });
    },

    stop() {
      controller?.abort();
    },

    async retry(point, tier) {
      const { events, question } = run.getState();
      const cut = cutAt(events, point);
      if (cut === null) return;
      const { beforeSeq, node, stage } = cut;
      const own = settings.getState().run;
      const chosen = runnable(tier === null ? own : { ...own, [stage]: tier });
      if (chosen === null) return;
      const kept = events.filter((event) => event.seq < beforeSeq);
      run.show(kept, "running", false);
      await drive({ question, settings: chosen, resume: { events, beforeSeq, node } });
    },

    async openRunFile(file) {
      try {
        const { openRunFile } = await import("../core/log.ts");
        const events = openRunFile(await file.text());
        controller?.abort();
        controller = null;
        purse = newPurse();
        run.show(events, "ended", true);
      } catch (thrown) {
        // The run on the screen stays; only the refusal is added.
        run.refuse(toAppError(thrown).toData());
      }
    },

    async openLibraryFile(file) {
      loaders.closeLibrary();
      device.setState({ libraryFile: file, library: { status: "absent" } });
      if (file !== null) await loaders.library(null).catch(() => undefined);
    },

    cancelLoading() {
      controller?.abort();
      loaders.cancel();
    },

    async testConnection(signal) {
      const request = largeRequest(settings);
      try {
        return await services.testConnection(request, signal);
      } catch (thrown) {
        const error = toAppError(thrown).toData();
        const url = request.settings.baseUrl;
        const unknown = { models: null, listed: null, reach: null, suggestedBaseUrl: null };
        return { ok: false, url, error, ...unknown };
      }
    },

    async lookUpPrice(large) {
      const tablePrice = isLargeConfigured(large) ? await services.priceOf(large) : null;
      device.setState({ tablePrice });
    },
  };
}

async function preparePorts(
  services: Services,
  loaders: Loaders,
  large: ChatModel | null,
  signal: AbortSignal,
): Promise<Ports> {
  signal.throwIfAborted();
  const [small, library] = await Promise.all([loaders.small(signal), loaders.library(signal)]);
  signal.throwIfAborted();
  const { retriever, embedder, reader } = library;
  return { small, large, retriever, embedder, reader, clock: services.clock };
}

function wantsLarge(chosen: RunSettings): boolean {
  return stages.some((stage) => chosen[stage] !== "small");
}

/** With no large model there is nothing to decide. */
function withoutDecisions(chosen: RunSettings): RunSettings {
  const plan = chosen.plan === "decide" ? "small" : chosen.plan;
  const summarise = chosen.summarise === "decide" ? "small" : chosen.summarise;
  return { ...chosen, plan, summarise };
}

function newPurse(): Purse {
  return { caps: { perQuestionUsd: null, perDayUsd: null }, budget: null };
}

export function isLargeConfigured(large: LargePreferences): boolean {
  return large.baseUrl !== "" && large.model !== "";
}

function largeRequest(settings: SettingsStore): Parameters<Services["connectLarge"]>[0] {
  const { large, apiKey, caps } = settings.getState();
  return { settings: large, key: apiKey === "" ? null : apiKey, caps };
}

/** Stopping while models load is an outcome, not an error. */
function failureOf(thrown: unknown): ReturnType<AppError["toData"]> | null {
  const error = toAppError(thrown);
  return error.code === "stopped" ? null : error.toData();
}

/** The price an all-local run is compared with: the large model's own, else the reference. */
export function comparisonPrice(
  large: Price | null,
  prices: readonly PriceRow[],
  reference: string,
): Price | null {
  if (large !== null) return large;
  return prices.find((row) => row.id === reference) ?? prices[0] ?? null;
}
