/** FAKE states, by `?state=`; only in development. */
import { createRoot } from "react-dom/client";
import { App } from "../../../app/App.tsx";
import { paths } from "../../../app/runtime/routes.ts";
import { createRuntime } from "../../../app/runtime/runtime.ts";
import { AppContextHolder } from "../../../app/runtime/runtime-context.ts";
import { createViewStore } from "../../../app/runtime/view-store.ts";
import type { BatchProgress } from "../../../evaluation/batch/progress.ts";
import { fakeServices } from "../../fake-services.ts";
import { fakeLab, fakeOpen, fakeSummaries } from "./fake-lab.ts";
import "@fontsource-variable/instrument-sans/wght.css";
import "@fontsource-variable/newsreader/wght.css";
import "@fontsource/ibm-plex-mono/400.css";
import "../../../ui-kit/styles/tokens.css";
import "../../../ui-kit/styles/base.css";

const state = new URLSearchParams(location.search).get("state") ?? "running";

const midway = {
  done: 312,
  failed: 9,
  perMinute: 41.4,
  secondsLeft: 707,
  paidUsd: 0.25,
  rememberedCalls: 1205,
};
const errors = [
  { code: "remote-rate-limited", count: 6 },
  { code: "worker-killed", count: 2 },
  { code: "from-another-version", count: 1 },
];
const underWay = [
  { question: "q1", configuration: "LSS" },
  { question: "q2", configuration: "SSS" },
];
const states: Readonly<Record<string, Partial<BatchProgress>>> = {
  idle: {},
  loading: { phase: "loading" },
  running: { ...midway, phase: "running", underWay, errors },
  waiting: { ...midway, phase: "waiting", waitingUntilEpochMs: Date.now() + 31_000, underWay },
  paused: { ...midway, phase: "paused", reason: "asked", errors },
  budget: { ...midway, phase: "paused", reason: "budget", paidUsd: 0.9974 },
  server: {
    ...midway,
    phase: "paused",
    reason: "server",
    error: {
      code: "remote-unreachable-or-cors",
      retryable: true,
      params: { url: "http://localhost:8080/v1" },
    },
  },
  storage: { ...midway, phase: "paused", reason: "storage" },
  done: { ...midway, phase: "done", done: 800, secondsLeft: 0, errors },
  elsewhere: { ...midway, phase: "running", underWay },
};

const shown = states[state];
const many = Number(/^list-(\d+)$/u.exec(state)?.[1] ?? 0);
const lab = fakeLab(
  {
    list: { status: "ready", batches: fakeSummaries(many), damaged: [] },
    running: shown === undefined || state === "elsewhere" ? null : "b1",
    rememberedCalls: many,
  },
  shown === undefined ? null : fakeOpen(shown, { elsewhere: state === "elsewhere" }),
);
const runtime = { ...createRuntime(fakeServices()), lab: () => Promise.resolve(lab) };
await runtime.start();
location.hash = shown === undefined ? paths.lab : paths.batch("b1");

const root = document.getElementById("root");
if (root !== null) {
  createRoot(root).render(
    <AppContextHolder value={{ runtime, view: createViewStore() }}>
      <App />
    </AppContextHolder>,
  );
}
