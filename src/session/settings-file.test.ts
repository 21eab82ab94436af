import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settingBounds } from "../log/setting-bounds.ts";
import { memoryStorage } from "../testing/fake-services.ts";
import { defaultPreferences, type Preferences, readPreferences } from "./preferences.ts";
import { createSettingsStore, preferencesOf } from "./settings.ts";
import { changesOf, isNothing } from "./settings-changes.ts";
import { readSettingsFile, writeSettingsFile } from "./settings-file.ts";
import { notBelow, tightenImported } from "./taken-settings.ts";
import { newTool } from "./tool-entry.ts";

const secret = "sk-never-to-be-seen";

function changed() {
  const store = createSettingsStore(memoryStorage());
  const { change, setApiKey, setToolKey } = store.getState();
  change({
    theme: "dark",
    atCap: "degrade",
    caps: { perQuestionUsd: 0.02, perDayUsd: null },
    large: { ...defaultPreferences.large, baseUrl: "https://models.example/v1", rememberKey: true },
    tools: [newTool("brave", [])],
    rememberToolKeys: true,
  });
  setApiKey(secret);
  setToolKey("brave", secret);
  return store;
}

function fileOf(preferences: Record<string, unknown>): string {
  return JSON.stringify({ format: "hopwise-settings", version: 1, preferences });
}

function readable(text: string, now: Preferences = defaultPreferences): Preferences {
  const read = readSettingsFile(text, now);
  if (!read.ok) throw new Error(`refused: ${read.place}`);
  return read.preferences;
}

function set(path: string, value: unknown): Record<string, unknown> {
  const copy: object = structuredClone(defaultPreferences);
  const parts = path.split(".");
  const last = parts.pop() ?? "";
  Reflect.set(
    parts.reduce<object>((inner, part) => Reflect.get(inner, part), copy),
    last,
    value,
  );
  return { ...copy };
}

const price = { cachedInputPerMillion: null, source: "a file", asOf: "2026-11-25" };

describe("a settings file", () => {
  it("holds every setting and no key", () => {
    const store = changed();
    const text = writeSettingsFile(store.getState());
    expect(text).not.toContain(secret);
    expect(readable(text)).toEqual(preferencesOf(store.getState()));
  });

  it.each(["{", "[]", "{}", '{"format":"hopwise-settings","version":2,"preferences":{}}'])(
    "that is none is refused: %s",
    (text) => {
      expect(readSettingsFile(text, defaultPreferences)).toEqual({ ok: false, place: null });
    },
  );

  it.each<[string, unknown]>([
    ["large.price", { inputPerMillion: -1000, outputPerMillion: 1, ...price }],
    ["large.price", { inputPerMillion: 1, outputPerMillion: 1e9, ...price }],
    ["run.maxRounds", 1e9],
    ["run.retrieval.k", 1e6],
    ["run.fallback.maxDepth", 40],
    ["run.answer.maxTokens", 1e9],
    ["run.retrieval.bm25.k1", -1],
    ["caps.perDayUsd", -1],
    ["caps.perQuestionUsd", 1e12],
    ["small.threads", 5000],
    ["privacy", "all of it"],
    ["run.prompts", { "coop-llm.plan": ["x".repeat(20_001)] }],
    ["tools", [{ ...newTool("brave", []), usdPerThousand: -5 }]],
  ])("with a value that no control could give is refused whole: %s = %j", (path, value) => {
    const read = readSettingsFile(fileOf(set(path, value)), defaultPreferences);
    expect(read.ok ? "" : read.place).toMatch(new RegExp(`^${path.replaceAll(".", "\\.")}`, "u"));
  });

  it("refuses every number of a run that is out of bounds, and takes every one within", () => {
    const paths = Object.keys(settingBounds) as (keyof typeof settingBounds)[];
    const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(fc.constantFrom(...paths), numbers, (path, value) => {
        const { min, max, whole } = settingBounds[path];
        const inside = value >= min && value <= max && (!whole || Number.isInteger(value));
        expect(readSettingsFile(fileOf(set(`run.${path}`, value)), defaultPreferences).ok).toBe(
          inside,
        );
      }),
      { numRuns: 300 },
    );
  });

  it("leaves sections that it does not have", () => {
    const store = changed();
    const now = preferencesOf(store.getState());
    store.getState().takeAll(readable(fileOf({ theme: "light" }), now));
    expect(store.getState()).toMatchObject({ theme: "light", atCap: "degrade" });
    expect(store.getState().large.baseUrl).toBe("https://models.example/v1");
  });

  it("takes the keys along when its settings come in: they were for other addresses", () => {
    const store = changed();
    store.getState().takeAll(readable(writeSettingsFile(store.getState())));
    expect(store.getState()).toMatchObject({ theme: "dark", serverKeys: {}, toolKeys: {} });
    expect(store.getState().large.rememberKey).toBe(false);
  });

  it("lowers caps, and neither raises nor removes one, whatever it says", () => {
    const cap = fc.option(fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100));
    const caps = fc.record({ perQuestionUsd: cap, perDayUsd: cap });
    const height = (value: number | null) => value ?? Number.POSITIVE_INFINITY;
    fc.assert(
      fc.property(caps, caps, (here, inFile) => {
        const store = createSettingsStore(memoryStorage());
        store.getState().change({ caps: here });
        store.getState().takeAll(readable(fileOf({ caps: inFile })));
        const { caps: now } = store.getState();
        for (const name of ["perQuestionUsd", "perDayUsd"] as const) {
          expect(height(now[name])).toBe(Math.min(height(here[name]), height(inFile[name])));
        }
      }),
    );
  });
});

