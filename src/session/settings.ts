/** Preferences persist; keys only on request. */
import * as z from "zod/mini";
import { createStore, type StoreApi } from "zustand/vanilla";
import {
  type PlanChoice,
  type PromptEdits,
  type RunSettings,
  type Stage,
  type Tier,
  tier,
} from "../log/types.ts";
import { originOf } from "../models/bound-key.ts";
import {
  type ControlPath,
  type ControlValue,
  type OwnSettings,
  withControl,
} from "../runtime/controls.ts";
import { type KeysByOrigin, onlyFor, readKeys, withKey } from "./keyring.ts";
import {
  defaultPreferences,
  type Preferences,
  readPreferences,
  type ServerPreferences,
  serverOf,
} from "./preferences.ts";
import { findMethodInfo, inBounds } from "./presets.ts";
import type { KeyValueStorage } from "./services.ts";
import { tightenImported } from "./taken-settings.ts";
import { type StoredTool, withoutLiteralKeys } from "./tools.ts";

const preferencesKey = "hopwise.preferences";
/**
 * Kept apart from the preferences, so that no export can contain it. Despite its name, it holds
 * both tiers' keys.
 */
const secretKey = "hopwise.large-model-key";
const toolSecretsKey = "hopwise.search-keys";

export interface SettingsState extends Preferences {
  /** Keyed by origin, in memory; the current address's key is stored while `rememberKey` is on. */
  serverKeys: KeysByOrigin;
  /** Keyed by tool id; stored while `rememberToolKeys` is on. */
  toolKeys: Readonly<Record<string, KeysByOrigin>>;
  change(patch: Partial<Preferences>): void;
  changeRun(patch: Partial<RunSettings>): void;
  /** Null restores the original. */
  setPrompt(id: string, texts: readonly string[] | null): void;
  resetPrompts(): void;
  setStage(stage: Stage, choice: PlanChoice): void;
  /** Ignores values that the control does not allow. */
  setControl(path: ControlPath, value: ControlValue): void;
  /** The key is for the current address, never sent elsewhere. "" removes it. */
  setApiKey(key: string, tier?: Tier): void;
  setToolKey(id: string, key: string): void;
  /**
   * The user confirmed them; they loosen nothing (`taken`). Forgets all keys: they belonged to the
   * previous addresses.
   */
  takeAll(preferences: Preferences): void;
  reset(): void;
}

export type SettingsStore = StoreApi<SettingsState>;

export function createSettingsStore(storage: KeyValueStorage): SettingsStore {
  const read = readPreferences(storage.get(preferencesKey));
  const organisations = new Map<string, string>();
  const store = createStore<SettingsState>()((set) => ({
    ...read,
    ...storedKeys(storage, read),
    change: (patch) => set((before) => changed(before, patch, organisations)),
    changeRun: (patch) =>
      set((state) => ({ run: inBounds({ ...before(state.run, patch), ...patch }) })),
    setPrompt: (id, texts) => set((state) => ({ run: withPrompt(state.run, id, texts) })),
    resetPrompts: () => set((state) => ({ run: withPrompts(state.run, {}) })),
    setStage: (stage, choice) => set((state) => ({ run: withStage(state.run, stage, choice) })),
    setControl: (path, value) =>
      set((state) => ({
        run: withControl(state.run, path, value, ownOf(state.run)) ?? state.run,
      })),
    setApiKey: (key, tier = "large") =>
      set((state) => {
        const { baseUrl } = serverOf(state, tier);
        return { serverKeys: withKey(state.serverKeys, baseUrl, key) };
      }),
    setToolKey: (id, key) => set((state) => withToolKey(state, id, key)),
    takeAll: (preferences) =>
      set((state) => ({
        ...tightenImported(preferencesOf(state), preferences),
        serverKeys: {},
        toolKeys: {},
      })),
    reset: () => set({ ...defaultPreferences, serverKeys: {}, toolKeys: {} }),
  }));
  store.subscribe((state) => {
    const remembered = rememberedKeys(state);
    storage.set(preferencesKey, JSON.stringify(preferencesOf(state)));
    if (Object.keys(remembered).length > 0) storage.set(secretKey, JSON.stringify(remembered));
    else storage.remove(secretKey);
    if (state.rememberToolKeys) storage.set(toolSecretsKey, JSON.stringify(keysInUse(state)));
    else storage.remove(toolSecretsKey);
  });
  return store;
}

function rememberedKeys(state: SettingsState): KeysByOrigin {
  const kept = tier.options
    .map((one) => serverOf(state, one))
    .filter(({ rememberKey }) => rememberKey);
  return Object.assign({}, ...kept.map(({ baseUrl }) => onlyFor(state.serverKeys, baseUrl)));
}

