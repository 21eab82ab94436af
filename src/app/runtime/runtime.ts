/**
 * The runtime: one object that owns the stores and drives a question from the box to the log. It
 * lives outside React; views read its stores and call its methods.
 */

import { labOpener } from "../../features/lab/entry.ts";
import type { LabBatches } from "../../features/lab/store.ts";
import { createLibrariesStore, type LibrariesStore } from "../../features/library/store.ts";
import { createRecordings, type Recordings } from "../../features/runs/recordings.ts";
import {
  createHistoryStore,
  type HistoryStore,
  type RunOrigin,
} from "../../features/runs/store.ts";
import { createWorthStore, type WorthStore } from "../../features/worth/store.ts";
import { AppError, toAppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import { checkQuestion } from "../../log/question.ts";
import type { ModelRef, RunSettings, Tier } from "../../log/types.ts";
import type { ConnectionTest } from "../../models/openai-compatible/connection-test.ts";
import type { ChatModel, Embedder, Ports, WorthJudge } from "../../runtime/ports.ts";
import type { RunRequest } from "../../runtime/run.ts";
import { dayBudgetScope, newBudgetScope } from "../../session/budget-scope.ts";
import { createDeviceStore, type DeviceStore } from "../../session/device-store.ts";
import { keyFor } from "../../session/keyring.ts";
import { createLoaders, type Loaders } from "../../session/loaders.ts";
import {
  isConfigured,
  type ServerPreferences,
  serverOf,
  smallServer,
} from "../../session/preferences.ts";
import { onDevice, usesOfLarge, withoutDecisions } from "../../session/presets.ts";
import { withPrivacy } from "../../session/private-run.ts";
import type { RetryPoint } from "../../session/retry-point.ts";
import { createRouterStore, type RouterStore } from "../../session/router-store.ts";
import { createRunStore, foldInParts, type RunStore } from "../../session/run-store.ts";
import type { BudgetScope, ServerRequest, Services, Spending } from "../../session/services.ts";
import { createSettingsStore, type SettingsStore } from "../../session/settings.ts";
import { readyTools, type ToolRequest, type ToolTest } from "../../session/tools.ts";
import { endedWhenStopped, untilStopped } from "../../session/until-stopped.ts";
import { yieldToMain } from "../../shared/yield-to-main.ts";

export interface Runtime {
  readonly settings: SettingsStore;
  readonly device: DeviceStore;
  readonly run: RunStore;
  readonly libraries: LibrariesStore;
  readonly history: HistoryStore;
  readonly router: RouterStore;
  readonly worth: WorthStore;
  readonly recordings: Recordings;
  reading: Services["reading"];
  /** Loads the small lists of the first screen (catalogue, examples), but no model. */
  start(): Promise<void>;
  /** Loads and inspects models and libraries without a run, e.g. for the list of models. */
  readonly loaders: Loaders;
  /** Providers and prices, for settings and meter; fetched once. */
  loadPriceList(): Promise<void>;
  /** Adds web-llm's models to the list, if this device has WebGPU. */
  loadHubModels(): Promise<void>;
  ask(text: string): Promise<void>;
  stop(): void;
  /** Reruns from that point, keeping everything before it; `tier` does the first stage. */
  retry(point: RetryPoint, tier: Tier | null): Promise<void>;
  /** Finishes a run that met a cap on this device, overriding its switches. */
  goOnSmall(): Promise<void>;
  openRunFile(file: Blob): Promise<void>;
  openLog(events: readonly RunEvent[], origin: RunOrigin): Promise<void>;
  /** Continues a stored, interrupted run; false if another tab already does. */
  goOn(id: string, events: readonly RunEvent[]): Promise<boolean>;
  openLibraryFile(file: File | null): Promise<void>;
  cancelLoading(): void;
  lookUpPrice(large: ServerPreferences): Promise<void>;
  /** Price of a server's model in the price table; null when unknown. */
  priceOf: Services["priceOf"];
  /** Listed models of other providers with the same name. */
  namesakes: Services["namesakes"];
  /** Requests one word from the server configured for this tier. */
  testConnection(tier: Tier, signal: AbortSignal): Promise<ConnectionTest>;
  /** Spending counted against the daily cap. */
  readonly spending: Spending;
  testTool(request: ToolRequest, signal: AbortSignal): Promise<ToolTest>;
  /** The lab's batches; the code is fetched on first use. */
  lab(): Promise<LabBatches>;
  /** The problem with a service's settings; null when it is usable. */
  toolProblem: Services["toolProblem"];
}

/** Loaded with the first question, not with the page. */
const runPorts = () => import("../../session/run-ports.ts");

export function createRuntime(given: Services): Runtime {
  const settings = createSettingsStore(given.storage);
  const services = withPrivacy(given, settings);
  const device = createDeviceStore();
  const run = createRunStore(services.onNextFrame);
  const history = createHistoryStore(services);
  const loaders = createLoaders(services, settings, device);
  const libraries = createLibrariesStore({ services, settings, device, loaders, run });
  const router = createRouterStore({
    services,
    embedder: async (signal) => (await loaders.library(signal)).embedder,
    encoderId: async () => (await runPorts()).encoderIdOf(services),
  });
  const worth = createWorthStore(services);
  let controller: AbortController | null = null;
  /** The log that is being opened; reset when a question is asked. */
  let opening: symbol | null = null;
  let budgetScope = newBudgetScope();

  /** At most one run at a time: a new one stops the old. */
  async function drive(
    request: Omit<RunRequest, "runId">,
    { inTab = false }: { inTab?: boolean } = {},
  ): Promise<void> {
    controller?.abort();
    const mine = new AbortController();
    controller = mine;
    opening = null;
    let ended = false;
    // If the user changed a cap since, the new value also applies to the question that met it.
    Object.assign(budgetScope.caps, settings.getState().caps);
    const record = history.record();
    try {
      await yieldToMain();
      const { nodeTier: solve = request.settings.solve } = request.resume ?? {};
      const { signal } = mine;
      const prepare = async () => {
        // A run opened from a log carries its spending; the budget itself only tracks this visit's
        // spending.
        if (request.resume !== undefined && budgetScope.budget === null) {
          const { spentInLogUsd } = await import("../../models/budget/spent-in-log.ts");
          budgetScope.spentUsd = spentInLogUsd(request.resume.events);
        }
        const large = await connectLarge({ ...request.settings, solve });
        const small = inTab ? null : await connectSmall(budgetScope);
        // Fetches the code alongside the models, so that nothing more is fetched afterwards.
        const [ports, start] = await Promise.all([
          portsWith({ small, large }, budgetScope, signal),
          services.loadRun(),
        ]);
        return {
          ports: request.settings.worth === undefined ? ports : await weighing(ports),
          start,
        };
      };
      const { ports, start } = await untilStopped(prepare(), signal);
      const events = start({ ...request, runId: services.newId() }, ports, signal);
      for await (const event of endedWhenStopped(events, signal)) {
        if (controller !== mine) return;
        run.push(event);
        record.push(event);
      }
      if (controller !== mine) return;
      run.finish(null);
      ended = true;
    } catch (thrown) {
      if (controller === mine) run.finish(failureOf(thrown));
    } finally {
      record.close();
      if (controller === mine) controller = null;
    }
    const { error, trace } = run.getState();
    if (controller === null) loaders.afterFailure(error ?? trace.error);
    const degrades = ended && settings.getState().atCap === "degrade";
    if (!degrades) return;
    await heard(async () => {
      const { capMet } = await import("../../session/cap-policy.ts");
      if (capMet(run.getState().events) !== null) await goOnSmall();
    });
  }

  /**
   * If the work fails to start (e.g. its code does not load), shows the error and keeps the run on
   * the screen.
   */
  async function heard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      run.refuse(toAppError(thrown).toData());
    }
  }

  async function goOnSmall(): Promise<void> {
    const { resumeOnDevice: onWithSmall, smallMayCost } = await import(
      "../../session/cap-policy.ts"
    );
    const request = onWithSmall(run.getState().events);
    if (request === null) return;
    const inTab = smallMayCost(run.getState().events);
    const { events, beforeSeq } = request.resume;
    const kept = events.filter((event) => event.seq < beforeSeq);
    run.show(kept, "running", false);
    await drive(request, { inTab });
  }

  /** Stops whatever is in progress in favour of the opened run. */
  function giveWayTo(origin: RunOrigin): void {
    controller?.abort();
    controller = null;
    budgetScope = newBudgetScope();
    history.setState({ origin });
  }

  /** Folds a long log in parts; the screen is unchanged until it is done. */
  async function showLog(events: readonly RunEvent[], origin: RunOrigin): Promise<boolean> {
    const mine = Symbol(origin);
    opening = mine;
    const folded = await foldInParts(events, yieldToMain);
    // Something else was opened or asked meanwhile.
    if (opening !== mine) return false;
    giveWayTo(origin);
    run.showFolded(folded);
    return true;
  }

  async function retry(point: RetryPoint, tier: Tier | null): Promise<void> {
    const { cutAt, doneBy, resumeAt } = await import("../../session/retry-point.ts");
    const { events, question } = run.getState();
    const own = settings.getState().run;
    const cut = cutAt(events, point, own);
    if (cut === null) return;
    // A retry by another tier reruns only the chosen step, or the whole stage.
    const chosen = runnable(tier === null || cut.node !== null ? own : doneBy(own, cut, tier));
    if (chosen === null) return;
    const kept = events.filter((event) => event.seq < cut.beforeSeq);
    run.show(kept, "running", false);
    await drive({ question, settings: chosen, resume: resumeAt(events, cut, tier) });
  }

  function searchTools(from: BudgetScope) {
    const { tools, toolKeys } = settings.getState();
    return services.searchTools(readyTools(tools, toolKeys), from);
  }

  /** `small` is null if it runs in this tab. */
  async function portsWith(
    { small, large }: Record<Tier, ChatModel | null>,
    from: BudgetScope,
    signal: AbortSignal,
  ): Promise<Ports> {
    const [tools, policy] = await Promise.all([searchTools(from), router.loadPolicy()]);
    const { preparePorts } = await runPorts();
    return preparePorts(services, loaders, { server: small, large, tools, policy }, signal);
  }

  /** Adds the judge of whether more calls are worth their price; without one, the run continues. */
  async function weighing(ports: Ports): Promise<Ports> {
    const { large, embedder } = ports;
    return large === null ? ports : { ...ports, worth: await judgeOf(embedder, large.ref) };
  }

  async function judgeOf(embedder: Embedder, { price }: ModelRef): Promise<WorthJudge | null> {
    const policy = await worth.load();
    if (policy === null) return null;
    const { worthOf, encoderIdOf } = await runPorts();
    return worthOf(policy, { embedder, encoder: await encoderIdOf(services), price });
  }

  /** Connects to the large model first: if it refuses, no model download is wasted. */
  async function connectLarge(chosen: RunSettings): Promise<ChatModel | null> {
    const request = serverRequest(settings, "large");
    if (usesOfLarge(chosen).length === 0 || !isConfigured(request.settings)) return null;
    return services.connectServer(request, budgetScope);
  }

  /** Null: it runs in this tab. */
  async function connectSmall(from: BudgetScope): Promise<ChatModel | null> {
    if (smallServer(settings.getState().small) === null) return null;
    return services.connectServer(serverRequest(settings, "small"), from);
  }

  const lab = labOpener({
    services,
    settings,
    device,
    loaders,
    tools: searchTools,
    async router(embedder) {
      const policy = await router.loadPolicy();
      if (policy === null) return null;
      const { routerOf, encoderIdOf } = await runPorts();
      return routerOf(policy, embedder, await encoderIdOf(services));
    },
    worth: judgeOf,
  });

  /** Settings that can run now; null, with the refusal shown, if something they need is missing. */
  function runnable(chosen: RunSettings): RunSettings | null {
    const { small, large } = settings.getState();
    const server = smallServer(small);
    if (server !== null && !isConfigured(server)) {
      run.refuse(new AppError("remote-not-configured", { tier: "small" }).toData());
      return null;
    }
    if (isConfigured(large)) return chosen;
    if (needsLarge(chosen)) {
      run.refuse(new AppError("remote-not-configured").toData());
      return null;
    }
    return withoutDecisions(chosen);
  }

  return {
    settings,
    device,
    loaders,
    run,
    libraries,
    history,
    router,
    worth,
    recordings: createRecordings(run, history),
    reading: services.reading,

    async start() {
      const [catalogue, examples, libraryBytes] = await Promise.all([
        services.catalogue().catch(() => null),
        services.examples().catch(() => []),
        services.libraryBytes().catch(() => null),
      ]);
      device.setState({ catalogue, examples, libraryBytes });
      void loaders.lookAtKept();
      await loaders.lookAtDevice();
      void router.loadPolicy();
      void libraries.load();
      // The stored model may come from an engine's own list, which must be loaded to find it.
      const { modelId } = settings.getState().small;
      const known = catalogue?.models.some((model) => model.id === modelId);
      if (modelId !== "" && known === false) await loaders.hubModels().catch(() => undefined);
    },

    async loadPriceList() {
      if (device.getState().prices.length > 0) return;
      const [providers, prices] = await Promise.all([
        services.providers().catch(() => []),
        services.prices().catch(() => []),
      ]);
      device.setState({ providers, prices, pricesSettled: true });
    },

    loadHubModels: () => loaders.hubModels().catch(() => undefined),

    async ask(text) {
      let question: string;
      try {
        question = checkQuestion(text);
      } catch (thrown) {
        run.refuse(toAppError(thrown).toData());
        return;
      }
      const { run: wished, large } = settings.getState();
      // Without a configured large model the small one does its work; the page says so beforehand.
      const able = !isConfigured(large) && needsLarge(wished) ? onDevice(wished) : wished;
      const chosen = runnable(able);
      if (chosen === null) return;
      budgetScope = newBudgetScope();
      run.begin(question);
      await drive({ question, settings: chosen });
    },

    stop() {
      controller?.abort();
    },

    retry: (point, tier) => heard(() => retry(point, tier)),
    goOnSmall: () => heard(goOnSmall),

    openRunFile: (file) =>
      heard(async () => {
        const { openRunFileInParts } = await import("../../log/file.ts");
        const events = await openRunFileInParts(await file.text(), yieldToMain);
        await showLog(events, "file");
      }),

    async openLog(events, origin) {
      await showLog(events, origin);
    },

    async goOn(id, events) {
      const { continueStored } = await import("../../features/runs/resume.ts");
      return continueStored(id, events, {
        history,
        settings,
        show: (retained) => showLog(retained, "runs"),
        retry,
      });
    },

    async openLibraryFile(file) {
      if (file === null) libraries.choose("");
      else await libraries.add([file], { title: file.name });
    },

    cancelLoading() {
      controller?.abort();
      loaders.cancel();
    },

    spending: services.spending,

    priceOf: (server) => services.priceOf(server),
    namesakes: (model) => services.namesakes(model),

    async testConnection(tier, signal) {
      const request = serverRequest(settings, tier);
      try {
        return await services.testConnection(request, dayBudgetScope(settings), signal);
      } catch (thrown) {
        const error = toAppError(thrown).toData();
        const url = request.settings.baseUrl;
        const unknown = { models: null, listed: null, reach: null, suggestedBaseUrl: null };
        return { ok: false, url, error, ...unknown };
      }
    },

    async testTool(request, signal) {
      try {
        const [tool] = await services.searchTools([request], dayBudgetScope(settings));
        if (tool === undefined) {
          const problem = await services.toolProblem(request);
          throw new AppError("tool-not-configured", { tool: request.tool.title, ...problem });
        }
        const startedMs = services.clock.nowMs();
        const result = await tool.search({ text: testQuery, k: 3 }, signal);
        const milliseconds = services.clock.nowMs() - startedMs;
        return { ok: true, passages: result.passages.length, milliseconds, result };
      } catch (thrown) {
        return { ok: false, error: toAppError(thrown).toData() };
      }
    },

    toolProblem: (request) => services.toolProblem(request),

    lab,

    async lookUpPrice(large) {
      const tablePrice = isConfigured(large) ? await services.priceOf(large) : null;
      device.setState({ tablePrice });
    },
  };
}

function needsLarge(chosen: RunSettings): boolean {
  return usesOfLarge(chosen).some(({ level }) => level === "error");
}

const testQuery = "capital of France";

function serverRequest(store: SettingsStore, tier: Tier): ServerRequest {
  const settings = serverOf(store.getState(), tier);
  const { serverKeys, caps } = store.getState();
  return { tier, settings, key: keyFor(serverKeys, settings.baseUrl), caps };
}

/** Stopping while models load is an outcome, not an error. */
function failureOf(thrown: unknown): ReturnType<AppError["toData"]> | null {
  const error = toAppError(thrown);
  return error.code === "stopped" ? null : error.toData();
}
