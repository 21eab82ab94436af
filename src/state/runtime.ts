/**
 * The runtime: one object that owns the stores and drives a question from the box
 * to the log. It lives outside React; views read its stores and call its methods.
 */
import { type AppError, toAppError } from "../core/errors.ts";
import type { RunEvent } from "../core/events.ts";
import type { Ports } from "../core/ports.ts";
import { checkQuestion, type RunRequest } from "../core/run.ts";
import type { Price, RunSettings, Tier } from "../core/types.ts";
import type { ConnectionTest } from "../engines/remote-connection-test.ts";
import { createDeviceStore, type DeviceStore } from "./device-store.ts";
import { createLoaders, type Loaders } from "./loaders.ts";
import type { LargePreferences } from "./preferences.ts";
import { createRunStore, type RunStore } from "./run-store.ts";
import type { PriceRow, Services } from "./services.ts";
import { createSettingsStore, type SettingsStore } from "./settings.ts";

export interface Runtime {
  readonly settings: SettingsStore;
  readonly device: DeviceStore;
  readonly run: RunStore;
  /** Small lists the first screen shows: catalogue, examples. No model is loaded. */
  start(): Promise<void>;
  /** Providers and prices, for settings and meter; fetched once. */
  loadPriceList(): Promise<void>;
  /** Adds web-llm's models to the list, where this device has WebGPU. */
  loadHubModels(): Promise<void>;
  ask(text: string): Promise<void>;
  stop(): void;
  /** Runs again from a node on, keeping everything before it. */
  retry(node: string, tier: Tier | null): Promise<void>;
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
  const loaders = createLoaders(services, settings, device);
  let controller: AbortController | null = null;

  /** At most one run at a time: a new one stops the old. */
  async function drive(request: Omit<RunRequest, "runId">): Promise<void> {
    controller?.abort();
    const mine = new AbortController();
    controller = mine;
    try {
      const ports = await preparePorts(services, loaders, settings, request.settings, mine.signal);
      const start = await services.loadRun();
      for await (const event of start(
        { ...request, runId: services.newId() },
        ports,
        mine.signal,
      )) {
        if (controller !== mine) return;
        run.push(event);
      }
      if (controller === mine) run.finish(null);
    } catch (thrown) {
      if (controller === mine) run.finish(failureOf(thrown));
    } finally {
      if (controller === mine) controller = null;
    }
  }

  return {
    settings,
    device,
    run,

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
      run.begin(question);
      await drive({ question, settings: settings.getState().run });
    },

    stop() {
      controller?.abort();
    },

    async retry(node, tier) {
      const { events, question } = run.getState();
      const beforeSeq = firstSeqOf(events, node);
      if (beforeSeq === null) return;
      const kept = events.filter((event) => event.seq < beforeSeq);
      const chosen = settings.getState().run;
      const next: RunSettings = tier === null ? chosen : { ...chosen, solve: tier };
      run.show(kept, "running", false);
      await drive({ question, settings: next, resume: { events, beforeSeq, node } });
    },

    async openRunFile(file) {
      try {
        const { openRunFile } = await import("../core/log.ts");
        const events = openRunFile(await file.text());
        controller?.abort();
        controller = null;
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
  settings: SettingsStore,
  chosen: RunSettings,
  signal: AbortSignal,
): Promise<Ports> {
  const wantsLarge = [chosen.plan, chosen.solve, chosen.summarise].some((tier) => tier !== "small");
  const [small, library, large] = await Promise.all([
    loaders.small(signal),
    loaders.library(signal),
    wantsLarge && isLargeConfigured(settings.getState().large)
      ? services.connectLarge(largeRequest(settings))
      : null,
  ]);
  signal.throwIfAborted();
  const { retriever, embedder } = library;
  return { small, large, retriever, embedder, clock: services.clock };
}

export function isLargeConfigured(large: LargePreferences): boolean {
  return large.baseUrl !== "" && large.model !== "";
}

function largeRequest(settings: SettingsStore): Parameters<Services["connectLarge"]>[0] {
  const { large, apiKey, caps } = settings.getState();
  return { settings: large, key: apiKey === "" ? null : apiKey, caps };
}

/** Where a node's own work begins; null when the log does not hold the node. */
function firstSeqOf(events: readonly RunEvent[], node: string): number | null {
  const event = events.find((one) => one.type === "node-start" && one.node === node);
  return event?.seq ?? null;
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
