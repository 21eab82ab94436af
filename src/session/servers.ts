/** The servers of the settings: which model answers where, and whether one can. */
import { AppError, type ErrorData } from "../log/errors.ts";
import type { RunSettings, Tier } from "../log/types.ts";
import type { ChatModel } from "../runtime/ports.ts";
import { keyFor } from "./keyring.ts";
import { isConfigured, serverOf, smallServer } from "./preferences.ts";
import { onDevice, usesOfLarge, withoutDecisions } from "./presets.ts";
import type { BudgetScope, ServerRequest, Services } from "./services.ts";
import type { SettingsStore } from "./settings.ts";

export function serverRequest(store: SettingsStore, tier: Tier): ServerRequest {
  const settings = serverOf(store.getState(), tier);
  const { serverKeys, caps } = store.getState();
  return { tier, settings, key: keyFor(serverKeys, settings.baseUrl), caps };
}

type Connect = Pick<Services, "connectServer">;

/** Null if the settings do not use it, or if there is none. */
export async function connectLarge(
  { connectServer }: Connect,
  store: SettingsStore,
  chosen: RunSettings,
  from: BudgetScope,
): Promise<ChatModel | null> {
  const request = serverRequest(store, "large");
  if (usesOfLarge(chosen).length === 0 || !isConfigured(request.settings)) return null;
  return connectServer(request, from);
}

/** Null: it runs in this tab. */
export async function connectSmall(
  { connectServer }: Connect,
  store: SettingsStore,
  from: BudgetScope,
): Promise<ChatModel | null> {
  if (smallServer(store.getState().small) === null) return null;
  return connectServer(serverRequest(store, "small"), from);
}

/** Without a configured large model the small one does its work; the page says so beforehand. */
export function ableNow(store: SettingsStore): RunSettings {
  const { run, large } = store.getState();
  return !isConfigured(large) && needsLarge(run) ? onDevice(run) : run;
}

/** Settings that can run now, or why they cannot. */
export function runnable(store: SettingsStore, chosen: RunSettings): RunSettings | ErrorData {
  const { small, large } = store.getState();
  const server = smallServer(small);
  if (server !== null && !isConfigured(server)) {
    return new AppError("remote-not-configured", { tier: "small" }).toData();
  }
  if (isConfigured(large)) return chosen;
  if (needsLarge(chosen)) return new AppError("remote-not-configured").toData();
  return withoutDecisions(chosen);
}

function needsLarge(chosen: RunSettings): boolean {
  return usesOfLarge(chosen).some(({ level }) => level === "error");
}
