/**
 * The page's interface to the outside: `browser-services.ts` is real, tests pass their own. Heavy
 * parts are promises, so nothing is fetched early.
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
import type { LibraryManifest, LibraryNames } from "../retrieval/libraries/manifest.ts";
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

/** Never throws. */
export interface KeyValueStorage {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

export interface DeviceReport {
  webgpu: Probe;
  shaderF16: boolean;
  maxBufferBytes: number | null;
  logicalCores: number;
  /** Rounded and capped by the browser; null if unknown. */
  memoryGB: number | null;
  /** The models may be slow here (`hasLittleMemory`). */
  littleMemory: boolean;
  freeBytes: number | null;
  isolated: boolean;
}

export interface SmallModelRequest extends LoadOptions {
  model: CatalogueModel;
}

export interface ModelStorage {
  /** Bytes by model id; for some engines the nominal size. */
  stored(models: readonly CatalogueModel[]): Promise<ReadonlyMap<string, number>>;
  remove(model: CatalogueModel): Promise<void>;
  /** Null if unknown. */
  room(): Promise<{ usedBytes: number | null; quotaBytes: number | null; lasting: boolean }>;
  /** Asks for persistent storage; resolves to the browser's answer. */
  askToKeep(): Promise<boolean>;
}

export interface OpenLibrary {
  retriever: Retriever;
  embedder: Embedder;
  /** Null if the encoder cannot read. */
  reader: PassageReader | null;
  device: Device;
  refused: ErrorData | null;
  /** Uses the same worker. Throws AppError. */
  openContext(row: ContextRow, withVectors: boolean, signal: StopSignal): Promise<ContextSearch>;
  /** Absent if all vectors came along. */
  learning?: { pause(): void; resume(): void };
  close(): void;
}

export interface LibraryRequest {
  /** "" is the first embedded library. */
  own: string;
  onProgress: (progress: LoadProgress) => void;
  onVectors: (state: DenseState) => void;
  /** `auto` uses a real graphics processor if there is one. */
  device: LoadOptions["device"];
  /** The library no longer answers. */
  onLost: (error: ErrorData) => void;
}

export interface LibraryReading {
  /** Throws AppError. */
  open(library: string): Promise<OpenContents>;
  /** Empty if not embedded or unavailable. */
  aliases(library: string): Promise<LibraryManifest["aliases"]>;
  /** Empty in the same cases, and if the library lists none. */
  names(library: string): Promise<LibraryNames>;
}

export interface ExampleQuestion {
  id: string;
  label: string;
  question: string;
  /** Any of them is right. */
  answers: readonly string[];
}

export interface PriceRow extends Price {
  id: string;
  title: string;
}

export interface Kept {
  models: ReadonlySet<string>;
  library: boolean;
}

export interface ServerRequest {
  tier: Tier;
  settings: ServerPreferences;
  /** Sent only to the key's origin. */
  key: BoundKey | null;
  caps: SpendingCaps;
  /** Retries of a refused request. */
  maxRetries?: number;
}

/** Lasts for all retries of a question; caps are the current ones. */
export interface BudgetScope {
  caps: SpendingCaps;
  /** Spent before, from the run's log; in US dollars. */
  spentUsd?: number;
  /** Null until a call can cost money. */
  budget: QuestionBudget | null;
}

export interface Spending {
  /** Open calls count at their worst case. Throws AppError. */
  todayUsd(): Promise<number>;
  /** Throws `storage-unavailable`. */
  resetToday(): Promise<void>;
}

export interface Services {
  clock: Clock;
  storage: KeyValueStorage;
  newId(): string;
  onNextFrame(callback: () => void): void;
  loadRun(): Promise<Run>;
  catalogue(): Promise<Catalogue>;
  /** May fetch the engines' libraries. */
  hubModels(webgpu: boolean): Promise<readonly CatalogueModel[]>;
  modelStorage(): Promise<ModelStorage>;
  kept(): Promise<Kept>;
  probeDevice(): Promise<DeviceReport>;
  loadSmall(request: SmallModelRequest, signal: AbortSignal): Promise<LoadedModel>;
  openLibrary(request: LibraryRequest, signal: AbortSignal): Promise<OpenLibrary>;
  libraries(): Promise<LibraryStore>;
  intake(): Promise<DocumentIntake>;
  reading(): Promise<LibraryReading>;
  /** Includes its encoder. */
  libraryBytes(): Promise<number>;
  connectServer(request: ServerRequest, budgetScope: BudgetScope): Promise<ChatModel>;
  readonly spending: Spending;
  testConnection(
    request: ServerRequest,
    budgetScope: BudgetScope,
    signal: AbortSignal,
  ): Promise<ConnectionTest>;
  /** Returns the correctly configured ones, under the scope's caps. */
  searchTools(
    requests: readonly ToolRequest[],
    budgetScope: BudgetScope,
  ): Promise<readonly SearchTool[]>;
  /** Null if it can be asked. */
  toolProblem(request: ToolRequest): Promise<ToolSettingsProblem | null>;
  providers(): Promise<readonly RemotePreset[]>;
  /** The user's price, else the table's; null if unknown. */
  priceOf(server: ServerPreferences): Promise<Price | null>;
  namesakes(model: string): Promise<readonly PriceRow[]>;
  prices(): Promise<readonly PriceRow[]>;
  examples(): Promise<readonly ExampleQuestion[]>;
  shippedPolicy(): Promise<string>;
  runStorage(): Promise<RunStorage>;
  tabs(): Promise<Tabs>;
  router(): Promise<Router>;
  routerStorage(): Promise<RouterStorage>;
  lab(): Promise<LabServices>;
  questionSet(): Promise<string>;
}
