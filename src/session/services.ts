/**
 * What the page asks of the world. `browser-services.ts` is the real one; tests
 * and the gallery pass their own. Everything heavy sits behind a promise, so that
 * nothing is fetched before it is wanted.
 */

import type { ErrorData } from "../log/errors.ts";
import type { Price, Tier } from "../log/types.ts";
import type { Router } from "../methods/homo-router/training/client.ts";
import type { BoundKey } from "../models/bound-key.ts";
import type { QuestionBudget } from "../models/budget/spending-cap.ts";
import type { Catalogue } from "../models/catalogue.ts";
import type { CatalogueModel } from "../models/catalogue-model.ts";
import type { Device, LoadedModel, LoadOptions, LoadProgress, Probe } from "../models/engine.ts";
import type { ConnectionTest } from "../models/openai-compatible/connection-test.ts";
import type { RemotePreset } from "../models/openai-compatible/presets.ts";
import type { OpenContents } from "../retrieval/libraries/contents/contents-client.ts";
import type { LibraryManifest } from "../retrieval/libraries/manifest.ts";
import type { DenseState } from "../retrieval/libraries/open-library.ts";
import type { DocumentIntake } from "../retrieval/libraries/own/client.ts";
import type { LibraryStore } from "../retrieval/libraries/own/storage.ts";
import type { ContextRow } from "../retrieval/libraries/question-context.ts";
import type { ContextSearch } from "../retrieval/libraries/search-client.ts";
import type { ToolSettingsProblem } from "../retrieval/search-services/tool.ts";
import type {
  ChatModel,
  Clock,
  Embedder,
  PassageReader,
  Retriever,
  SearchTool,
  StopSignal,
} from "../runtime/ports.ts";
import type { Run } from "../runtime/run.ts";
import type { RouterStorage } from "../storage/router.ts";
import type { RunStorage } from "../storage/runs.ts";
import type { LabServices } from "./lab-services.ts";
import type { ServerPreferences, SpendingCaps } from "./preferences.ts";
import type { Tabs } from "./tabs.ts";
import type { ToolRequest } from "./tools.ts";

/** Where small strings are kept between visits. Never throws. */
export interface KeyValueStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

export interface DeviceReport {
  /** Whether WebGPU can be used here, and if not, which of the causes. */
  webgpu: Probe;
  shaderF16: boolean;
  maxBufferBytes: number | null;
  logicalCores: number;
  /** As the browser rounds it, and caps it; null when it does not say. */
  memoryGB: number | null;
  /** Free bytes the browser would let this page store; null when it does not say. */
  freeBytes: number | null;
  isolated: boolean;
}

export interface SmallModelRequest extends LoadOptions {
  model: CatalogueModel;
}

/** What the browser keeps of models, and how much room this page has. */
export interface ModelStorage {
  /** Bytes of those models that are kept on this device, by id; of some engines the model's own size. */
  stored(models: readonly CatalogueModel[]): Promise<ReadonlyMap<string, number>>;
  remove(model: CatalogueModel): Promise<void>;
  /** All that the page keeps, models and the rest; null where the browser does not tell. */
  room(): Promise<{ usedBytes: number | null; quotaBytes: number | null; lasting: boolean }>;
  /** Asks the browser not to clear it on its own; whether it agreed. */
  askToKeep(): Promise<boolean>;
}

export interface OpenLibrary {
  retriever: Retriever;
  embedder: Embedder;
  /** Null when the encoder cannot read. */
  reader: PassageReader | null;
  /** Where it computes. */
  device: Device;
  /** Why it was refused on the graphics processor, where it was. */
  refused: ErrorData | null;
  /** A question's own paragraphs beside it, in the same worker. Throws AppError. */
  openContext(row: ContextRow, withVectors: boolean, signal: StopSignal): Promise<ContextSearch>;
  /** Absent where all vectors came with the library. */
  learning?: { pause(): void; resume(): void };
  close(): void;
}

export interface LibraryRequest {
  /** A library by its id: an embedded one ("" is the first), or one of the person's own. */
  own: string;
  onProgress: (progress: LoadProgress) => void;
  /** Whether the library can be searched by meaning yet. */
  onVectors: (state: DenseState) => void;
  /** Where its encoder computes; `auto`: on the graphics processor where there is a real one. */
  device: LoadOptions["device"];
  /** The graphics processor that its encoder computed on is gone: it answers nothing any more. */
  onLost: (error: ErrorData) => void;
}

