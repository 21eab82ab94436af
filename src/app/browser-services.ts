/** The services of a real browser: clock, storage, workers and network. */
import type { Catalogue } from "../models/catalogue.ts";
import type { LibraryStore } from "../retrieval/libraries/own/storage.ts";
import { browserStorage } from "../session/browser-storage.ts";
import {
  examples,
  fetchCatalogue,
  libraryBytes,
  questionSet,
  shippedPolicy,
} from "../session/page-files.ts";
import type { browserTools } from "../session/search-tools.ts";
import type { Services } from "../session/services.ts";
import type { Database } from "../storage/database.ts";
import type { StoredSpending } from "../storage/spending.ts";

const local = () => import("../session/local-parts.ts");
const server = () => import("../session/server-model.ts");
const search = () => import("../session/search-tools.ts");

export function browserServices(): Services {
  const storage = browserStorage();
  let database: (() => Promise<Database>) | null = null;
  const open = async () => {
    database ??= (await import("../storage/database.ts")).database();
    return database();
  };
  let tools: ReturnType<typeof browserTools> | null = null;
  let libraries: Promise<LibraryStore> | null = null;
  let ledger: Promise<StoredSpending> | null = null;
  function spending(): Promise<StoredSpending> {
    ledger ??= import("../storage/spending.ts")
      .then((part) => part.databaseLedger(open))
      .catch((thrown: unknown) => {
        ledger = null;
        throw thrown;
      });
    return ledger;
  }
  let known: Promise<Catalogue> | null = null;
  function catalogue(): Promise<Catalogue> {
    known ??= fetchCatalogue().catch((thrown: unknown) => {
      known = null;
      throw thrown;
    });
    return known;
  }
  return {
    clock: { nowMs: () => performance.now(), epochMs: () => Date.now() },
    storage,
    newId: () => crypto.randomUUID(),
    onNextFrame,
    loadRun: async () => {
      const { loadMethods, run } = await import("../methods/registry.ts");
      await loadMethods();
      return run;
    },
    catalogue,
    hubModels: async (webgpu) => (await local()).hubModels(webgpu),
    modelStorage: async () => (await import("../session/kept-models.ts")).modelStorage(),
    kept: async () => (await local()).keptWhole(await catalogue()),
    probeDevice: async () => (await local()).probe(),
    loadSmall: async (request, signal) => (await local()).loadSmall(request, signal),
    openLibrary: async (request, signal) =>
      (await local()).openLibrary(request, await catalogue(), signal),
    libraries: () => {
      libraries ??= import("../retrieval/libraries/own/storage.ts").then((part) =>
        part.databaseLibraries(),
      );
      return libraries;
    },
    intake: async () => (await import("../retrieval/libraries/own/client.ts")).createIntake(),
    reading: async () => (await import("../session/library-reading.ts")).libraryReading,
    libraryBytes: () => libraryBytes(catalogue()),
    connectServer: async (request, budgetScope) =>
      (await server()).connectServer(request, budgetScope, await spending()),
    spending: {
      todayUsd: async () => (await server()).spendingOf(await spending()).todayUsd(),
      resetToday: async () => (await server()).spendingOf(await spending()).resetToday(),
    },
    testConnection: async (request, budgetScope, signal) =>
      (await server()).testServer(request, { budgetScope, ledger: await spending() }, signal),
    router: async () => (await import("../methods/homo-router/training/client.ts")).createRouter(),
    routerStorage: async () => (await import("../storage/router.ts")).createRouterStorage(open),
    lab: async () => (await import("../session/lab-services.ts")).browserLab(open),
    questionSet,
    async searchTools(requests, budgetScope) {
      tools ??= (await search()).browserTools(open);
      const found = await tools(requests);
      return found.length === 0
        ? []
        : (await server()).capTools(found, budgetScope, await spending());
    },
    toolProblem: async (request) => (await search()).toolProblem(request),
    priceOf: async (settings) => (await server()).priceOfServer(settings),
    namesakes: async (model) => (await server()).namesakesOf(model),
    providers: async () => (await import("../models/openai-compatible/presets.ts")).remotePresets,
    prices: async () => (await server()).priceRows(),
    examples,
    shippedPolicy,
    runStorage: async () => (await import("../storage/runs.ts")).databaseRuns(open),
    tabs: async () => (await import("../session/tabs.ts")).browserTabs(),
  };
}

/** Hidden tabs get no animation frames, but their runs go on. */
function onNextFrame(callback: () => void): void {
  if (document.hidden) setTimeout(callback, 100);
  else requestAnimationFrame(callback);
}
