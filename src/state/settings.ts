/** The settings store: preferences that persist, and the key that does not unless asked. */
import * as z from "zod/mini";
import { createStore, type StoreApi } from "zustand/vanilla";
import { type ControlPath, type ControlValue, withControl } from "../core/controls.ts";
import type { PlanChoice, PromptEdits, RunSettings, Stage } from "../core/types.ts";
import { defaultPreferences, type Preferences, readPreferences } from "./preferences.ts";
import { stricter } from "./private-run.ts";
import type { KeyValueStorage } from "./services.ts";
import { withoutLiteralKeys } from "./tools.ts";

const preferencesKey = "hopwise.preferences";
/** Apart from the preferences, so that no export of those can ever hold it. */
const secretKey = "hopwise.large-model-key";
const toolSecretsKey = "hopwise.search-keys";

export interface SettingsState extends Preferences {
  /** The large model's key. In memory; stored only while `large.rememberKey` is on. */
  apiKey: string;
  /** Keys of search services, by tool id. In memory; stored only while `rememberToolKeys` is on. */
  toolKeys: Readonly<Record<string, string>>;
  change(patch: Partial<Preferences>): void;
  changeRun(patch: Partial<RunSettings>): void;
  /** A person's texts for a prompt; null puts its own back. */
  setPrompt(id: string, texts: readonly string[] | null): void;
  /** Puts the own texts of all prompts back. */
  resetPrompts(): void;
  setStage(stage: Stage, choice: PlanChoice): void;
  /** A value that the control cannot have changes nothing. */
  setControl(path: ControlPath, value: ControlValue): void;
  setApiKey(key: string): void;
  setToolKey(id: string, key: string): void;
  /** Settings from elsewhere. Keys are forgotten: they were for the addresses that were. */
  takeAll(preferences: Preferences): void;
  reset(): void;
}

export type SettingsStore = StoreApi<SettingsState>;

export function createSettingsStore(storage: KeyValueStorage): SettingsStore {
  const read = readPreferences(storage.get(preferencesKey));
  const store = createStore<SettingsState>()((set) => ({
    ...read,
    apiKey: read.large.rememberKey ? (storage.get(secretKey) ?? "") : "",
    toolKeys: read.rememberToolKeys ? readKeys(storage.get(toolSecretsKey)) : {},
    change: (patch) => set(patch),
    changeRun: (patch) => set((state) => ({ run: { ...state.run, ...patch } })),
    setPrompt: (id, texts) => set((state) => ({ run: withPrompt(state.run, id, texts) })),
    resetPrompts: () => set((state) => ({ run: withPrompts(state.run, {}) })),
    setStage: (stage, choice) => set((state) => ({ run: withStage(state.run, stage, choice) })),
    setControl: (path, value) =>
      set((state) => ({ run: withControl(state.run, path, value) ?? state.run })),
    setApiKey: (apiKey) => set({ apiKey }),
    setToolKey: (id, key) => set((state) => ({ toolKeys: { ...state.toolKeys, [id]: key } })),
    // A file may be anyone's: it never lets more leave than the person does.
    takeAll: (preferences) =>
      set(({ privacy }) => ({
        ...preferences,
        privacy: stricter(privacy, preferences.privacy),
        apiKey: "",
        toolKeys: {},
      })),
    reset: () => set({ ...defaultPreferences, apiKey: "", toolKeys: {} }),
  }));
  store.subscribe((state) => {
    storage.set(preferencesKey, JSON.stringify(preferencesOf(state)));
    if (state.large.rememberKey && state.apiKey !== "") storage.set(secretKey, state.apiKey);
    else storage.remove(secretKey);
    if (state.rememberToolKeys) storage.set(toolSecretsKey, JSON.stringify(keysInUse(state)));
    else storage.remove(toolSecretsKey);
  });
  return store;
}

/** Only what may be written down or exported: no key, no functions. */
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

/** The key of a service that was removed is forgotten with it. */
function keysInUse({ tools, toolKeys }: SettingsState): Record<string, string> {
  return Object.fromEntries(tools.map(({ id }) => [id, toolKeys[id] ?? ""]));
}

const keyRecord = z.record(z.string(), z.string());

function readKeys(text: string | null): Record<string, string> {
  try {
    const read = keyRecord.safeParse(JSON.parse(text ?? "{}"));
    return read.success ? read.data : {};
  } catch {
    // Damaged storage is the same as none: the keys are entered anew.
    return {};
  }
}

function withPrompt(run: RunSettings, id: string, texts: readonly string[] | null): RunSettings {
  const { [id]: _before, ...others } = run.prompts ?? {};
  return withPrompts(run, texts === null ? others : { ...others, [id]: [...texts] });
}

/** Settings without any changed prompt do not tell of prompts. */
function withPrompts({ prompts: _before, ...run }: RunSettings, prompts: PromptEdits): RunSettings {
  return Object.keys(prompts).length === 0 ? run : { ...run, prompts };
}

/** Only planning can be off; and solving is many small calls, which the paper's Decision is not asked for. */
function withStage(run: RunSettings, stage: Stage, choice: PlanChoice): RunSettings {
  if (stage === "plan") return { ...run, plan: choice };
  if (choice === "off" || (stage === "solve" && choice === "decide")) return run;
  return { ...run, [stage]: choice };
}
