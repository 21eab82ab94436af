/** The real world: this browser's clock, storage, workers and network. */
import * as z from "zod/mini";
import type { Catalogue } from "../engines/catalogue.ts";
import type { ErrorBook } from "../storage/error-book.ts";
import type { LibraryStore } from "../storage/libraries.ts";
import { databaseLedger } from "../storage/spending.ts";
import { browserStorage } from "./browser-storage.ts";
import { capTools, connectLarge, priceOfLarge, priceRows, testLarge } from "./large-model.ts";
import {
  fetchCatalogue,
  fetchFile,
  fetchJson,
  hubModels,
  libraryBytes,
  loadSmall,
  modelStorage,
  openLibrary,
  probe,
} from "./local-parts.ts";
import type { ExampleQuestion, Services } from "./services.ts";
import { toolMaker } from "./tools.ts";

export function browserServices(): Services {
  const storage = browserStorage();
  const open = async () => (await import("../storage/database.ts")).openDatabase();
  const ledger = databaseLedger(open);
  const tools = toolMaker(async (inputs) => {
    const { makeTools } = await import("./search-tools.ts");
    return makeTools(inputs, open);
  });
  let book: Promise<ErrorBook> | null = null;
  let libraries: Promise<LibraryStore> | null = null;
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
    loadRun: async () => (await import("../methods/registry.ts")).run,
    catalogue,
    hubModels,
    modelStorage,
    probeDevice: probe,
    loadSmall,
    openLibrary: async (request, signal) => openLibrary(request, await catalogue(), signal),
    libraries: () => {
      libraries ??= import("../storage/libraries.ts").then((part) => part.databaseLibraries());
      return libraries;
    },
    intake: async () => (await import("../library/documents/client.ts")).createIntake(),
    libraryBytes: async () => libraryBytes(await catalogue()),
    connectLarge: (request, purse) => connectLarge(request, purse, ledger),
    testConnection: testLarge,
    router: async () => (await import("../router/client.ts")).createRouter(),
    routerStorage: async () => (await import("../storage/router.ts")).databaseRouter(open),
    lab: async () => (await import("./lab-services.ts")).browserLab(open),
    questionSet,
    searchTools: async (requests, purse) => capTools(await tools(requests), purse, ledger),
    toolProblem: async (request) => (await import("./search-tools.ts")).toolProblem(request),
    priceOf: priceOfLarge,
    providers: async () => (await import("../engines/remote-presets.ts")).remotePresets,
    prices: priceRows,
    examples,
    runStorage: async () => (await import("../storage/runs.ts")).databaseRuns(open),
    tabs: async () => (await import("./tabs.ts")).browserTabs(),
    errorBook: () => {
      book ??= import("../storage/error-book.ts").then((part) => part.databaseErrorBook(open));
      return book;
    },
  };
}

/** Hidden tabs get no frames, but their runs go on. */
function onNextFrame(callback: () => void): void {
  if (document.hidden) setTimeout(callback, 100);
  else requestAnimationFrame(callback);
}

const questionsBase = new URL("questions/", document.baseURI).href;

async function questionSet(): Promise<string> {
  return (await fetchFile(`${questionsBase}factbook.jsonl`)).text();
}

const exampleList = z.array(z.object({ id: z.string(), label: z.string() }));
const questionRow = z.object({ id: z.string(), question: z.string() });

/** The labelled few of the question set. */
async function examples(): Promise<ExampleQuestion[]> {
  const [list, rows] = await Promise.all([
    fetchJson(`${questionsBase}examples.json`).then((value) => exampleList.parse(value)),
    questionSet(),
  ]);
  const byId = new Map<string, string>();
  for (const line of rows.split("\n")) {
    if (line.trim() === "") continue;
    const row = questionRow.parse(JSON.parse(line));
    byId.set(row.id, row.question);
  }
  return list.flatMap(({ id, label }) => {
    const question = byId.get(id);
    return question === undefined ? [] : [{ id, label, question }];
  });
}
