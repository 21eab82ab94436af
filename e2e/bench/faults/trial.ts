import { IDBFactory } from "fake-indexeddb";
import { summaryOf } from "../../../src/features/runs/run-recorder.ts";
import type { RunEvent } from "../../../src/log/events.ts";
import { database } from "../../../src/storage/database.ts";
import { databaseRuns } from "../../../src/storage/runs.ts";
import { databaseLedger } from "../../../src/storage/spending.ts";
import { fakeRun } from "../../../src/testing/fake-run.ts";
import { badLedger, codesIn, partsWithin, unreadable, untyped } from "./invariants.ts";
import { faultedRuns } from "./methods.ts";
import { badSum, moneyProblems, spentBefore, today } from "./money.ts";
import type { Fault, FaultPlan } from "./plan.ts";
import { storeProblem } from "./store.ts";
import type { VirtualTime } from "./virtual-time.ts";
import { newWorld, openPage, type Page, type World } from "./world.ts";

/** Every time-out of the page is shorter. */
const patienceMs = 300_000;
const stopMs = 10_000;
const writtenMs = 20_000;
/** Left-over work is done by then, unless it hangs. */
const restMs = 1_000;
/** Every late answer has arrived by then. */
const aftermathMs = 120_000;

export interface Baseline {
  events: readonly RunEvent[];
  counts: ReadonlyMap<string, number>;
}

export interface Outcome {
  /** `missed`: the run never reached that call. */
  end: "answered" | "failed" | "stopped" | "hung" | "missed";
  stopped: boolean;
  codes: readonly string[];
  failures: readonly string[];
}

export interface Strays {
  take(): string[];
}

export interface Lab {
  time: VirtualTime;
  strays: Strays;
  setPlan: (plan: FaultPlan | null) => void;
  seed: number;
}

/** Runs without a fault. Throws if it does not answer. */
export async function baselineOf(lab: Lab, method: string): Promise<Baseline> {
  lab.time.isPatient = true;
  await unfaulted(lab, method);
  lab.time.isPatient = false;
  return unfaulted(lab, method);
}

async function unfaulted(lab: Lab, method: string): Promise<Baseline> {
  const { world, page } = await prepared(lab, method, null);
  await lab.time.settles(visit(page, world), patienceMs);
  await lab.time.pass(restMs);
  const counts = new Map(page.plan.counts);
  await lab.time.pass(aftermathMs);
  const { events, trace, error, phase } = page.runtime.run.getState();
  if (trace.outcome !== "answered" || !trace.answer?.short.includes(world.story.river)) {
    const last = JSON.stringify(events.slice(-4));
    throw new Error(
      `${method} does not answer without a fault: ${phase} ${JSON.stringify(error)} ${last}`,
    );
  }
  const failures = [...lab.strays.take(), ...(await moneyProblems(page, world, true))];
  if (failures.length > 0) throw new Error(`${method} without a fault: ${failures.join("; ")}`);
  return { events, counts };
}

export async function tryFault(lab: Lab, fault: Fault, baseline: Baseline): Promise<Outcome> {
  const { time, strays } = lab;
  const { world, page } = await prepared(lab, fault.method, fault);
  const { plan, runtime } = page;
  const failures: string[] = [];
  const check = (problem: string | null) => void (problem !== null && failures.push(problem));
  let logged = 0;
  plan.onHit = () => {
    runtime.run.flush();
    logged = runtime.run.getState().events.length;
  };
  let stopped = false;
  const visited = visit(page, world);
  visited.catch((thrown: unknown) => check(`the page threw ${String(thrown)}`));
  const settled = await time.settles(
    visited.catch(() => undefined),
    patienceMs,
  );
  let hung = false;
  if (!settled) {
    runtime.stop();
    stopped = true;
    hung = !(await time.settles(
      visited.catch(() => undefined),
      stopMs,
    ));
    if (hung) check(`Stop does not end it within ${stopMs / 1000} s`);
  }
  await time.pass(restMs);
  if (!plan.hit) return { end: "missed", stopped, codes: [], failures };
  runtime.run.flush();
  const state = runtime.run.getState();
  const { events, trace } = state;
  const { saving } = runtime.history.getState();
  if (!hung && state.phase !== "ended") check(`the run ended, and the page shows “${state.phase}”`);
  if (!hung && events.length === 0 && state.error === null && !wasStopped(fault, stopped)) {
    check("nothing was logged, and nothing says why");
  }
  if (events.length > 0) {
    check(partsWithin(events, baseline.events, logged));
    check(unreadable(events, "in memory"));
    check(badLedger(events));
    if (!hung && events.at(-1)?.type !== "run-end") check("the log has no end");
  }
  failures.push(...untyped(state.error, "the page's error"), ...untyped(events, "the log"));
  failures.push(...untyped(runtime.device.getState(), "the device's state"));
  check(badSum(page));
  const end = hung ? "hung" : trace.outcome === "running" ? "stopped" : trace.outcome;
  const codes = [...new Set([...codesIn(state.error), ...codesIn(events)])];

  // Hung calls resume too late to matter.
  plan.release();
  await time.pass(aftermathMs);
  runtime.run.flush();
  if (!hung && runtime.run.getState().events.length !== events.length) {
    check("a late answer changed a log that had ended");
  }
  const isTold = !fault.seam.startsWith("idb.") && !untold.has(fault.kind);
  const isExact = end === "answered" && isTold && isUnbroken(events);
  failures.push(...(await moneyProblems(page, world, isExact)));
  const kept = runtime.run.getState().events;
  check(await storeProblem(time, kept, saving, logged));
  if (!hung) check(await askedAgain(lab, page, world));
  lab.setPlan(null);
  check(await resumed(lab, world, kept));
  for (const stray of strays.take()) check(stray);
  if (world.site.served.strayed > 0) check("a request was followed to another origin");
  time.clear();
  return { end, stopped: wasStopped(fault, stopped), codes, failures: [...new Set(failures)] };
}

