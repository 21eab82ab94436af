import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { originOf, secretFor } from "../models/bound-key.ts";
import { memoryLedger, type SpendingCaps } from "../models/budget/spending-cap.ts";
import { remotePresets } from "../models/openai-compatible/presets.ts";
import { memoryStorage } from "../testing/fake-services.ts";
import { newBudgetScope } from "./budget-scope.ts";
import { keyFor, originOfUnusedKey } from "./keyring.ts";
import { defaultPreferences } from "./preferences.ts";
import { testServer } from "./server-model.ts";
import { createSettingsStore, type SettingsStore } from "./settings.ts";
import { newTool } from "./tool-entry.ts";
import { toolInput } from "./tool-maker.ts";

const addresses = [
  ...remotePresets.map(({ baseUrl }) => baseUrl),
  "http://localhost:8080/v1",
  "http://localhost:8081/v1",
  "http://api.openai.com/v1",
  "https://api.openai.com:8443/v1",
  "https://api.openai.com.evil.example/v1",
  "https://user:pass@api.openai.com/v1",
  "https://evil.example/api.openai.com/v1",
  "https://evil.example/?q={query}&key={key}",
  "data:text/plain,a",
  "file:///tmp",
  "nonsense",
  "",
];
const anAddress = fc.constantFrom(...addresses);

const keyOf = (address: string) => `key-of-${originOf(address).replaceAll(/[^a-z0-9]/gu, "-")}`;

function setAddress(store: SettingsStore, baseUrl: string): void {
  const { change, large } = store.getState();
  change({ large: { ...large, baseUrl } });
}

function setSmallAddress(store: SettingsStore, baseUrl: string): void {
  const { change, small } = store.getState();
  change({ small: { ...small, at: "server", server: { ...small.server, baseUrl } } });
}

function setToolAddress(store: SettingsStore, address: string): void {
  const { change, tools } = store.getState();
  change({ tools: tools.map((tool) => ({ ...tool, address })) });
}

const step = fc.oneof(
  anAddress.map((address) => (store: SettingsStore) => setAddress(store, address)),
  anAddress.map((address) => (store: SettingsStore) => setToolAddress(store, address)),
  fc.constant((store: SettingsStore) => {
    store.getState().setApiKey(keyOf(store.getState().large.baseUrl));
  }),
  anAddress.map((address) => (store: SettingsStore) => setSmallAddress(store, address)),
  fc.constant((store: SettingsStore) => {
    const { setApiKey, small } = store.getState();
    setApiKey(keyOf(small.server.baseUrl), "small");
  }),
  fc.boolean().map((rememberKey) => (store: SettingsStore) => {
    const { change, small } = store.getState();
    change({ small: { ...small, server: { ...small.server, rememberKey } } });
  }),
  fc.constant((store: SettingsStore) => {
    const { tools, setToolKey } = store.getState();
    for (const { id, address } of tools) setToolKey(id, keyOf(address));
  }),
  fc.boolean().map((rememberKey) => (store: SettingsStore) => {
    const { change, large } = store.getState();
    change({ large: { ...large, rememberKey }, rememberToolKeys: rememberKey });
  }),
  fc.constant((store: SettingsStore) => store.getState().setApiKey("")),
  anAddress.map((address) => (store: SettingsStore) => {
    store.getState().change({ tools: [] });
    store.getState().change({ tools: [{ ...newTool("json-template", []), address }] });
  }),
);

function expectOwnKeys(store: SettingsStore): void {
  const { small, large, serverKeys, tools, toolKeys } = store.getState();
  for (const { baseUrl } of [large, small.server]) {
    expect(["", keyOf(baseUrl)]).toContain(secretFor(keyFor(serverKeys, baseUrl), baseUrl));
  }
  for (const tool of tools) {
    const input = toolInput(tool, keyFor(toolKeys[tool.id], tool.address));
    expect(["", keyOf(tool.address)]).toContain(input["apiKey"]);
  }
}

