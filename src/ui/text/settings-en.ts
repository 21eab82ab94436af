/** The sentences of the engine, key and library settings. */
import type { LineProblem } from "../../library/corpus-row.ts";
import type { DenseOffReason } from "../../library/open-library.ts";
import { bytes, count, plural } from "./format.ts";

export const settingsText = {
  title: "Engines, key and library",
  small: "Small model",
  smallHelp:
    "Runs on this device. Embedded models need no network; the others are fetched once from their hub.",
  model: "Model",
  embedded: "Embedded in this page",
  fromHub: "From the hub, when there is a network",
  modelLine: (size: number, memoryMB: number, licence: string) =>
    `${size > 0 ? `${bytes(size)} to load · ` : ""}about ${count(memoryMB)} MB of memory · ${licence}`,
  doesNotFit: "does not fit this device",
  device: "Runs on",
  devices: {
    auto: "the fastest there is",
    wasm: "the processor",
    webgpu: "the graphics processor",
  },
  threads: "Threads",
  threadsAuto: "0 lets the engine choose.",
  cores: (value: number) => `This device has ${plural(value, "core", "cores")}.`,
  notIsolated: "The page is not cross-origin isolated, so models run on one thread.",
  webgpuReady: "WebGPU is ready.",
  free: (value: number) => `${bytes(value)} free to store models.`,

  large: "Large model",
  largeHelp: "Any service that speaks the OpenAI form. Only stages set to large or decide use it.",
  provider: "Provider",
  ownProvider: "Another address",
  baseUrl: "Base address",
  baseUrlHint: "for example https://api.openai.com/v1 or http://localhost:8080/v1",
  modelName: "Model",
  key: "Key",
  keyHelp:
    "Kept in memory and forgotten with the tab. It is never written into runs, links or exports.",
  keyShow: "Show",
  keyHide: "Hide",
  remember: "Remember the key in this browser",
  rememberHelp: "It is then stored in plain text where any script of this address could read it.",
  organisation: "Organisation (optional)",
  test: "Test connection",
  testing: "Testing…",
  testOk: (url: string, milliseconds: number, models: number) =>
    `${url} answered in ${count(Math.round(milliseconds))} ms${models > 0 ? ` and offers ${plural(models, "model", "models")}` : ""}.`,
  reach: {
    withheld: (url: string) =>
      `Something answers at ${url}, but it does not allow pages to read it (CORS), or the path is wrong. Allow this page's address on the server.`,
    insecure: (url: string) =>
      `This page came over https, so the browser may not call ${url} over plain http. Use an https address.`,
    silent: (url: string) =>
      `Nothing answers at ${url}. Is the server running, and the address right?`,
  },
  takeSuggestion: (url: string) => `Models were found at ${url}. Use it`,
  price: "Price, in dollars per million tokens",
  priceInput: "read",
  priceOutput: "written",
  priceCached: "read from cache",
  priceFrom: (source: string, date: string) => `From ${source}, ${date}.`,
  priceOwn: "Your own figure.",
  priceUnknown: "No price is known for this model: costs will show as — until you enter one.",
  priceReset: "Use the table",

  caps: "Spending caps",
  capsHelp:
    "No call of the large model and no search with a priced service is made that could go past a cap. Leave empty for none.",
  capQuestion: "A question, in dollars",
  capDay: "A day, in dollars",

  library: "Library",
  factbook: "The World Factbook, embedded",
  libraryLine: (title: string, edition: string, passages: number) =>
    `${title}, ${edition}: ${plural(passages, "passage", "passages")}.`,
  ownLibrary: "Your own file",
  ownLibraryHelp: "JSON lines, each with id, title and text. It stays on this device.",
  pick: "Choose a file",
  drop: "or drop it here",
  backToFactbook: "Back to the Factbook",
  badLines: (value: number) =>
    `${plural(value, "line", "lines")} could not be read and ${value === 1 ? "was" : "were"} left out:`,
  badLine: (line: number, reason: string) => `Line ${count(line)}: ${reason}`,
  lineProblems: {
    "not-json": "it is not JSON",
    "not-an-object": "it is not an object",
    "text-missing": "it has no text",
    "text-empty": "its text is empty",
    "title-not-text": "its title is not text",
    "duplicate-id": "its id was used before",
    "line-too-long": "it is too long",
  } satisfies Record<LineProblem, string>,
  vectorsReady: "It can be searched by words and by meaning.",
  vectorsComputing: (done: number, total: number) =>
    `Learning its meanings: ${count(done)} of ${count(total)} passages. Until then it is searched by words.`,
  vectorsOff: {
    "no-encoder": "It is searched by words only: there is no encoder.",
    "no-vectors": "It is searched by words only: no vectors were built for it.",
    "vectors-do-not-fit": "It is searched by words only: its vectors are of another edition.",
    cancelled: "It is searched by words only: computing its vectors was cancelled.",
    failed: "It is searched by words only: its vectors could not be computed.",
  } satisfies Record<DenseOffReason, string>,
  moreBadLines: (value: number) => `and ${count(value)} more.`,

  reset: "Forget all settings",
  done: "Done",
};