describe("what a settings file would change", () => {
  const now: Preferences = {
    ...defaultPreferences,
    large: { ...defaultPreferences.large, baseUrl: "https://api.openai.com/v1", model: "m" },
    caps: { perQuestionUsd: 0.5, perDayUsd: 1 },
    privacy: "no-passages",
    tools: [newTool("wikipedia", [])],
  };
  const { run } = now;

  it("is nothing for the settings of now", () => {
    const file = readable(writeSettingsFile({ ...changed().getState(), ...now }));
    expect(isNothing(changesOf(now, file))).toBe(true);
  });

  it("is told by the origins that words would go to, new ones first", () => {
    const brave = { ...newTool("brave", []), address: "https://evil.example/search" };
    const large = { ...now.large, baseUrl: "https://evil.example/v1" };
    const { destinations } = changesOf(now, { ...now, large, tools: [brave] });
    expect(destinations.map(({ origin }) => origin)).toEqual([
      "https://evil.example",
      "https://en.wikipedia.org",
    ]);
    expect(destinations[0]?.lines).toEqual(
      expect.arrayContaining([
        { kind: "questions", tier: "large", was: "https://api.openai.com" },
        { kind: "searches", title: "Brave Search", was: "" },
      ]),
    );
    expect(destinations[1]?.lines).toEqual([{ kind: "searches-leave", title: "Wikipedia" }]);
  });

  it("tells where a small model would answer, and lets a file remember no key of it", () => {
    const server = { ...now.small.server, baseUrl: "https://evil.example/v1", rememberKey: true };
    const file = { ...now, small: { ...now.small, at: "server" as const, server } };
    const { destinations, rest } = changesOf(now, file);
    expect(destinations).toEqual([
      {
        origin: "https://evil.example",
        lines: [
          { kind: "questions", tier: "small", was: "" },
          {
            kind: "server",
            change: { what: "small.baseUrl", from: "", to: "https://evil.example/v1" },
          },
          { kind: "server", change: { what: "small.at", from: "tab", to: "server" } },
        ],
      },
    ]);
    expect(rest).toEqual([]);
    const store = createSettingsStore(memoryStorage());
    store.getState().takeAll(file);
    expect(store.getState().small).toMatchObject({ at: "server", server: { rememberKey: false } });
  });

  it("shows the price that holds now, the table's included", () => {
    const figures = { inputPerMillion: 0.4, outputPerMillion: 1.6, cachedInputPerMillion: null };
    const listed = { ...figures, source: "table", asOf: "2026-11-28" };
    const price = { ...listed, inputPerMillion: 9 };
    const table = { small: null, large: listed };
    const large = { ...now.large, price };
    expect(changesOf(now, { ...now, large }, { now: table, file: table }).money).toEqual([
      { what: "large.price.inputPerMillion", from: 0.4, to: 9 },
    ]);
  });

  it("sets no price below the table's, and does not say for the person that a model is free", () => {
    const nothing = { inputPerMillion: 0, outputPerMillion: 0, cachedInputPerMillion: null };
    const price = { ...nothing, source: "a friend", asOf: "2026-11-28", free: true };
    const file = { ...now, large: { ...now.large, price } };
    const listed = { ...price, inputPerMillion: 0.4, outputPerMillion: 1.6 };
    expect(notBelow({ small: null, large: listed }, file).large.price).toBeNull();
    expect(notBelow({ small: null, large: null }, file).large.price).toEqual(price);
    expect(tightenImported(now, file).large.price).not.toHaveProperty("free");
    expect(tightenImported(file, file).large.price).toEqual(price);
  });

  it("from before there was a server for the small model puts it into this tab", () => {
    const { at: _at, server: _server, ...old } = defaultPreferences.small;
    const there = { ...now, small: { ...now.small, at: "server" as const } };
    expect(readable(fileOf({ small: old }), there).small).toEqual(defaultPreferences.small);
  });

  it("holds caps, prices, stages, prompts, and what a file may not change", () => {
    const found = changesOf(now, {
      ...now,
      caps: { perQuestionUsd: 0.1, perDayUsd: null },
      privacy: "everything",
      atCap: "degrade",
      large: { ...now.large, price: { inputPerMillion: 0, outputPerMillion: 0, ...price } },
      run: { ...run, plan: "large", maxRounds: 20, prompts: { "coop-llm.plan": ["x"] } },
    });
    expect(found.money.map(({ what }) => what)).toEqual([
      "caps.perQuestionUsd",
      "atCap",
      "large.price.inputPerMillion",
      "large.price.outputPerMillion",
    ]);
    expect(found.privacy).toBeNull();
    expect(found.left).toEqual([
      { what: "caps.perDayUsd", from: null, to: 1 },
      { what: "privacy", from: "everything", to: "no-passages" },
    ]);
    expect(found.stages).toEqual([
      { what: "run.plan", from: "small", to: "large" },
      { what: "run.maxRounds", from: run.maxRounds, to: 20 },
    ]);
    expect(found.prompts).toEqual([{ id: "coop-llm.plan", to: "changed" }]);
  });

  it("is all that taking it changes: what is not in the list stays", () => {
    const store = createSettingsStore(memoryStorage());
    store.getState().takeAll(now);
    const file = { ...now, theme: "dark" as const, run: { ...run, maxRounds: 7 } };
    const { rest, stages, destinations, money } = changesOf(now, file);
    expect([rest.length, stages.length, destinations.length, money.length]).toEqual([1, 1, 0, 0]);
  });
});

