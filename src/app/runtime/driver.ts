/** Drives a question from the box to the log: at most one run at a time. */
import type { HistoryStore, RunOrigin } from "../../features/runs/store.ts";
import { type ErrorData, toAppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import { checkQuestion } from "../../log/question.ts";
import type { RunSettings, Tier } from "../../log/types.ts";
import type { RunRequest } from "../../runtime/run.ts";
import { newBudgetScope } from "../../session/budget-scope.ts";
import type { Loaders } from "../../session/loaders.ts";
import type { RetryPoint } from "../../session/retry-point.ts";
import { foldInParts, type RunStore } from "../../session/run-store.ts";
import { ableNow, connectLarge, connectSmall, runnable } from "../../session/servers.ts";
import type { Services } from "../../session/services.ts";
import type { SettingsStore } from "../../session/settings.ts";
import { endedWhenStopped, untilStopped } from "../../session/until-stopped.ts";
import { yieldToMain } from "../../shared/yield-to-main.ts";
import type { PortMakers } from "./port-makers.ts";

export interface Driver {
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
}

export function createDriver(parts: {
  services: Services;
  settings: SettingsStore;
  run: RunStore;
  history: HistoryStore;
  loaders: Loaders;
  makers: PortMakers;
}): Driver {
  const { services, settings, run, history, loaders, makers } = parts;
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
        // The large model first: if it refuses, no model download is wasted.
        const wished = { ...request.settings, solve };
        const large = await connectLarge(services, settings, wished, budgetScope);
        const small = inTab ? null : await connectSmall(services, settings, budgetScope);
        // Fetches the code alongside the models, so that nothing more is fetched afterwards.
        const [ports, start] = await Promise.all([
          makers.ports({ small, large }, budgetScope, request.settings.worth !== undefined, signal),
          services.loadRun(),
        ]);
        return { ports, start };
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
    const chosen = accepted(tier === null || cut.node !== null ? own : doneBy(own, cut, tier));
    if (chosen === null) return;
    const kept = events.filter((event) => event.seq < cut.beforeSeq);
    run.show(kept, "running", false);
    await drive({ question, settings: chosen, resume: resumeAt(events, cut, tier) });
  }

  /** Null, with the refusal shown, if something that they need is missing. */
  function accepted(chosen: RunSettings): RunSettings | null {
    const now = runnable(settings, chosen);
    if (!("code" in now)) return now;
    run.refuse(now);
    return null;
  }

  return {
    async ask(text) {
      let question: string;
      try {
        question = checkQuestion(text);
      } catch (thrown) {
        run.refuse(toAppError(thrown).toData());
        return;
      }
      const chosen = accepted(ableNow(settings));
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
  };
}

/** Stopping while models load is an outcome, not an error. */
function failureOf(thrown: unknown): ErrorData | null {
  const error = toAppError(thrown);
  return error.code === "stopped" ? null : error.toData();
}
