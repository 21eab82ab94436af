import { describe, expect, it } from "vitest";
import { openLog } from "../log/file.ts";
import { methods } from "../methods/index.ts";
import { fakeRun } from "../testing/fake-run.ts";
import { memoryStorage } from "../testing/fake-services.ts";
import { defaultPreferences, readPreferences, serverOf, smallServer } from "./preferences.ts";
import { allPresets, matchingPreset, onDevice, startingPreset, usesOfLarge } from "./presets.ts";
import { createSettingsStore, preferencesOf } from "./settings.ts";
import { newTool } from "./tool-entry.ts";

const newInVersion4 = new Set("gate source filter fallback answer rival rewriteBy".split(" "));
const secret = "sk-never-to-be-seen";

function storeWithKey(rememberKey: boolean) {
  const storage = memoryStorage();
  const store = createSettingsStore(storage);
  const baseUrl = "https://models.example/v1";
  store.getState().change({ large: { ...defaultPreferences.large, baseUrl, rememberKey } });
  store.getState().setApiKey(secret);
  return { storage, store };
}

const nothing = { perQuestionUsd: 0, perDayUsd: 0 };

describe("readPreferences", () => {
  it("starts with everything on this device", () => {
    const { run } = readPreferences(null);
    expect([run.plan, run.solve, run.summarise]).toEqual(["small", "small", "small"]);
    expect(matchingPreset(run)?.id).toBe("searchain-small");
  });

  it("loses one damaged section, not the others", () => {
    const text = JSON.stringify({ theme: "dark", caps: "all of it", run: { plan: "huge" } });
    expect(readPreferences(text)).toEqual({ ...defaultPreferences, theme: "dark", caps: nothing });
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

  it.each([
    ["all", "large", "large"],
    ["soft-prompt", "small", "small"],
    ["vanilla", "large", "small"],
  ] as const)(
    "lets %s be rewritten by who did before there was a choice: solve %s, %s",
    (...is) => {
      const [rewriter, solve, rewriteBy] = is;
      const { rewriteBy: _new, ...old } = { ...defaultPreferences.run, rewriter, solve };
      expect(readPreferences(JSON.stringify({ run: old })).run).toEqual({ ...old, rewriteBy });
      const chosen = { ...old, rewriteBy: "small" };
      expect(readPreferences(JSON.stringify({ run: chosen })).run.rewriteBy).toBe("small");
    },
  );

  it("keeps the rest of a group that has a new setting", () => {
    const { run } = defaultPreferences;
    const gate = { kind: "judge", by: "small", threshold: 0.9 };
    const retrieval = { ...run.retrieval, bm25: { b: 0.7 } };
    const read = readPreferences(JSON.stringify({ run: { ...run, gate, retrieval } })).run;
    expect(read.gate).toEqual({ ...run.gate, ...gate });
    expect(read.retrieval.bm25).toEqual({ ...run.retrieval.bm25, b: 0.7 });
  });

  it("loses one damaged search service, not the others, and no key that was stored in one", () => {
    const wiki = newTool("wikipedia", []);
    const template = newTool("json-template", []);
    const header = { name: "X-Key", value: secret };
    // Wikipedia has no header field.
    const other = { ...wiki, id: "other" };
    const damaged = { ...wiki, kind: "altavista" };
    const tools = [damaged, wiki, { ...other, header }, { ...template, header }, 7];
    const read = readPreferences(JSON.stringify({ tools })).tools;
    expect(read).toEqual([wiki, other, { ...template, header: { ...header, value: "" } }]);
  });

  it("starts anew where the method is gone", () => {
    const run = { ...defaultPreferences.run, method: "long-gone" };
    expect(readPreferences(JSON.stringify({ run })).run).toEqual(defaultPreferences.run);
  });

  it.each(["", "null", "[]", "{", '"text"'])("survives %j", (text) => {
    expect(readPreferences(text)).toEqual({ ...defaultPreferences, caps: nothing });
  });

  it.each([
    [
      { perQuestionUsd: "0.1", perDayUsd: 2 },
      { perQuestionUsd: 0, perDayUsd: 2 },
    ],
    [{ perDayUsd: [] }, { perQuestionUsd: null, perDayUsd: 0 }],
    [
      { perQuestionUsd: -1, perDayUsd: 1e300 },
      { perQuestionUsd: 0, perDayUsd: 10_000 },
    ],
    [[], nothing],
    [null, nothing],
  ])("takes no damaged cap for none: %j", (caps, read) => {
    expect(readPreferences(JSON.stringify({ caps })).caps).toEqual(read);
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

  it("sets a control by its path, and refuses a value that it cannot have", () => {
    const { getState } = createSettingsStore(memoryStorage());
    getState().setControl("gate.threshold", 0.7);
    getState().setControl("gate.kind", "perhaps");
    getState().setControl("filter.threshold", 7);
    expect(getState().run.gate).toMatchObject({ threshold: 0.7, kind: "off" });
    expect(getState().run.filter.threshold).toBe(defaultPreferences.run.filter.threshold);
  });

  it("writes the key nowhere by default", () => {
    const { storage } = storeWithKey(false);
    expect([...storage.map.values()].join(" ")).not.toContain(secret);
    expect(createSettingsStore(storage).getState().serverKeys).toEqual({});
  });

  it("keeps the key when asked to, apart from the preferences, and forgets it when asked to", () => {
    const { storage, store } = storeWithKey(true);
    expect(createSettingsStore(storage).getState().serverKeys).toEqual({
      "https://models.example": secret,
    });
    expect(JSON.stringify(preferencesOf(store.getState()))).not.toContain(secret);
    expect(storage.map.get("hopwise.preferences")).not.toContain(secret);
    store.getState().reset();
    expect([...storage.map.values()].join(" ")).not.toContain(secret);
  });
});

describe("presets", () => {
  it("are told from the settings alone", () => {
    for (const preset of allPresets()) expect(matchingPreset(preset.settings)?.id).toBe(preset.id);
    expect(matchingPreset({ ...defaultPreferences.run, maxRounds: 3 })).toBeNull();
  });

  const facts = { heads: true, tools: [], routerTools: null };

  it.each(methods.all.map((method) => [method.id, method] as const))(
    "of %s begin with one that runs with nothing set up",
    (_, method) => {
      const preset = startingPreset(method, { ...facts, large: false });
      expect(preset?.settings.method).toBe(method.id);
      expect(usesOfLarge(preset?.settings ?? defaultPreferences.run)).toEqual([]);
    },
  );

  it("of CoopLLM are told from logs of version 3, which knew nothing of the newer settings", () => {
    const [start] = fakeRun();
    const coopLlm = allPresets().filter(({ settings }) => settings.method === "coop-llm");
    expect(coopLlm.some(({ settings }) => settings.solve === "large")).toBe(true);
    for (const { id, settings } of coopLlm) {
      const old = Object.entries(settings).filter(([name]) => !newInVersion4.has(name));
      const log = [{ ...start, version: 3, settings: Object.fromEntries(old) }];
      const [opened] = openLog(log);
      if (opened?.type !== "run-start") throw new Error("the log does not begin");
      expect(matchingPreset(opened.settings)?.id).toBe(id);
    }
  });

  it("can all be done on the device", () => {
    for (const { settings } of allPresets()) expect(usesOfLarge(onDevice(settings))).toEqual([]);
  });
});

describe("the small model's place", () => {
  const server = { ...defaultPreferences.large, baseUrl: "http://localhost:11434/v1", model: "m" };
  const small = { modelId: "mine", device: "wasm", threads: 2 };

  it("is this tab for whoever stored settings before there was a choice", () => {
    const read = readPreferences(JSON.stringify({ small }));
    expect(read.small).toEqual({ ...small, at: "tab", server: defaultPreferences.large });
    expect(smallServer(read.small)).toBeNull();
  });

  it("is kept, with its server", () => {
    const read = readPreferences(JSON.stringify({ small: { ...small, at: "server", server } }));
    expect(smallServer(read.small)).toEqual(server);
    expect(serverOf(read, "small")).toEqual(server);
    expect(serverOf(read, "large")).toEqual(defaultPreferences.large);
  });

  it("is this tab where its server cannot be read, and the model in the tab is kept", () => {
    const broken = { ...small, at: "server", server: { baseUrl: 7 } };
    expect(readPreferences(JSON.stringify({ small: broken })).small).toEqual({
      ...small,
      at: "tab",
      server: defaultPreferences.large,
    });
  });

  it("keeps a server whose price cannot be, without the price", () => {
    const dear = { ...server, price: { inputPerMillion: -1 } };
    const read = readPreferences(
      JSON.stringify({ small: { ...small, at: "server", server: dear } }),
    );
    expect(read.small.server).toEqual(server);
  });
});