/** Most presets lack `worth`, which turns it off. */
function before(run: RunSettings, patch: Partial<RunSettings>): RunSettings {
  if (patch.method === undefined) return run;
  const { worth: _weighed, ...rest } = run;
  return rest;
}

function ownOf({ method }: RunSettings): OwnSettings {
  return findMethodInfo(method)?.settings ?? {};
}

/** Values stay within bounds; those tied to an origin stay with it. */
function changed(
  before: SettingsState,
  patch: Partial<Preferences>,
  organisations: Map<string, string>,
): Partial<SettingsState> {
  const { run, small, large, tools } = patch;
  const server =
    small === undefined ? null : ofItsOrigin(before.small.server, small.server, organisations);
  return {
    ...patch,
    ...(run === undefined ? {} : { run: inBounds(run) }),
    ...(small === undefined || server === null ? {} : { small: { ...small, server } }),
    ...(large === undefined ? {} : { large: ofItsOrigin(before.large, large, organisations) }),
    ...(tools === undefined ? {} : { toolKeys: keysOf(tools, before.toolKeys) }),
  };
}

/** An organisation is one provider's id: dropped with the address, restored when that returns. */
function ofItsOrigin(
  before: ServerPreferences,
  next: ServerPreferences,
  organisations: Map<string, string>,
): ServerPreferences {
  const [from, to] = [originOf(before.baseUrl), originOf(next.baseUrl)];
  if (from === to || from === "" || next.organisation !== before.organisation) return next;
  organisations.set(from, before.organisation);
  return { ...next, organisation: organisations.get(to) ?? "" };
}

function keysOf(tools: readonly StoredTool[], keys: SettingsState["toolKeys"]) {
  const ids = new Set(tools.map(({ id }) => id));
  return Object.fromEntries(Object.entries(keys).filter(([id]) => ids.has(id)));
}

function withToolKey(
  { tools, toolKeys }: SettingsState,
  id: string,
  key: string,
): Partial<SettingsState> {
  const address = tools.find((tool) => tool.id === id)?.address ?? "";
  return { toolKeys: { ...toolKeys, [id]: withKey(toolKeys[id], address, key) } };
}

export function preferencesOf(state: SettingsState): Preferences {
  const {
    theme,
    run,
    privacy,
    library,
    small,
    large,
    caps,
    atCap,
    rememberToolKeys,
    referencePrice,
  } = state;
  const tools = state.tools.map(withoutLiteralKeys);
  return {
    theme,
    run,
    privacy,
    library,
    small,
    large,
    caps,
    atCap,
    tools,
    rememberToolKeys,
    referencePrice,
  };
}

function keysInUse({ tools, toolKeys }: SettingsState): Record<string, KeysByOrigin> {
  return Object.fromEntries(
    tools.map(({ id, address }) => [id, onlyFor(toolKeys[id], address)] as const),
  );
}

function storedKeys(
  storage: KeyValueStorage,
  { small, large, tools, rememberToolKeys }: Preferences,
): Pick<SettingsState, "serverKeys" | "toolKeys"> {
  const remembers = large.rememberKey || small.server.rememberKey;
  const ofServers = remembers ? storage.get(secretKey) : null;
  const ofTools = rememberToolKeys ? objectIn(storage.get(toolSecretsKey)) : {};
  return {
    // An earlier version stored the large model's bare key.
    serverKeys: ofServers === null ? {} : readKeys(objectIn(ofServers) ?? ofServers, large.baseUrl),
    toolKeys: Object.fromEntries(
      tools.map(({ id, address }) => [id, readKeys(ofTools?.[id], address)] as const),
    ),
  };
}

function objectIn(text: string | null): Record<string, unknown> | null {
  try {
    const read = anyObject.safeParse(JSON.parse(text ?? ""));
    return read.success ? read.data : null;
  } catch {
    // Keys must be entered again.
    return null;
  }
}

const anyObject = z.record(z.string(), z.unknown());

function withPrompt(run: RunSettings, id: string, texts: readonly string[] | null): RunSettings {
  const { [id]: _before, ...others } = run.prompts ?? {};
  return withPrompts(run, texts === null ? others : { ...others, [id]: [...texts] });
}

function withPrompts({ prompts: _before, ...run }: RunSettings, prompts: PromptEdits): RunSettings {
  return Object.keys(prompts).length === 0 ? run : { ...run, prompts };
}

/**
 * Only planning can be off. The paper's Decision does not cover solving, which is many small calls.
 */
function withStage(run: RunSettings, stage: Stage, choice: PlanChoice): RunSettings {
  if (stage === "plan") return { ...run, plan: choice };
  if (choice === "off" || (stage === "solve" && choice === "decide")) return run;
  return { ...run, [stage]: choice };
}
