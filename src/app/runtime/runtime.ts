/**
 * The runtime: one object that owns the stores and drives a question from the box
 * to the log. It lives outside React; views read its stores and call its methods.
 */

import { labOpener } from "../../features/lab/entry.ts";
import type { LabBatches } from "../../features/lab/store.ts";
import { createLibrariesStore, type LibrariesStore } from "../../features/library/store.ts";
import { createRouterStore, type RouterStore } from "../../features/router/store.ts";
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
  /** What was learnt of the large model's returns. */
  readonly worth: WorthStore;
  /** Runs that came with the page. */
  readonly recordings: Recordings;
  /** Embedded libraries, to be read by a person. */
  reading: Services["reading"];
  /** Small lists the first screen shows: catalogue, examples. No model is loaded. */
  start(): Promise<void>;
  /** What is loaded and looked at without a run, as on the list of models. */
  readonly loaders: Loaders;
  /** Providers and prices, for settings and meter; fetched once. */
  loadPriceList(): Promise<void>;
  /** Adds web-llm's models to the list, where this device has WebGPU. */
  loadHubModels(): Promise<void>;
  ask(text: string): Promise<void>;
  stop(): void;
  /** Runs again from there on, keeping everything before it; `tier` does the first stage. */
  retry(point: RetryPoint, tier: Tier | null): Promise<void>;
  /** Does the rest of a run that met a cap on this device, whatever its switches say. */
  goOnSmall(): Promise<void>;
  openRunFile(file: Blob): Promise<void>;
  /** Shows a run that was made before or elsewhere. */
  openLog(events: readonly RunEvent[], origin: RunOrigin): Promise<void>;
  /** Goes on with a stored run that broke off; false where another tab does. */
  goOn(id: string, events: readonly RunEvent[]): Promise<boolean>;
  openLibraryFile(file: File | null): Promise<void>;
  cancelLoading(): void;
  /** Asks the table what the large model costs. */
  lookUpPrice(large: ServerPreferences): Promise<void>;
  /** What a server's model costs, by the table; null when unknown. */
  priceOf: Services["priceOf"];
  /** What providers sell under a model's name. */
  namesakes: Services["namesakes"];
  /** Asks the server that is entered for this tier for a word. */
  testConnection(tier: Tier, signal: AbortSignal): Promise<ConnectionTest>;
  /** What counts against the day's cap. */
  readonly spending: Spending;
  /** One search with a service, to see whether it answers. */
  testTool(request: ToolRequest, signal: AbortSignal): Promise<ToolTest>;
  /** The lab's batches; all of it is fetched when it is first asked for. */
  lab(): Promise<LabBatches>;
  /** What is not right in a service's settings; null when it can be asked. */
  toolProblem: Services["toolProblem"];
}

/** With the first question, not with the page. */
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
  /** The log that was to be shown last; none once something was asked. */
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
    // A cap that was changed since counts for the question that met it, too.
    Object.assign(budgetScope.caps, settings.getState().caps);
    const record = history.record();
    try {
      // What a person pressed shows first.
      await yieldToMain();
      const { nodeTier: solve = request.settings.solve } = request.resume ?? {};
      const { signal } = mine;
      const prepare = async () => {
        // A run opened from a log brings its spending along; the budget itself tracks what this visit spends.
        if (request.resume !== undefined && budgetScope.budget === null) {
          const { spentInLogUsd } = await import("../../models/budget/spent-in-log.ts");
          budgetScope.spentUsd = spentInLogUsd(request.resume.events);
        }
        const large = await connectLarge({ ...request.settings, solve });
        const small = inTab ? null : await connectSmall(budgetScope);
        // The code comes beside the models: once they are there, nothing more is fetched.
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

  /** What cannot be begun, as when its code does not come, is told; the run on the screen stays. */
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

  /** Whatever was under way gives place to a run that was opened. */
  function giveWayTo(origin: RunOrigin): void {
    controller?.abort();
    controller = null;
    budgetScope = newBudgetScope();
    history.setState({ origin });
  }

  /** A long log is folded in parts; what is on the screen stays until then. */
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
    // One step changes hands alone; a stage does whole.
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

  /** `small` is null where it runs in this tab. */
  async function portsWith(
    { small, large }: Record<Tier, ChatModel | null>,
    from: BudgetScope,
    signal: AbortSignal,
  ): Promise<Ports> {
    const [tools, policy] = await Promise.all([searchTools(from), router.loadPolicy()]);
    const { preparePorts } = await runPorts();
    return preparePorts(services, loaders, { server: small, large, tools, policy }, signal);
  }

  /** With who weighs whether more is worth its price; where nobody can, the run goes on without. */
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

  /** Asked first: what it refuses should not be paid for with a download. */
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

  /** The settings a run can go by; null, with the refusal shown, when it needs what is not there. */
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
      // A model chosen last time may be of an engine's own list; without that it would be lost.
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
      // What is wished of a large model that is not there the small one does; the page says so before.
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

/** What a service is asked to see whether it answers. */
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
