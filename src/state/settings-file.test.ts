import { describe, expect, it } from "vitest";
import { memoryStorage } from "../__fixtures__/fake-services.ts";
import { defaultPreferences } from "./preferences.ts";
import { createSettingsStore, preferencesOf } from "./settings.ts";
import { readSettingsFile, writeSettingsFile } from "./settings-file.ts";

const secret = "sk-never-to-be-seen";

function changed() {
  const store = createSettingsStore(memoryStorage());
  const { change, setApiKey, setToolKey } = store.getState();
  change({
    theme: "dark",
    atCap: "degrade",
    caps: { perQuestionUsd: 0.02, perDayUsd: null },
    large: { ...defaultPreferences.large, baseUrl: "https://models.example/v1", rememberKey: true },
    rememberToolKeys: true,
  });
  setApiKey(secret);
  setToolKey("brave", secret);
  return store;
}

describe("a settings file", () => {
  it("holds every setting and no key", () => {
    const store = changed();
    const text = writeSettingsFile(store.getState());
    expect(text).not.toContain(secret);
    const { large, ...rest } = preferencesOf(store.getState());
    expect(readSettingsFile(text)).toEqual({
      ...rest,
      large: { ...large, rememberKey: false },
      rememberToolKeys: false,
    });
  });

  it.each(["{", "[]", "{}", '{"format":"hopwise-settings","version":2,"preferences":{}}'])(
    "that is none is refused: %s",
    (text) => {
      expect(readSettingsFile(text)).toBeNull();
    },
  );

  it("takes the keys along when its settings come in: they were for other addresses", () => {
    const store = changed();
    const read = readSettingsFile(writeSettingsFile(store.getState()));
    expect(read).not.toBeNull();
    if (read !== null) store.getState().takeAll(read);
    expect(store.getState()).toMatchObject({ theme: "dark", largeKeys: {}, toolKeys: {} });
  });
});
