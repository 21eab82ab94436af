/** React context for the runtime, and hooks for its stores. */
import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { ScreeningState } from "../../features/ask/screening-store.ts";
import type { LibrariesState } from "../../features/library/store.ts";
import type { WorthState } from "../../features/worth/store.ts";
import type { Tier } from "../../log/types.ts";
import type { DeviceState } from "../../session/device-store.ts";
import type { RetryPoint } from "../../session/retry-point.ts";
import type { RouterState } from "../../session/router-store.ts";
import type { RunState } from "../../session/run-store.ts";
import type { SettingsState } from "../../session/settings.ts";
import type { Runtime } from "./runtime.ts";
import type { ViewState, ViewStore } from "./view-store.ts";

export interface AppContext {
  runtime: Runtime;
  view: ViewStore;
}

export const AppContextHolder = createContext<AppContext | null>(null);

export function useApp(): AppContext {
  const app = useContext(AppContextHolder);
  if (app === null) throw new Error("No runtime was given to the page.");
  return app;
}

export function useRuntime(): Runtime {
  return useApp().runtime;
}

export const questionFieldId = "question";
/** The slot under the meter where a wide page opens a step. */
export const stepRoomId = "step-room";
export const askButtonId = "ask";
export const stopButtonId = "stop";

/** Retries, and moves the focus from the disappearing button to the stop button. */
export function useRetry(): (point: RetryPoint, tier: Tier | null) => void {
  const { runtime, view } = useApp();
  return (point, tier) => {
    view.getState().select(null);
    void runtime.retry(point, tier);
    focusOnRun();
  };
}

/** For a button that disappears when it starts a run. */
export function focusOnRun(): void {
  requestAnimationFrame(() => {
    // A short run may already be over.
    const next = document.getElementById(stopButtonId) ?? document.getElementById(askButtonId);
    next?.focus();
  });
}

export function useView<T>(select: (state: ViewState) => T): T {
  return useStore(useApp().view, select);
}

export function useScreening<T>(select: (state: ScreeningState) => T): T {
  return useStore(useApp().runtime.screening, select);
}

export function useRun<T>(select: (state: RunState) => T): T {
  return useStore(useApp().runtime.run, select);
}

export function useSettings<T>(select: (state: SettingsState) => T): T {
  return useStore(useApp().runtime.settings, select);
}

export function useLibraries<T>(select: (state: LibrariesState) => T): T {
  return useStore(useApp().runtime.libraries, select);
}

export function useRouter<T>(select: (state: RouterState) => T): T {
  return useStore(useApp().runtime.router, select);
}

export function useWorth<T>(select: (state: WorthState) => T): T {
  return useStore(useApp().runtime.worth, select);
}

export function useDevice<T>(select: (state: DeviceState) => T): T {
  return useStore(useApp().runtime.device, select);
}
