/** The settings store: preferences that persist, and the key that does not unless asked. */
import { createStore, type StoreApi } from "zustand/vanilla";
import type { RunSettings, Stage, TierChoice } from "../core/types.ts";
import { defaultPreferences, type Preferences, readPreferences } from "./preferences.ts";
import type { KeyValueStorage } from "./services.ts";

const preferencesKey = "hopwise.preferences";
/** Apart from the preferences, so that no export of those can ever hold it. */
const secretKey = "hopwise.large-model-key";

export interface SettingsState extends Preferences {
  /** The large model's key. In memory; stored only while `large.rememberKey` is on. */
  apiKey: string;
  change(patch: Partial<Preferences>): void;
  changeRun(patch: Partial<RunSettings>): void;
  setStage(stage: Stage, choice: TierChoice): void;
  setApiKey(key: string): void;
  reset(): void;
}

export type SettingsStore = StoreApi<SettingsState>;

export function createSettingsStore(storage: KeyValueStorage): SettingsStore {
  const read = readPreferences(storage.get(preferencesKey));
  const store = createStore<SettingsState>()((set) => ({
    ...read,
    apiKey: read.large.rememberKey ? (storage.get(secretKey) ?? "") : "",
    change: (patch) => set(patch),
    changeRun: (patch) => set((state) => ({ run: { ...state.run, ...patch } })),
    setStage: (stage, choice) => set((state) => ({ run: withStage(state.run, stage, choice) })),
    setApiKey: (apiKey) => set({ apiKey }),
    reset: () => set({ ...defaultPreferences, apiKey: "" }),
  }));
  store.subscribe((state) => {
    storage.set(preferencesKey, JSON.stringify(preferencesOf(state)));
    if (state.large.rememberKey && state.apiKey !== "") storage.set(secretKey, state.apiKey);
    else storage.remove(secretKey);
  });
  return store;
}

/** Only what may be written down or exported: no key, no functions. */
export function preferencesOf(state: SettingsState): Preferences {
  const { theme, run, small, large, caps, referencePrice } = state;
  return { theme, run, small, large, caps, referencePrice };
}

function withStage(run: RunSettings, stage: Stage, choice: TierChoice): RunSettings {
  // Solving is many small calls; the paper's Decision is asked for plan and summary only.
  if (stage === "solve") return choice === "decide" ? run : { ...run, solve: choice };
  return { ...run, [stage]: choice };
}
