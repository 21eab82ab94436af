/**
 * The page's interface to the outside world. `browser-services.ts` is the real one; tests and the
 * gallery pass their own. Heavy parts are behind promises, so nothing is fetched before it is
 * needed.
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
import type { LibraryNames } from "../retrieval/libraries/library-names.ts";
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

/** Stores small strings between visits. Never throws. */
export interface KeyValueStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

export interface DeviceReport {
  /** Whether WebGPU works here, and if not, why. */
  webgpu: Probe;
  shaderF16: boolean;
  maxBufferBytes: number | null;
  logicalCores: number;
  /** Rounded and capped by the browser; null if it does not say. */
  memoryGB: number | null;
  /** Free bytes the browser would let this page store; null if it does not say. */
  freeBytes: number | null;
  isolated: boolean;
}

export interface SmallModelRequest extends LoadOptions {
  model: CatalogueModel;
}

/** Models kept by the browser, and this page's storage room. */
export interface ModelStorage {
  /** Kept bytes of these models by id; for some engines the model's nominal size. */
  stored(models: readonly CatalogueModel[]): Promise<ReadonlyMap<string, number>>;
  remove(model: CatalogueModel): Promise<void>;
  /** All storage the page uses; null if the browser does not say. */
  room(): Promise<{ usedBytes: number | null; quotaBytes: number | null; lasting: boolean }>;
  /** Asks the browser for persistent storage; resolves to its answer. */
  askToKeep(): Promise<boolean>;
}

export interface OpenLibrary {
  retriever: Retriever;
  embedder: Embedder;
  /** Null if the encoder cannot read. */
  reader: PassageReader | null;
  device: Device;
  /** Why the graphics processor was refused; null if it was not. */
  refused: ErrorData | null;
  /** Opens a question's own paragraphs beside it, in the same worker. Throws AppError. */
  openContext(row: ContextRow, withVectors: boolean, signal: StopSignal): Promise<ContextSearch>;
  /** Absent if all vectors came with the library. */
  learning?: { pause(): void; resume(): void };
  close(): void;
}

export interface LibraryRequest {
  /** Library id: an embedded one ("" is the first), or one of the user's own. */
  own: string;
  onProgress: (progress: LoadProgress) => void;
  /** Reports whether the library can be searched by meaning yet. */
  onVectors: (state: DenseState) => void;
  /** Where its encoder computes; `auto`: on a real graphics processor if there is one. */
  device: LoadOptions["device"];
  /** The encoder's graphics processor was lost; the library no longer answers. */
  onLost: (error: ErrorData) => void;
}

/** An embedded library's contents and names, without its encoder. */
export interface LibraryReading {
  /** Throws AppError. */
  open(library: string): Promise<OpenContents>;
  /** Empty if the library is not embedded or its manifest cannot be fetched now. */
  aliases(library: string): Promise<LibraryManifest["aliases"]>;
  /** Empty in the same cases, and if the library lists none. */
  names(library: string): Promise<LibraryNames>;
}

export interface ExampleQuestion {
  id: string;
  /** The kind of question, in a few words. */
  label: string;
  question: string;
  /** Any of them is right. */
  answers: readonly string[];
}

/** A known price with its model's name, to compare an all-local run with. */
export interface PriceRow extends Price {
  id: string;
  title: string;
}

/** Already on this device: embedded models by id, and the embedded library. */
export interface Kept {
  models: ReadonlySet<string>;
  library: boolean;
}

export interface ServerRequest {
  tier: Tier;
  settings: ServerPreferences;
  /** Sent only if the settings' address has the key's origin. */
  key: BoundKey | null;
  caps: SpendingCaps;
  /** Retries of a refused request; absent: the engine's default. */
  maxRetries?: number;
}

/**
 * What one question may spend, kept over its retries. The caps are those of the current settings.
 */
export interface BudgetScope {
  caps: SpendingCaps;
  /** US dollars that the run had already spent, by its log. */
  spentUsd?: number;
  /** Null until the question first makes a call that can cost money. */
  budget: QuestionBudget | null;
}

/** Today's spending, as the daily cap counts it. */
export interface Spending {
  /**
   * US dollars; calls under way count at their worst case. Throws AppError if it cannot be read.
   */
  todayUsd(): Promise<number>;
  /** Resets today's count to 0. Throws `storage-unavailable`. */
  resetToday(): Promise<void>;
}

export interface Services {
  clock: Clock;
  storage: KeyValueStorage;
  newId(): string;
  onNextFrame(callback: () => void): void;
  loadRun(): Promise<Run>;
  catalogue(): Promise<Catalogue>;
  /** Models beyond the catalogue that fit this device; may fetch the engines' libraries. */
  hubModels(webgpu: boolean): Promise<readonly CatalogueModel[]>;
  modelStorage(): Promise<ModelStorage>;
  /** Files that need not be fetched again. */
  kept(): Promise<Kept>;
  probeDevice(): Promise<DeviceReport>;
  loadSmall(request: SmallModelRequest, signal: AbortSignal): Promise<LoadedModel>;
  openLibrary(request: LibraryRequest, signal: AbortSignal): Promise<OpenLibrary>;
  /** The user's own libraries, kept on this device. */
  libraries(): Promise<LibraryStore>;
  /** Imports documents into the user's libraries. */
  intake(): Promise<DocumentIntake>;
  /** Embedded libraries, for browsing. */
  reading(): Promise<LibraryReading>;
  /** Download size in bytes of the embedded library and its encoder. */
  libraryBytes(): Promise<number>;
  connectServer(request: ServerRequest, budgetScope: BudgetScope): Promise<ChatModel>;
  readonly spending: Spending;
  testConnection(
    request: ServerRequest,
    budgetScope: BudgetScope,
    signal: AbortSignal,
  ): Promise<ConnectionTest>;
  /** The correctly configured services of these settings, under the budgetScope's caps. */
  searchTools(
    requests: readonly ToolRequest[],
    budgetScope: BudgetScope,
  ): Promise<readonly SearchTool[]>;
  /** The problem of a search service's settings; null if it can be asked. */
  toolProblem(request: ToolRequest): Promise<ToolSettingsProblem | null>;
  providers(): Promise<readonly RemotePreset[]>;
  /** The price of a server's model: the user's own, else the table's; null if unknown. */
  priceOf(server: ServerPreferences): Promise<Price | null>;
  /** Provider offers with that model's name, to price it by. */
  namesakes(model: string): Promise<readonly PriceRow[]>;
  prices(): Promise<readonly PriceRow[]>;
  examples(): Promise<readonly ExampleQuestion[]>;
  /** The learned policy of a shipped report, as raw file text. */
  shippedPolicy(): Promise<string>;
  /** This browser's runs, and which tabs work on them. */
  runStorage(): Promise<RunStorage>;
  tabs(): Promise<Tabs>;
  /** The search router's worker; started at first use. */
  router(): Promise<Router>;
  routerStorage(): Promise<RouterStorage>;
  lab(): Promise<LabServices>;
  /** The embedded library's questions with their answers, as JSONL. */
  questionSet(): Promise<string>;
}
