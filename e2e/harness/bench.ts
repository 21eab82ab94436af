import * as Comlink from "comlink";
import MiniSearch from "minisearch";
import { AppError } from "../../src/log/errors.ts";
import { type ChatMessage, type Passage, passage } from "../../src/log/types.ts";
import { type Catalogue, catalogue, embeddedModel } from "../../src/models/catalogue.ts";
import type { CatalogueModel } from "../../src/models/catalogue-model.ts";
import type { LoadedModel, LoadPhase, LoadProgress } from "../../src/models/engine.ts";
import { graphSettings } from "../../src/models/transformers/graph.ts";
import type { WebDevice } from "../../src/models/transformers/runtime.ts";
import { TransformersEngine } from "../../src/models/transformers/transformers.ts";
import { openSearch, type Search } from "../../src/retrieval/libraries/search-client.ts";
import type { ChatEnd, ChatRequest, RetrievalQuery } from "../../src/runtime/ports.ts";
import type { Peer } from "./bench.peer.ts";
import type { RawCall, RawWorker } from "./bench.raw.worker.ts";

export type Side = "own" | "raw" | "peer";

export interface ModelChoice {
  model: string | CatalogueModel;
  device: WebDevice;
  threads: number;
  /** The URL of the same model as GGUF, for the peer. */
  gguf?: string;
}

/** `wallMs` is measured on the page. */
export interface TimedCall extends RawCall {
  cachedTokens: number;
  wallMs: number;
}

export interface LoadTime {
  seconds: number;
  /** Null for the raw library, which has no warm-up. */
  warmUpFrom: number | null;
}

const never = new AbortController().signal;
const modelsBase = new URL("/models/", location.href).href;

let own: LoadedModel | null = null;
let raw: { worker: Worker; remote: Comlink.Remote<RawWorker> } | null = null;
let peer: Peer | null = null;
let search: Search | null = null;

async function readCatalogue(): Promise<Catalogue> {
  return catalogue.parse(await (await fetch(`${modelsBase}catalogue.json`)).json());
}

async function entry(wanted: string | CatalogueModel): Promise<CatalogueModel> {
  if (typeof wanted !== "string") return wanted;
  const found = (await readCatalogue()).models.find(({ id }) => id === wanted);
  if (found === undefined) throw new AppError("model-unknown", { model: wanted });
  return found;
}

async function loadOwn(
  model: CatalogueModel,
  { device, threads }: ModelChoice,
  onPhase: (phase: LoadPhase) => void,
): Promise<void> {
  const engine = new TransformersEngine({ modelsBase });
  const onProgress = ({ phase }: LoadProgress) => onPhase(phase);
  own = await engine.load(model, { device, threads, onProgress }, never);
}

async function loadRaw(model: CatalogueModel, choice: ModelChoice): Promise<void> {
  const worker = new Worker(new URL("./bench.raw.worker.ts", import.meta.url), { type: "module" });
  raw = { worker, remote: Comlink.wrap<RawWorker>(worker) };
  const { device, threads } = choice;
  const graph = graphSettings(model, device);
  await raw.remote.load({ modelsBase, source: model.path ?? "", graph, device, threads });
}

async function loadPeer({ gguf, threads }: ModelChoice): Promise<void> {
  if (gguf === undefined) throw new AppError("model-unknown", { model: "peer" });
  const wllama = await import("./bench.peer.ts");
  peer = await wllama.loadPeer(`${modelsBase}${gguf}`, threads);
}

async function load(side: Side, choice: ModelChoice): Promise<LoadTime> {
  await unload(side);
  const model = await entry(choice.model);
  const startMs = performance.now();
  const seconds = () => (performance.now() - startMs) / 1000;
  let warmUpFrom: number | null = null;
  if (side === "own") {
    await loadOwn(model, choice, (phase) => {
      if (phase === "warming-up") warmUpFrom ??= seconds();
    });
  } else if (side === "raw") {
    await loadRaw(model, choice);
  } else {
    await loadPeer(choice);
  }
  return { seconds: seconds(), warmUpFrom };
}

