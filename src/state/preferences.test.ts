import { describe, expect, it } from "vitest";
import { memoryStorage } from "../__fixtures__/fake-services.ts";
import { defaultPreferences, readPreferences } from "./preferences.ts";
import { matchingPreset, presets } from "./presets.ts";
import { createSettingsStore, preferencesOf } from "./settings.ts";

const secret = "sk-never-to-be-seen";

function storeWithKey(rememberKey: boolean) {
  const storage = memoryStorage();
  const store = createSettingsStore(storage);
  store.getState().change({ large: { ...defaultPreferences.large, rememberKey } });
  store.getState().setApiKey(secret);
  return { storage, store };
}

describe("readPreferences", () => {
  it("starts with everything on this device", () => {
    const { run } = readPreferences(null);
    expect([run.plan, run.solve, run.summarise]).toEqual(["small", "small", "small"]);
    expect(matchingPreset(run)?.id).toBe("searchain-small");
  });

  it("loses one damaged section, not the others", () => {
    const text = JSON.stringify({ theme: "dark", caps: "all of it", run: { plan: "huge" } });
    expect(readPreferences(text)).toEqual({ ...defaultPreferences, theme: "dark" });
  });

  it("keeps what was chosen before a setting came to be", () => {
    const {
      reader: _reader,
      rerank: _rerank,
      ...old
    } = { ...defaultPreferences.run, maxRounds: 3 };
    const { run } = readPreferences(JSON.stringify({ run: old }));
    expect(run).toEqual({ ...defaultPreferences.run, maxRounds: 3 });
  });

  it.each(["", "null", "[]", "{", '"text"'])("survives %j", (text) => {
    expect(readPreferences(text)).toEqual(defaultPreferences);
  });
});

describe("the settings store", () => {
  it("remembers what was set", () => {
    const storage = memoryStorage();
    createSettingsStore(storage).getState().setStage("plan", "decide");
    expect(createSettingsStore(storage).getState().run.plan).toBe("decide");
  });

  it("offers no Decision for solving", () => {
    const store = createSettingsStore(memoryStorage());
    store.getState().setStage("solve", "decide");
    expect(store.getState().run.solve).toBe("small");
  });

  it("writes the key nowhere by default", () => {
    const { storage } = storeWithKey(false);
    expect([...storage.map.values()].join(" ")).not.toContain(secret);
    expect(createSettingsStore(storage).getState().apiKey).toBe("");
  });

  it("keeps the key when asked to, apart from the preferences, and forgets it when asked to", () => {
    const { storage, store } = storeWithKey(true);
    expect(createSettingsStore(storage).getState().apiKey).toBe(secret);
    expect(JSON.stringify(preferencesOf(store.getState()))).not.toContain(secret);
    expect(storage.map.get("hopwise.preferences")).not.toContain(secret);
    store.getState().reset();
    expect([...storage.map.values()].join(" ")).not.toContain(secret);
  });
});

describe("presets", () => {
  it("are told from the settings alone", () => {
    for (const preset of presets) expect(matchingPreset(preset.settings)?.id).toBe(preset.id);
    expect(matchingPreset({ ...defaultPreferences.run, maxRounds: 3 })).toBeNull();
  });
});
