/** Connects a batch's runner to this page: models with a memory and a budget, search, storage. */

import { measure } from "../../evaluation/analysis/measure.ts";
import { batchBudget, paidUsd } from "../../evaluation/batch/budget.ts";
import { CachingModels } from "../../evaluation/batch/memory.ts";
import type { BatchEvent } from "../../evaluation/batch/progress.ts";
import { type Backoff, backoffOver } from "../../evaluation/batch/rate-limit.ts";
import { type BatchPorts, type OpenQuestion, resultKey } from "../../evaluation/batch/run-batch.ts";
import { type RunTurns, Turns } from "../../evaluation/batch/turns.ts";
import type { QuestionRow } from "../../evaluation/questions/question.ts";
import type { Configuration, LabBatch } from "../../evaluation/types.ts";
import { needsVectors } from "../../evaluation/vectors.ts";
import { english } from "../../language/english/english.ts";
import { noWords } from "../../language/language.ts";
import { AppError } from "../../log/errors.ts";
import { writeRunFile } from "../../log/file.ts";
import type { Tier } from "../../log/types.ts";
import { originOf } from "../../models/bound-key.ts";
import type { QuestionBudget } from "../../models/budget/spending-cap.ts";
import type { ChatModel, Retriever, SearchTool, StopSignal } from "../../runtime/ports.ts";
import { keyFor } from "../../session/keyring.ts";
import { isConfigured, serverOf } from "../../session/preferences.ts";
import type { BudgetScope, OpenLibrary } from "../../session/services.ts";
import { type LabHost, usesLarge } from "./host.ts";
import { settlingHere } from "./settling-here.ts";
import { type NamedModel, SmallModels } from "./small-models.ts";

/** For one start; `close` frees what was loaded in addition to the page's own. */
export interface PagePorts extends BatchPorts {
  close(): Promise<void>;
}

export function pagePorts(
  host: LabHost,
  batch: LabBatch,
  options: { keepsLogs: boolean; copies: number; tell: (event: BatchEvent) => void },
): PagePorts {
  const { storage } = host.lab;
  const { keepsLogs } = options;
  const world = new World(host, batch, options);
  return {
    clock: host.services.clock,
    prepare: (signal) => world.prepare(abortable(signal)),
    reload: () => world.reload(),
    close: () => world.close(),
    async question(index) {
      const row = await storage.question(batch.id, index);
      if (row === null) throw new AppError("internal", { message: `question ${index} is gone` });
      return row;
    },
    openQuestion: (row, signal) => world.open(row, abortable(signal)),
    measure: (row, events) => measure(row, events, language),
    async stored() {
      const keys = await storage.resultKeys(batch.id);
      return new Set(keys.map(({ question, configuration }) => resultKey(question, configuration)));
    },
    look: () => settlingHere(host, batch),
    keep: (result, events) => storage.keep(result, keepsLogs ? writeRunFile(events) : null),
    paidUsd: () => paidUsd(storage.paid, batch.id),
  };
}

/** Used only for its options, which do not depend on the library. */
const language = english(noWords);

function abortable(signal: StopSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  signal.addEventListener("abort", () => controller.abort(signal.reason));
  return controller.signal;
}

class World {
  readonly #host: LabHost;
  readonly #batch: LabBatch;
  readonly #patience: Backoff;
  readonly #remembering: CachingModels;
  readonly #budget: QuestionBudget;
  readonly #small: SmallModels;
  readonly #copies: number;
  readonly #turns: Turns;
  /** For tiers that run on a server. */
  #servers: Readonly<Record<Tier, ServerModel | null>> = { small: null, large: null };