/** The ledger charges more than the server reports if one of these occurs. */
const untold: ReadonlySet<string> = new Set(["told-too-little", "cut-cleanly"]);

function isUnbroken(events: readonly RunEvent[]): boolean {
  return events.every(({ type }) => type !== "call-error" && type !== "tool-failure");
}

function wasStopped({ kind }: Fault, stopped: boolean): boolean {
  return stopped || kind === "stop" || kind === "late";
}

/** The browser has one stored run and some money spent. */
async function prepared(
  lab: Lab,
  method: string,
  fault: Fault | null,
): Promise<{ world: World; page: Page }> {
  const settings = faultedRuns.get(method);
  if (settings === undefined) throw new Error(`there is no run named ${method}`);
  const { time, setPlan, strays } = lab;
  setPlan(null);
  strays.take();
  globalThis.indexedDB = new IDBFactory();
  const world = newWorld(settings, lab.seed, time);
  const open = database();
  const earlier = fakeRun();
  const row = summaryOf(earlier, { begunEpochMs: 1, savedEpochMs: 2 }, 3);
  if (row === null) throw new Error("the earlier run has no beginning");
  const kept = Promise.all([
    databaseRuns(open).append({ ...row, id: "earlier" }, { from: 0, events: earlier }),
    databaseLedger(open).update(today(), () => spentBefore),
  ]);
  await time.settles(kept, patienceMs);
  const page = openPage(world);
  setPlan(page.plan);
  page.plan.arm(fault);
  return { world, page };
}

async function visit({ runtime }: Page, { story }: World): Promise<void> {
  void runtime.start().catch(() => undefined);
  void runtime.history.load().catch(() => undefined);
  await runtime.ask(story.question);
  // Nothing awaits late writes.
  const soon = new Promise<void>((resolve) => setTimeout(resolve, writtenMs));
  await Promise.race([runtime.history.written(), soon]);
}

async function askedAgain({ time }: Lab, { runtime }: Page, world: World): Promise<string | null> {
  const asked = runtime.ask(world.story.question);
  const settled = await time.settles(asked, patienceMs);
  if (!settled) return "asked again with the fault gone, it hangs";
  const { trace, error, events } = runtime.run.getState();
  if (trace.outcome === "answered") return unreadable(events, "of the next question");
  const why = JSON.stringify(error ?? trace.error);
  return `asked again with the fault gone, it ends “${trace.outcome}”: ${why}`;
}

/** The logged prefix must reopen and continue to an answer. */
async function resumed(lab: Lab, world: World, kept: readonly RunEvent[]): Promise<string | null> {
  const { time } = lab;
  if (kept.length === 0) return null;
  const { runtime } = openPage(world);
  const load = runtime.history.load();
  if (!(await time.settles(load, patienceMs))) return "a reloaded page cannot list its runs";
  const { runs, status } = runtime.history.getState();
  if (status !== "ready") return `a reloaded page's list of runs is “${status}”`;
  if (!runs.some(({ id }) => id === "earlier")) return "a run kept before was lost";
  if (kept.some(({ type }) => type === "answer")) return null;
  const work = (async () => {
    await runtime.openLog(kept, "file");
    await runtime.retry({ kind: "break" }, null);
  })();
  if (!(await time.settles(work, patienceMs))) return "the log cannot be gone on with: it hangs";
  const { trace, error } = runtime.run.getState();
  return trace.outcome === "answered"
    ? null
    : `gone on with, the log ends “${trace.outcome}”: ${JSON.stringify(error ?? trace.error)}`;
}