async function unload(side: Side): Promise<void> {
  if (side === "own") {
    await own?.unload();
    own = null;
  } else if (side === "raw") {
    raw?.worker.terminate();
    raw = null;
  } else {
    await peer?.unload();
    peer = null;
  }
}

async function generate(
  side: Side,
  messages: ChatMessage[],
  maxTokens: number,
  fixedPrefixMessages = 0,
): Promise<TimedCall> {
  const startMs = performance.now();
  if (side === "own") {
    const end = await endOf(messages, maxTokens, fixedPrefixMessages);
    const { text, usage, firstTokenMs, totalMs } = end;
    return {
      text,
      promptTokens: usage.promptTokens ?? 0,
      generatedTokens: usage.generatedTokens ?? 0,
      cachedTokens: usage.cachedTokens ?? 0,
      firstTokenMs,
      totalMs,
      wallMs: performance.now() - startMs,
    };
  }
  const call = await (side === "peer" ? peerCall : rawCall)(messages, maxTokens);
  return { ...call, cachedTokens: 0, wallMs: performance.now() - startMs };
}

async function rawCall(messages: ChatMessage[], maxTokens: number): Promise<RawCall> {
  if (raw === null) throw new AppError("model-not-loaded");
  return await raw.remote.generate(
    messages,
    maxTokens,
    Comlink.proxy((_: string) => {}),
  );
}

async function peerCall(messages: ChatMessage[], maxTokens: number): Promise<RawCall> {
  if (peer === null) throw new AppError("model-not-loaded");
  return await peer.generate(messages, maxTokens);
}

async function endOf(
  messages: ChatMessage[],
  maxTokens: number,
  fixedPrefixMessages: number,
): Promise<ChatEnd> {
  if (own === null) throw new AppError("model-not-loaded");
  const request: ChatRequest = {
    messages,
    fixedPrefixMessages,
    maxTokens,
    stop: [],
    temperature: 0,
    purpose: "summarise",
  };
  for await (const part of own.generate(request, never)) if (part.type === "end") return part;
  throw new AppError("internal", { message: "no end" });
}

/** Milliseconds per query; the two sides alternate. */
async function searchTimes(
  queries: readonly RetrievalQuery[],
  threads: number,
): Promise<{ hybrid: number[]; alone: number[] }> {
  const encoder = embeddedModel(await readCatalogue(), "encoder");
  if (encoder === undefined) throw new AppError("model-unknown", { role: "encoder" });
  const baseUrl = new URL("/library/factbook/", location.href).href;
  search ??= await openSearch(
    {
      source: { kind: "prebuilt", id: "factbook", baseUrl },
      encoder: {
        modelUrlOrPath: `${modelsBase}${encoder.path}`,
        device: "wasm",
        threads,
        model: encoder,
      },
    },
    never,
  );
  const index = rawIndex(await passagesOf(baseUrl));
  const times = { hybrid: [] as number[], alone: [] as number[] };
  for (const query of queries) {
    let startMs = performance.now();
    await search.retriever.retrieve(query, never);
    times.hybrid.push(performance.now() - startMs);
    startMs = performance.now();
    index.search(query.text);
    times.alone.push(performance.now() - startMs);
  }
  search.close();
  search = null;
  return times;
}

async function passagesOf(baseUrl: string): Promise<Passage[]> {
  const response = await fetch(`${baseUrl}passages.jsonl`);
  const lines = (await response.text()).split("\n").filter(Boolean);
  return lines.map((line) => passage.parse(JSON.parse(line)));
}

function rawIndex(passages: readonly Passage[]): MiniSearch<Passage> {
  const index = new MiniSearch<Passage>({ fields: ["title", "text"] });
  index.addAll(passages);
  return index;
}

const harness = { load, unload, generate, searchTimes };
export type BenchHarness = typeof harness;

declare global {
  var benchHarness: BenchHarness | undefined;
}
globalThis.benchHarness = harness;