describe("settings out of bounds that are already stored", () => {
  it("are brought within them, and nothing else of their section is lost", () => {
    const stored = {
      ...defaultPreferences,
      run: { ...defaultPreferences.run, plan: "large", maxRounds: 1e9 },
      caps: { perQuestionUsd: -3, perDayUsd: 1e9 },
      small: { modelId: "mine", device: "wasm", threads: 2.5 },
      large: {
        ...defaultPreferences.large,
        model: "m",
        price: { inputPerMillion: -1000, outputPerMillion: 1, ...price },
      },
    };
    expect(readPreferences(JSON.stringify(stored))).toMatchObject({
      run: { plan: "large", maxRounds: 20 },
      caps: { perQuestionUsd: 0, perDayUsd: 10_000 },
      small: { modelId: "mine", threads: 3 },
      large: { model: "m", price: null },
    });
  });

  it("do not come into the store from a log that is gone on with", () => {
    const store = createSettingsStore(memoryStorage());
    const { change, run } = store.getState();
    change({ run: { ...run, maxRounds: 1e9 } });
    expect(store.getState().run.maxRounds).toBe(20);
    store.getState().changeRun({ retrieval: { ...run.retrieval, k: 1e9 } });
    expect(store.getState().run.retrieval.k).toBe(20);
  });
});
