import { foldTrace } from "../../folds/trace.ts";
import type { RunEvent } from "../../log/events.ts";
import type { Passage, RunSettings } from "../../log/types.ts";
import { raIsf } from "../../methods/ra-isf/index.ts";
import { raIsfSettings } from "../../methods/ra-isf/presets.ts";
import { run } from "../../methods/registry.ts";
import type { ChatRequest, Ports } from "../../runtime/ports.ts";
import {
  collect,
  type FakeReply,
  type FakeScript,
  FakeSignal,
  fakeModel,
  fakePorts,
  fakeRetriever,
} from "../fakes.ts";

/** Missing means not known or not there. */
interface Lore {
  /** The answer from memory, if M_know says yes. */
  known?: string;
  /** Ids that M_rel accepts, and M's answer from them. */
  relevant?: readonly string[];
  read?: string;
  parts?: readonly string[];
  combined?: string;
}

export type World = Readonly<Record<string, Lore>>;

export function askedAbout({ messages }: ChatRequest): string {
  const text = messages.at(-1)?.content ?? "";
  const bare = /Question: (?:\(\(\()?(.*?)(?:\)\)\))?$/su.exec(text)?.[1];
  return (bare ?? text).trim();
}

/** Recognises passages by title. */
export function worldly(world: World, passages: readonly Passage[]): FakeScript {
  return (request) => {
    const lore = world[askedAbout(request)] ?? {};
    const text = request.messages.at(-1)?.content ?? "";
    switch (request.purpose) {
      case "judge":
        return lore.known === undefined ? "no" : "yes";
      case "relevance": {
        const shown = passages.find(({ text: words }) => text.includes(words));
        return lore.relevant?.includes(shown?.id ?? "") === true ? "yes" : "no";
      }
      case "decompose":
        return (lore.parts ?? []).map((part, index) => `${index + 1}. ${part}`).join("\n");
      case "answer": {
        const said = text.startsWith("Relevant passages:")
          ? lore.read
          : (lore.known ?? lore.combined);
        return `Answer: ${said ?? ""}`;
      }
      default:
        return "";
    }
  };
}

export const allByModel: RunSettings = {
  ...raIsfSettings,
  solve: "small",
  summarise: "small",
  reader: "model",
  filter: { ...raIsfSettings.filter, by: "small" },
};

export interface Asking {
  script: FakeScript;
  question: string;
  settings?: RunSettings;
  passages?: readonly Passage[];
  ports?: Partial<Ports>;
  signal?: FakeSignal;
}

export async function askRaIsf(asking: Asking): Promise<{
  events: RunEvent[];
  requests: readonly ChatRequest[];
}> {
  const small = fakeModel("small", asking.script);
  const ports: Ports = {
    ...fakePorts(small),
    ...(asking.passages === undefined ? {} : { retriever: fakeRetriever(asking.passages) }),
    ...asking.ports,
  };
  const { question, settings = allByModel, signal = new FakeSignal() } = asking;
  const events = await collect(run({ runId: "r", question, settings }, ports, signal));
  return { events, requests: small.requests };
}

export function always(replies: Partial<Record<string, FakeReply | string>>): FakeScript {
  return ({ purpose }) => replies[purpose] ?? "";
}

export const promptsOf = (requests: readonly ChatRequest[], purpose: string) =>
  requests
    .filter((request) => request.purpose === purpose)
    .map(({ messages }) => messages.at(-1)?.content ?? "");

export const question = "Which river runs through the capital of Austria?";
export const preset = (id: string): RunSettings => {
  const found = raIsf.presets.find((one) => one.id === id);
  if (found === undefined) throw new Error(id);
  return found.settings;
};
export const bySmall = (id: string): RunSettings => {
  const settings = preset(id);
  const filter = { ...settings.filter, by: "small" as const };
  return { ...settings, solve: "small", summarise: "small", reader: "model", filter };
};
export const withDepth = (maxDepth: number): RunSettings => ({
  ...allByModel,
  fallback: { ...allByModel.fallback, maxDepth },
});
export const deviations = (events: readonly RunEvent[]) =>
  foldTrace(events).deviations.map((event) => event.switch);
export const short = (events: readonly RunEvent[]) => foldTrace(events).answer?.short;

export function splitting(parts: number) {
  let count = 0;
  return ({ purpose }: ChatRequest) => {
    if (purpose !== "decompose") return "no";
    return Array.from({ length: parts }, (_, index) => {
      count += 1;
      return `${index + 1}. What is thing ${count}?`;
    }).join("\n");
  };
}