describe("a key", () => {
  it("is at hand for its own origin only, whatever is changed, remembered and loaded again", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), fc.nat(19), (steps, reloadAt) => {
        const storage = memoryStorage();
        let store = createSettingsStore(storage);
        store.getState().change({ tools: [newTool("brave", [])] });
        for (const [index, act] of steps.entries()) {
          act(store);
          if (index === reloadAt) store = createSettingsStore(storage);
          expectOwnKeys(store);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("comes back with its address, and a person can be told whose it is meanwhile", () => {
    const store = createSettingsStore(memoryStorage());
    setAddress(store, "https://a.example/v1");
    store.getState().setApiKey("of-a");
    setAddress(store, "https://b.example/v1");
    const there = store.getState();
    expect(keyFor(there.serverKeys, there.large.baseUrl)).toBeNull();
    expect(originOfUnusedKey(there.serverKeys, there.large.baseUrl)).toBe("https://a.example");
    setAddress(store, "https://a.example/other/v2");
    const back = store.getState();
    expect(keyFor(back.serverKeys, back.large.baseUrl)?.secret).toBe("of-a");
    expect(originOfUnusedKey(back.serverKeys, back.large.baseUrl)).toBeNull();
  });

  it("of each tier is remembered by itself, and none is taken for the other's unused one", () => {
    const storage = memoryStorage();
    const store = createSettingsStore(storage);
    setAddress(store, "https://a.example/v1");
    setSmallAddress(store, "http://localhost:8080/v1");
    store.getState().setApiKey("of-a");
    const { serverKeys } = store.getState();
    expect(keyFor(serverKeys, "http://localhost:8080/v1")).toBeNull();
    const [small, large] = ["http://localhost:8080/v1", "https://a.example/v1"];
    expect(originOfUnusedKey(serverKeys, small, large)).toBeNull();
    expect(originOfUnusedKey(serverKeys, small, "https://b.example")).toBe("https://a.example");
    store.getState().setApiKey("of-small", "small");
    const remembering = { ...store.getState().small.server, rememberKey: true };
    const { change } = store.getState();
    change({ small: { ...store.getState().small, server: remembering } });
    expect(createSettingsStore(storage).getState().serverKeys).toEqual({
      "http://localhost:8080": "of-small",
    });
    change({ large: { ...store.getState().large, rememberKey: true } });
    expect(createSettingsStore(storage).getState().serverKeys).toEqual({
      "http://localhost:8080": "of-small",
      "https://a.example": "of-a",
    });
  });

  it("that was remembered is stored with its origin: another address in storage does not get it", () => {
    const storage = memoryStorage();
    const store = createSettingsStore(storage);
    setAddress(store, "https://a.example/v1");
    store.getState().change({ large: { ...store.getState().large, rememberKey: true } });
    store.getState().setApiKey("of-a");
    const stored = storage.get("hopwise.preferences") ?? "";
    storage.set("hopwise.preferences", stored.replace("https://a.example", "https://evil.example"));
    const { large, serverKeys } = createSettingsStore(storage).getState();
    expect(large.baseUrl).toBe("https://evil.example/v1");
    expect(keyFor(serverKeys, large.baseUrl)).toBeNull();
  });

  it("of an earlier version is the address's that was stored beside it", () => {
    const large = {
      ...defaultPreferences.large,
      baseUrl: "https://a.example/v1",
      rememberKey: true,
    };
    const tools = [{ ...newTool("brave", []), address: "https://b.example/search" }];
    const storage = memoryStorage({
      "hopwise.preferences": JSON.stringify({ large, tools, rememberToolKeys: true }),
      "hopwise.large-model-key": "of-a",
      "hopwise.search-keys": JSON.stringify({ brave: "of-b" }),
    });
    const { serverKeys, toolKeys } = createSettingsStore(storage).getState();
    expect(serverKeys).toEqual({ "https://a.example": "of-a" });
    expect(toolKeys).toEqual({ brave: { "https://b.example": "of-b" } });
  });
});

describe("an organisation", () => {
  it("stays with the provider that knows it", () => {
    const store = createSettingsStore(memoryStorage());
    setAddress(store, "https://a.example/v1");
    const { change, large } = store.getState();
    change({ large: { ...large, organisation: "org-1" } });
    setAddress(store, "https://b.example/v1");
    expect(store.getState().large.organisation).toBe("");
    setAddress(store, "https://a.example/v1");
    expect(store.getState().large.organisation).toBe("org-1");
  });
});

describe("a request of the large model", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("to test a connection asks for one token, and is counted and refused under the cap of a day", async () => {
    const limits: unknown[] = [];
    vi.stubGlobal("fetch", async (_url: string | URL | Request, init?: RequestInit) => {
      if (init?.method !== "POST") return new Response("{}", { status: 404 });
      limits.push(JSON.parse(String(init.body)).max_tokens);
      const usage = { prompt_tokens: 30, completion_tokens: 1 };
      const choices = [{ message: { content: "{" }, finish_reason: "length" }];
      const headers = { "content-type": "application/json" };
      return new Response(JSON.stringify({ choices, usage }), { headers });
    });
    const figures = { inputPerMillion: 1, outputPerMillion: 10, cachedInputPerMillion: null };
    const price = { ...figures, source: "entered by you", asOf: "2026-11-28" };
    const server = {
      ...defaultPreferences.large,
      baseUrl: "https://a.example/v1",
      model: "m",
      price,
    };
    const caps = { perQuestionUsd: null, perDayUsd: 1 };
    const request = { tier: "large" as const, settings: server, key: null, caps };
    const ledger = memoryLedger();
    const { signal } = new AbortController();
    const test = (cap: SpendingCaps) =>
      testServer(request, { budgetScope: { caps: cap, budget: null }, ledger }, signal);
    expect(await test(caps)).toMatchObject({ ok: true, usage: { generatedTokens: 1 } });
    expect(limits).toEqual([1]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await ledger.spentNanoUsd(today)).toBe(40_000);
    const refused = { ok: false, error: { code: "spending-cap-reached" } };
    expect(await test({ ...caps, perDayUsd: 0.00005 })).toMatchObject(refused);
    expect(limits).toEqual([1]);
  });

  it.each(["https://b.example/v1", "http://a.example/v1", "https://a.example:8443/v1"])(
    "to %s carries no key of https://a.example, whoever put the two together",
    async (baseUrl) => {
      const headers: string[] = [];
      vi.stubGlobal("fetch", async (url: string | URL | Request, init?: RequestInit) => {
        headers.push(JSON.stringify([...new Request(url, init).headers]));
        return new Response("{}", { status: 404 });
      });
      const settings = { ...defaultPreferences.large, baseUrl, model: "m" };
      const request = {
        tier: "large" as const,
        settings,
        key: { origin: "https://a.example", secret: "sk-of-a" },
        caps: { perQuestionUsd: null, perDayUsd: null },
      };
      const scope = { budgetScope: newBudgetScope(), ledger: memoryLedger() };
      await testServer(request, scope, new AbortController().signal);
      expect(headers.length).toBeGreaterThan(0);
      expect(headers.join(" ")).not.toContain("sk-of-a");
    },
  );
});
