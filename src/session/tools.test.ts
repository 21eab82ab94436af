import { describe, expect, it } from "vitest";
import { memoryStorage } from "../testing/fake-services.ts";
import { createSettingsStore, preferencesOf } from "./settings.ts";
import { newTool } from "./tool-entry.ts";
import { isReady, keyOutOfPlace, type StoredTool } from "./tools.ts";

const template: StoredTool = {
  ...newTool("json-template", []),
  address: "https://j.example/find?q={query}",
  paths: { list: "hits", title: "t", text: "x", url: "" },
};
const secret = "sk-never-to-be-seen";

describe("a key typed where {key} belongs", () => {
  it.each<[string, Partial<StoredTool>]>([
    ["header", { header: { name: "Authorization", value: `Bearer ${secret}` } }],
    ["header", { header: { name: "", value: secret } }],
    ["address", { address: `https://j.example/find?q={query}&api_key=${secret}` }],
    ["address", { address: `https://j.example/?apikey=${secret}&q={query}` }],
    ["address", { address: `https://j.example/{query}?X-API-Key=${secret}#a` }],
    ["address", { address: `https://j.example/{query}?token={key}${secret}` }],
    ["address", { address: `https://me:${secret}@j.example/{query}` }],
    ["address", { kind: "searxng", address: `https://s.example/?access_token=${secret}` }],
  ])("in the %s is neither stored nor used: %j", (place, change) => {
    const tool = { ...template, ...change };
    const storage = memoryStorage();
    const store = createSettingsStore(storage);
    store.getState().change({ tools: [tool] });
    expect([...storage.map.values()].join(" ")).not.toContain(secret);
    expect(JSON.stringify(preferencesOf(store.getState()))).not.toContain(secret);
    expect(store.getState().tools).toEqual([tool]);
    expect([keyOutOfPlace(tool), isReady(tool, null)]).toEqual([place, false]);
  });

  it.each<Partial<StoredTool>>([
    { header: { name: "Authorization", value: "Bearer {key}" } },
    { address: "https://j.example/find?q={query}&api_key={key}&sort_key=date" },
    { address: "https://j.example/{query}?keys=3&n={k}#part" },
  ])("is none: %j", (change) => {
    const tool = { ...template, ...change };
    const store = createSettingsStore(memoryStorage());
    store.getState().change({ tools: [tool] });
    expect(preferencesOf(store.getState()).tools).toEqual([tool]);
    expect([keyOutOfPlace(tool), isReady(tool, null)]).toEqual([null, true]);
  });

  it("is asked for where a header is named without it", () => {
    const tool = { ...template, header: { name: "X-Key", value: "" } };
    expect(keyOutOfPlace(tool)).toBe("header");
  });
});
