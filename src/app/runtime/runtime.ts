/**
 * The runtime: one object that owns the stores and drives a question from the box to the log. It
 * lives outside React; views read its stores and call its methods.
 */

import { createScreeningStore, type ScreeningStore } from "../../features/ask/screening-store.ts";
import { labOpener } from "../../features/lab/entry.ts";
import type { LabBatches } from "../../features/lab/store.ts";
import { createLibrariesStore, type LibrariesStore } from "../../features/library/store.ts";
import { createRecordings, type Recordings } from "../../features/runs/recordings.ts";
import { createHistoryStore, type HistoryStore } from "../../features/runs/store.ts";
import { createWorthStore, type WorthStore } from "../../features/worth/store.ts";
import { toAppError } from "../../log/errors.ts";
import type { Tier } from "../../log/types.ts";
import type { ConnectionTest } from "../../models/openai-compatible/connection-test.ts";
import { createDeviceStore, type DeviceStore } from "../../session/device-store.ts";
import { createLoaders, type Loaders } from "../../session/loaders.ts";
import { isConfigured, type ServerPreferences, serverOf } from "../../session/preferences.ts";
import { withPrivacy } from "../../session/private-run.ts";
import { createRouterStore, type RouterStore } from "../../session/router-store.ts";
import { createRunStore, type RunStore } from "../../session/run-store.ts";
import type { Services, Spending } from "../../session/services.ts";
import { createSettingsStore, type SettingsStore } from "../../session/settings.ts";
import type { ToolRequest, ToolTest } from "../../session/tools.ts";
import { createDriver, type Driver } from "./driver.ts";
import { createPortMakers, runPorts } from "./port-makers.ts";

export interface Runtime extends Driver {
  readonly settings: SettingsStore;
  readonly device: DeviceStore;
  readonly run: RunStore;
  readonly screening: ScreeningStore;
  readonly libraries: LibrariesStore;
  readonly history: HistoryStore;
  readonly router: RouterStore;
  readonly worth: WorthStore;
  readonly recordings: Recordings;
  reading: Services["reading"];
  /**
   * Loads the small lists of the first screen (catalogue, examples), but no model. The stores get
   * them after `drawn`: a change during the first render makes React restart it without slices.
   */
  start(drawn?: Promise<void>): Promise<void>;
  /** Loads and inspects models and libraries without a run, e.g. for the list of models. */
  readonly loaders: Loaders;
  /** Providers and prices, for settings and meter; fetched once. */
  loadPriceList(): Promise<void>;
  /** Adds web-llm's models to the list, if this device has WebGPU. */
  loadHubModels(): Promise<void>;
  openLibraryFile(file: File | null): Promise<void>;
  cancelLoading(): void;
  lookUpPrice(large: ServerPreferences): Promise<void>;
  /** Price of a server's model in the price table; null when unknown. */
  priceOf: Services["priceOf"];
  /** Listed models of other providers with the same name. */
  namesakes: Services["namesakes"];
  /** Requests one word from the server configured for this tier. */
  testConnection(tier: Tier, signal: AbortSignal): Promise<ConnectionTest>;
  /** Spending counted against the daily cap. */
  readonly spending: Spending;
  testTool(request: ToolRequest, signal: AbortSignal): Promise<ToolTest>;
  /** The lab's batches; the code is fetched on first use. */
  lab(): Promise<LabBatches>;
  /** The problem with a service's settings; null when it is usable. */
  toolProblem: Services["toolProblem"];
}

/** Fetched with the settings, which are the only place to try something out. */
const tryOut = () => import("../../session/try-out.ts");

export function createRuntime(given: Services): Runtime {
  const settings = createSettingsStore(given.storage);
  const services = withPrivacy(given, settings);
  const device = createDeviceStore();
  const run = createRunStore(services.onNextFrame);
  const history = createHistoryStore(services);
  const loaders = createLoaders(services, settings, device);
  const libraries = createLibrariesStore({ services, settings, device, loaders, run });
  const router = createRouterStore({
    services,
    embedder: async (signal) => (await loaders.library(signal)).embedder,
    encoderId: async () => (await runPorts()).encoderIdOf(services),
  });
  const worth = createWorthStore(services);
  const makers = createPortMakers({ services, settings, loaders, router, worth });
  const driver = createDriver({ services, settings, run, history, loaders, makers });

  return {
    ...driver,
    settings,
    device,
    loaders,
    run,
    screening: createScreeningStore(),
    libraries,
    history,
    router,
    worth,
    recordings: createRecordings(run, history),
    reading: services.reading,
    spending: services.spending,
    lab: labOpener({ services, settings, device, loaders, ...makers }),

    async start(drawn) {
      const [catalogue, examples, libraryBytes] = await Promise.all([
        services.catalogue().catch(() => null),
        services.examples().catch(() => []),
        services.libraryBytes().catch(() => null),
        drawn,
      ]);
      device.setState({ catalogue, examples, libraryBytes });
      void loaders.lookAtKept();
      await loaders.lookAtDevice();
      void router.loadPolicy();
      void libraries.load();
      // The stored model may come from an engine's own list, which must be loaded to find it.
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
      device.setState({ providers, prices, pricesSettled: true });
    },

    loadHubModels: () => loaders.hubModels().catch(() => undefined),

    async openLibraryFile(file) {
      if (file === null) libraries.choose("");
      else await libraries.add([file], { title: file.name });
    },

    cancelLoading() {
      driver.stop();
      loaders.cancel();
    },

    priceOf: (server) => services.priceOf(server),
    namesakes: (model) => services.namesakes(model),
    toolProblem: (request) => services.toolProblem(request),

    async testConnection(tier, signal) {
      try {
        return await (await tryOut()).tryConnection(services, settings, tier, signal);
      } catch (thrown) {
        const { baseUrl: url } = serverOf(settings.getState(), tier);
        const unknown = { models: null, listed: null, reach: null, suggestedBaseUrl: null };
        return { ok: false, url, error: toAppError(thrown).toData(), ...unknown };
      }
    },

    async testTool(request, signal) {
      try {
        return await (await tryOut()).tryTool(services, settings, request, signal);
      } catch (thrown) {
        return { ok: false, error: toAppError(thrown).toData() };
      }
    },

    async lookUpPrice(large) {
      const tablePrice = isConfigured(large) ? await services.priceOf(large) : null;
      device.setState({ tablePrice });
    },
  };
}
