/** FAKE states of the page, by `?state=`; only in development. */
import { createRoot } from "react-dom/client";
import { App } from "../../app/App.tsx";
import { paths } from "../../app/runtime/routes.ts";
import { createRuntime } from "../../app/runtime/runtime.ts";
import { AppContextHolder } from "../../app/runtime/runtime-context.ts";
import { createViewStore, type SettingsPart } from "../../app/runtime/view-store.ts";
import type { RunEvent } from "../../log/events.ts";
import type { LoadProgress } from "../../models/engine.ts";
import { allPresets } from "../../session/presets.ts";
import type { Services } from "../../session/services.ts";
import { browserTabs } from "../../session/tabs.ts";
import { openDatabase } from "../../storage/database.ts";
import { databaseRuns } from "../../storage/runs.ts";
import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource-variable/newsreader/wght.css";
import "@fontsource/ibm-plex-mono/400.css";
import "../../ui-kit/styles/tokens.css";
import "../../ui-kit/styles/base.css";
import { methods } from "../../methods/index.ts";
import { fakeQuestion } from "../fake-log.ts";
import { fakeFailedRun, fakeLargeTree, fakeRun, fakeRunUntil } from "../fake-run.ts";
import { fakeServices } from "../fake-services.ts";
import { knownRun, leftRun, raIsfRun, routerRun, slimRun, stepwiseRun } from "../method-runs.ts";

const asked = new URLSearchParams(location.search);
const state = asked.get("state") ?? "empty";

const logs: Readonly<Record<string, () => RunEvent[]>> = {
  planning: () => fakeRunUntil("call-delta", 20),
  corrected: () => fakeRunUntil("parse-failure").slice(0, -6),
  midway: () => fakeRunUntil("verdict", 4),
  summarising: () => fakeRun().slice(0, -6),
  answered: fakeRun,
  node: fakeRun,
  failed: fakeFailedRun,
  tree60: () => fakeLargeTree(60),
  tree3: () => fakeRunUntil("branch-start", 1),
};

const loading: LoadProgress = {
  phase: "downloading",
  loadedBytes: 58e6,
  totalBytes: 134e6,
  bytesPerSecond: 9.4e6,
};
const waiting = new Promise<never>(() => undefined);
const services: Readonly<Record<string, () => Partial<Services>>> = {
  loading: () => ({
    loadSmall: ({ onProgress }) => {
      onProgress(loading);
      return waiting;
    },
  }),
  runs: keepingRuns,
  compare: keepingRuns,
};

function keepingRuns(): Partial<Services> {
  const storage = databaseRuns(() => openDatabase("hopwise-gallery"));
  return { runStorage: async () => storage, tabs: async () => browserTabs() };
}

localStorage.setItem("hopwise.recording", "closed");
const runtime = createRuntime(fakeServices(services[state]?.() ?? {}));
const view = createViewStore();
const { run, settings } = runtime;
if (state !== "empty" && state !== "loading" && !state.startsWith("tree"))
  settings.getState().changeRun(allPresets()[0]?.settings ?? {});
if (asked.get("preset") === "large")
  settings.getState().changeRun({ plan: "decide", summarise: "large" });
await runtime.start();
const methodLogs: Readonly<Record<string, () => Promise<RunEvent[]>>> = {
  slim: slimRun,
  slim3: () => slimRun(3),
  known: knownRun,
  raisf: raIsfRun,
  router: routerRun,
  "router-fails": () => routerRun("fails"),
  stepwise: stepwiseRun,
  left: leftRun,
};
const log = logs[state];
const methodLog = methodLogs[state.replace(/-node$/u, "")];
if (methodLog !== undefined) {
  const events = await methodLog();
  const start = events[0];
  if (start?.type === "run-start") settings.getState().changeRun(start.settings);
  run.show(events, "ended", false);
  if (state.endsWith("-node")) view.getState().select(state === "left-node" ? "node-3" : "node-1");
}
const wantedMethod = methods.all.find(({ id }) => id === asked.get("method"));
if (wantedMethod !== undefined)
  settings
    .getState()
    .changeRun(wantedMethod.presets.at(Number(asked.get("n") ?? 0))?.settings ?? {});
if (log !== undefined) {
  const events = log();
  run.show(events, events.at(-1)?.type === "run-end" ? "ended" : "running", false);
}
if (state === "node") view.getState().select("n1");
if (state === "loading") void runtime.ask(fakeQuestion);
if (state === "play") void play(fakeRun());
const parts: readonly SettingsPart[] = ["small", "large", "caps", "library", "tools", "privacy"];
const part = parts.find((one) => state === `settings-${one}`);
if (part !== undefined) view.getState().openSettings(part);
if (state.startsWith("prompts")) {
  if (state === "prompts-changed")
    settings
      .getState()
      .setPrompt("plan-small", [
        "Take the question apart into simple questions.",
        "{{examples}}",
        "{{question}}",
      ]);
  run.show(fakeRun(), "ended", false);
  view.getState().open("prompts");
}
if (state === "lost") {
  const error = { code: "device-lost", retryable: true, params: {} } as const;
  const log = fakeRunUntil("verdict", 2);
  const { seq = 0, atMs = 0 } = log.at(-1) ?? {};
  run.show(
    [...log, { type: "run-end", outcome: "failed", error, seq: seq + 1, atMs }],
    "ended",
    false,
  );
  runtime.device.setState({ small: { status: "failed", error } });
}
if (services[state] === keepingRuns) {
  const kept = [fakeRun(), await stepwiseRun(), await raIsfRun(), await slimRun(), fakeFailedRun()];
  for (const [index, events] of kept.entries())
    await runtime.history.keep(named(`run-${index}`, events));
  location.hash = state === "compare" ? paths.compare("run-2", "run-3") : paths.runs;
}
if (state === "help") view.getState().open("help");

function named(runId: string, events: readonly RunEvent[]): RunEvent[] {
  return events.map((event) => (event.type === "run-start" ? { ...event, runId } : event));
}

async function play(events: readonly RunEvent[]): Promise<void> {
  run.begin(fakeQuestion);
  let atMs = 0;
  for (const event of events) {
    await new Promise((resolve) => setTimeout(resolve, event.atMs - atMs));
    atMs = event.atMs;
    run.push(event);
  }
}

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <AppContextHolder value={{ runtime, view }}>
      <App />
    </AppContextHolder>,
  );
}