/** What an embedded library holds and how it calls things, without its encoder. */
export interface LibraryReading {
  /** Throws AppError. */
  open(library: string): Promise<OpenContents>;
  /** None for a library that is not embedded, or whose manifest cannot be had now. */
  aliases(library: string): Promise<LibraryManifest["aliases"]>;
}

export interface ExampleQuestion {
  id: string;
  /** What kind of question it is, in a few words. */
  label: string;
  question: string;
  /** Any of them is right. */
  answers: readonly string[];
}

/** A known price, with its model's name, to compare an all-local run with. */
export interface PriceRow extends Price {
  id: string;
  title: string;
}

/** What is on this device already: embedded models by id, and the embedded library. */
export interface Kept {
  models: ReadonlySet<string>;
  library: boolean;
}

/** A model behind a server, at a tier. */
export interface ServerRequest {
  tier: Tier;
  settings: ServerPreferences;
  /** Sent only where the settings' address is of the key's origin. */
  key: BoundKey | null;
  caps: SpendingCaps;
  /** How often a refused request is sent again; absent: as the engine does. */
  maxRetries?: number;
}

/** What one question may spend, kept over its retries. The caps are those of the settings now. */
export interface BudgetScope {
  caps: SpendingCaps;
  /** US dollars that its run had spent before, by its log. */
  spentUsd?: number;
  /** Null until the question first wants something that can cost money. */
  budget: QuestionBudget | null;
}

/** What was spent today, as the cap for a day counts it. */
export interface Spending {
  /** US dollars; calls under way count at their worst case. Throws AppError where it cannot be read. */
  todayUsd(): Promise<number>;
  /** Counts today anew from nothing. Throws `storage-unavailable`. */
  resetToday(): Promise<void>;
}

export interface Services {
  clock: Clock;
  storage: KeyValueStorage;
  newId(): string;
  /** Calls back when the screen is ready for the next frame. */
  onNextFrame(callback: () => void): void;
  loadRun(): Promise<Run>;
  catalogue(): Promise<Catalogue>;
  /** What the engines know beside the catalogue that this device can hold; may fetch their libraries. */
  hubModels(webgpu: boolean): Promise<readonly CatalogueModel[]>;
  modelStorage(): Promise<ModelStorage>;
  /** What need not be fetched any more. */
  kept(): Promise<Kept>;
  probeDevice(): Promise<DeviceReport>;
  loadSmall(request: SmallModelRequest, signal: AbortSignal): Promise<LoadedModel>;
  openLibrary(request: LibraryRequest, signal: AbortSignal): Promise<OpenLibrary>;
  /** The person's own libraries, kept on this device. */
  libraries(): Promise<LibraryStore>;
  /** Reads documents into them. */
  intake(): Promise<DocumentIntake>;
  /** Embedded libraries, to be read by a person. */
  reading(): Promise<LibraryReading>;
  /** Bytes the embedded library and its encoder will take to load. */
  libraryBytes(): Promise<number>;
  connectServer(request: ServerRequest, budgetScope: BudgetScope): Promise<ChatModel>;
  readonly spending: Spending;
  testConnection(
    request: ServerRequest,
    budgetScope: BudgetScope,
    signal: AbortSignal,
  ): Promise<ConnectionTest>;
  /** The search services of these settings that are right, under the budgetScope's caps. */
  searchTools(
    requests: readonly ToolRequest[],
    budgetScope: BudgetScope,
  ): Promise<readonly SearchTool[]>;
  /** What is not right in a search service's settings; null when it can be asked. */
  toolProblem(request: ToolRequest): Promise<ToolSettingsProblem | null>;
  providers(): Promise<readonly RemotePreset[]>;
  /** What a server's model costs, by the person's own figures or the table; null when unknown. */
  priceOf(server: ServerPreferences): Promise<Price | null>;
  /** What providers sell under that model's name, to count it as. */
  namesakes(model: string): Promise<readonly PriceRow[]>;
  prices(): Promise<readonly PriceRow[]>;
  examples(): Promise<readonly ExampleQuestion[]>;
  /** What was learnt of the large model's returns from a shipped report, as its file has it. */
  shippedPolicy(): Promise<string>;
  /** The runs of this browser, and which of its tabs work on them. */
  runStorage(): Promise<RunStorage>;
  tabs(): Promise<Tabs>;
  /** The search router's worker; started when it is first asked. */
  router(): Promise<Router>;
  routerStorage(): Promise<RouterStorage>;
  /** What only the lab asks for. */
  lab(): Promise<LabServices>;
  /** The embedded library's questions with their answers, as JSONL. */
  questionSet(): Promise<string>;
}
