import type { ModelAbilities } from "../../../runtime/ports.ts";
import { bytes, count, plural, seconds } from "../../../ui-kit/text/format.ts";

export const settingsText = {
  title: "Engines, key and library",
  parts: "Parts of the settings",
  partNames: {
    small: "Small model",
    models: "All models",
    large: "Large model",
    privacy: "Privacy",
    caps: "Caps",
    library: "Library",
    tools: "Search services",
    file: "As a file",
  },
  small: "Small model",
  smallHelp:
    "Does every stage that is set to small. The encoder that finds, reads and judges runs in this tab either way, on the device that is chosen for a model in this tab.",
  answersAt: "Answers",
  at: { tab: "in this tab", server: "on a server" },
  atHelp: {
    tab: "Embedded models need no network; the others are fetched once from their hub.",
    server:
      "Of this machine (Ollama, LM Studio, llama.cpp, vLLM) or another. What the small model is asked then leaves this tab, and what leaves is yours to decide under Privacy. A server may not keep to the form that it is told; what does not fit is mended or asked again.",
  },
  model: "Model",
  embedded: "Embedded in this page",
  fromHub: "From the hub, when there is a network",
  modelLine: (size: number, memoryMB: number, licence: string) =>
    `${size > 0 ? `${bytes(size)} to load · ` : ""}about ${count(memoryMB)} MB of memory · ${licence}`,
  doesNotFit: "does not fit this device",
  device: "Runs on",
  threads: "Threads",
  threadsAuto: "0 lets the engine choose.",
  cores: (value: number) => `This device has ${plural(value, "core", "cores")}.`,
  notIsolated: "The page is not cross-origin isolated, so models run on one thread.",
  threadsAnew: "Models run on one thread until this page is loaded again; then they may use more.",
  webgpuReady: "WebGPU is ready.",
  free: (value: number) => `${bytes(value)} free to store models.`,

  large: "Large model",
  largeHelp: "Any OpenAI-compatible API. Only stages set to large or decide use it.",
  provider: "Provider",
  ownProvider: "Another address",
  baseUrl: "Base address",
  baseUrlHint: "for example https://api.openai.com/v1 or http://localhost:8080/v1",
  modelName: "Model",
  key: "Key",
  keyHelp:
    "Kept in memory and forgotten with the tab. It is sent to this address only, and never written into runs, links or exports.",
  keyNeedsAddress: "Enter the address first: a key belongs to one address.",
  keyTakenOut: (origin: string) =>
    `The key that you entered is for ${origin}. It has been taken out, so that it is not sent elsewhere; with that address it comes back until the tab is closed.`,
  keyShow: "Show",
  keyHide: "Hide",
  remember: "Remember the key in this browser",
  rememberHelp: "It is then stored in plain text where any script of this address could read it.",
  organisation: "Organisation (optional)",
  test: "Test connection",
  testing: "Testing…",
  testOk: (url: string, milliseconds: number, models: number) =>
    `${url} answered in ${waited(milliseconds)}${models > 0 ? ` and offers ${plural(models, "model", "models")}` : ""}.`,
  abilities: ({ jsonSchema, logprobs }: ModelAbilities) =>
    `JSON schema: ${known(jsonSchema)}. Token probabilities: ${known(logprobs)}.${
      jsonSchema === false ? " What does not fit the form is mended, or asked again." : ""
    }${logprobs === false ? " How sure an answer is, is then told by how far it agrees with its passage." : ""}`,
  unlisted: "The model that you entered is not in its list; it answered all the same.",
  reach: {
    withheld: (url: string) =>
      `Something answers at ${url}, but it does not allow pages to read it (CORS), or the path is wrong. Allow this page's address on the server.`,
    insecure: (url: string) =>
      `This page came over https, so the browser may not call ${url} over plain http. Use an https address.`,
    silent: (url: string) =>
      `Nothing answers at ${url}. Is the server running, and the address right?`,
  },
  takeSuggestion: (url: string) => `Models were found at ${url}. Use it`,

  caps: "Spending caps",
  capsHelp:
    "No call of the large model and no search with a priced service is made that could go past a cap. Leave empty for none.",
  capQuestion: "A question, in dollars",
  capDay: "A day, in dollars",

  done: "Done",
};

function known(value: boolean | null): string {
  if (value === null) return "not known yet";
  return value ? "yes" : "no";
}

function waited(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : seconds(milliseconds / 1000);
}