  constructor(
    host: LabHost,
    batch: LabBatch,
    { copies, tell }: { copies: number; tell: (event: BatchEvent) => void },
  ) {
    const { storage, sha256, sleep, random } = host.lab;
    this.#host = host;
    this.#batch = batch;
    this.#patience = {
      clock: host.services.clock,
      sleep,
      random,
      onWait: (untilEpochMs) => tell({ type: "waiting", untilEpochMs }),
      onGo: () => tell({ type: "waited" }),
    };
    this.#remembering = new CachingModels({ memory: storage.calls, sha256 });
    this.#budget = batchBudget(batch.id, batch.budgetUsd, storage.paid);
    this.#small = new SmallModels(host, Math.max(1, copies));
    this.#copies = Math.max(1, copies);
    this.#turns = new Turns(host.services.clock);
  }

  async prepare(signal: AbortSignal): Promise<void> {
    const needsLarge = this.#batch.configurations.some(({ settings }) => usesLarge(settings));
    const { small, smallAt } = this.#batch.models;
    this.#servers = {
      small: smallAt === undefined ? null : await this.#connect("small"),
      large: needsLarge ? await this.#connect("large") : null,
    };
    signal.throwIfAborted();
    const [library] = await Promise.all([
      this.#host.loaders.library(signal),
      smallAt === undefined ? this.#small.load(small, signal) : null,
    ]);
    await this.#checkLibrary(library);
  }

  async reload(): Promise<void> {
    if (!(await this.#small.takeDeath())) this.#host.loaders.closeLibrary();
  }

  close(): Promise<void> {
    return this.#small.close();
  }

  async open(row: QuestionRow, signal: AbortSignal): Promise<OpenQuestion> {
    const library = await this.#host.loaders.library(signal);
    const own = this.#batch.library === "own-context" && row.context !== undefined;
    const dense = this.#batch.configurations.some(({ settings }) => needsVectors(settings));
    const { retriever, close } = own
      ? await library.openContext({ id: row.id, context: row.context ?? [] }, dense, signal)
      : { retriever: library.retriever, close: () => undefined };
    const ask = (configuration: Configuration, stop: StopSignal) =>
      this.#ask(row, configuration, { library, retriever }, abortable(stop));
    return { ask, close };
  }

  async *#ask(
    row: QuestionRow,
    { settings, small }: Configuration,
    { library, retriever }: { library: OpenLibrary; retriever: Retriever },
    signal: AbortSignal,
  ) {
    const { services, settings: preferences } = this.#host;
    const budgetScope: BudgetScope = { caps: { ...preferences.getState().caps }, budget: null };
    const run = await services.loadRun();
    const turns = this.#turns.ofRun();
    const embedder = turns.embedder(library.embedder);
    const reader = library.reader === null ? null : turns.reader(library.reader);
    const large = usesLarge(settings)
      ? ((await this.#servers.large?.under(budgetScope)) ?? null)
      : null;
    const weighs = settings.worth !== undefined && large !== null;
    const ports = {
      small: await this.#smallFor(small, budgetScope, turns, signal),
      large,
      retriever: turns.retriever(retriever),
      embedder,
      reader,
      tools: await this.#tools(budgetScope),
      router: await this.#host.router(embedder),
      worth: weighs ? await this.#host.worth(embedder, large.ref) : null,
      language: (await import("../../language/english/english.ts")).english,
      clock: turns.clock,
    };
    yield* run({ runId: services.newId(), question: row.question, settings }, ports, signal);
  }

  /** A configuration may name another small model, which then runs in this tab. */
  async #smallFor(
    own: string | null,
    budgetScope: BudgetScope,
    turns: RunTurns,
    signal: AbortSignal,
  ): Promise<ChatModel> {
    const server = own === null ? await this.#servers.small?.under(budgetScope) : undefined;
    if (server !== undefined) return server;
    const id = own ?? this.#batch.models.small;
    const { model, variant } = await this.#small.named(id, signal);
    // A cached call does not wait for its turn.
    const inTurn = turns.model(model, this.#turns.modelLine(id, this.#copies));
    return this.#remembered({ model: inTurn, variant });
  }

  async #tools(budgetScope: BudgetScope): Promise<SearchTool[]> {
    return (await this.#host.tools(budgetScope)).map(this.#budget.capTool);
  }

  #remembered({ model, variant }: NamedModel): ChatModel {
    return this.#remembering.model(model, variant);
  }

  /**
   * Throws `remote-not-configured`, or `lab-models-changed` if another model is set up than
   * before.
   */
  async #connect(tier: Tier): Promise<ServerModel> {
    const { serverKeys, caps, ...preferences } = this.#host.settings.getState();
    const whose = tier === "small" ? { tier } : {};
    const settings = serverOf(preferences, tier);
    const { baseUrl, organisation, model: now } = settings;
    if (!isConfigured(settings)) throw new AppError("remote-not-configured", whose);
    const { [tier]: wanted, smallAt } = this.#batch.models;
    const moved = tier === "small" && smallAt !== originOf(baseUrl);
    if (wanted !== now || moved) {
      throw new AppError("lab-models-changed", { batch: wanted, now, ...whose });
    }
    const key = keyFor(serverKeys, baseUrl);
    const request = { tier, settings, key, caps, maxRetries: 0 };
    const connect = (budgetScope: BudgetScope) =>
      this.#host.services.connectServer(request, budgetScope);
    // A server that refuses all requests is reported before the first question.
    await connect({ caps, budget: null });
    // Backoff is shared by all questions, so that it persists; spending caps are per question.
    const patient = backoffOver(this.#patience);
    return {
      under: async (budgetScope) =>
        this.#remembered({
          model: this.#budget.cap(patient(await connect(budgetScope))),
          variant: [baseUrl, organisation].join(" "),
        }),
    };
  }

  /**
   * Passages of two libraries in one batch are not comparable; the first library opened is the
   * batch's.
   */
  async #checkLibrary({ retriever }: OpenLibrary): Promise<void> {
    const { id, library, libraryId } = this.#batch;
    if (library !== "shared") return;
    const now = retriever.library.id;
    if (libraryId !== undefined && libraryId !== now) {
      throw new AppError("lab-library-changed", { batch: libraryId, now });
    }
    if (libraryId !== undefined) return;
    await this.#host.lab.storage.change(id, (stored) => {
      return { ...stored, batch: { ...stored.batch, libraryId: now } };
    });
  }
}

interface ServerModel {
  under(budgetScope: BudgetScope): Promise<ChatModel>;
}
