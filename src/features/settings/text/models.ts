import type { ErrorData } from "../../../log/errors.ts";
import type { Misfit } from "../../../session/device-store.ts";
import { paramOr } from "../../../ui-kit/text/error-words.ts";
import { errorText } from "../../../ui-kit/text/errors.ts";
import { bytes, count } from "../../../ui-kit/text/format.ts";

export const modelsText = {
  title: "Models on this device",
  help: "Models that run in your browser. Each downloads on first use; interrupted downloads resume.",
  embedded: "part of this page",
  hub: "from the hub",
  stored: (size: number) => `${bytes(size)} kept on this device`,
  notStored: "not kept on this device",
  facts: (size: number, memoryMB: number, licence: string) =>
    `${size > 0 ? `${bytes(size)} · ` : ""}about ${count(memoryMB)} MB of memory · ${licence}`,
  engine: (title: string) => `runs on ${title}`,
  lastUsed: (date: string) => `last used ${date}`,
  neverUsed: "not used yet",
  chosen: "in use",
  loaded: (device: string) => `in use, ready on ${device}`,
  misfits: {
    gpu: "cannot run here: it needs a GPU that the browser can use",
    f16: "cannot run here: it needs a GPU with 16-bit floats",
    room: "cannot be kept here: it is larger than the room that the browser has left",
  } satisfies Record<Misfit, string>,
  helper: "reads and finds passages for every model",
  use: "Use",
  takeLong: (title: string) => `Use ${title}`,
  load: "Load now",
  remove: "Delete",
  removeLong: (title: string) => `Delete ${title} from this device`,
  removeSure: "Delete it",
  removeSureLong: (title: string) => `Really delete ${title}`,
  removeAsk: (size: number) =>
    `Its ${bytes(size)} are deleted from this device; when it is next wanted it is fetched again.`,
  keep: "Keep it",
  removing: "Deleting…",
  refused: "On the GPU it answered a test question with nonsense, so it runs on the CPU.",
  tested:
    "A model is asked known questions when it is loaded. One that answers nonsense is refused.",
  room: (used: number | null, quota: number | null) =>
    used === null || quota === null
      ? "The browser does not tell how much room this page has."
      : `This page keeps ${bytes(used)} of the ${bytes(quota)} that the browser gives it.`,
  lasting: "The browser will not clear it on its own.",
  passing:
    "The browser may clear it when the disk is full: models would be fetched again, and runs and documents lost.",
  askToKeep: "Ask the browser to keep it",
  refusedToKeep:
    "The browser did not agree. It may later, once you have used or installed the page.",
};

export function encoderRefusal(error: ErrorData): string {
  switch (error.code) {
    case "model-nonsense":
      return "On the GPU it did not give the known values of known texts, so it runs on the CPU.";
    case "device-lost":
      return "The browser took the GPU away from it, so it runs on the CPU until the page is loaded anew.";
    case "model-load-failed":
      return `It did not load on the GPU, so it runs on the CPU. The engine said: ${paramOr(error.params, "message", paramOr(error.params, "cause", "nothing"))}.`;
    default:
      return `It could not be used on the GPU (${errorText(error).title}), so it runs on the CPU.`;
  }
}
