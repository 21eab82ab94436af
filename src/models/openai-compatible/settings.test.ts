import { describe, expect, it } from "vitest";
import { AppError } from "../../log/errors.ts";
import { type RemoteFlags, remoteFromEnvironment } from "./environment.ts";
import { presetOf, remotePreset, remotePresets, settingsFromPreset } from "./presets.ts";
import { normaliseBaseUrl, parseRemoteSettings, redact, withoutSecrets } from "./settings.ts";

const entered = { baseUrl: "https://api.example.com/v1", apiKey: "k".repeat(20), model: "m" };

describe("settings", () => {
  it("fills in what a form leaves out", () => {
    const parsed = parseRemoteSettings({ ...entered, model: " m " });
    expect(parsed).toMatchObject({
      ok: true,
      settings: { preset: "custom", model: "m", timeoutMs: 60_000, maxRetries: 2, headers: {} },
    });
  });

  it("has more patience with the person's own machine, unless told", () => {
    const patience = (baseUrl: string, more = {}) => {
      const parsed = parseRemoteSettings({ ...entered, baseUrl, ...more });
      return parsed.ok ? parsed.settings.timeoutMs : null;
    };
    expect(patience("http://localhost:11434/v1")).toBe(300_000);
    expect(patience("http://127.0.0.1:8080/v1")).toBe(300_000);
    expect(patience("http://[::1]:8080/v1")).toBe(300_000);
    expect(patience("http://localhost:11434/v1", { timeoutMs: 5_000 })).toBe(5_000);
    expect(patience("https://localhost.example.com/v1")).toBe(60_000);
  });

  it.each([
    [{ baseUrl: "" }, { field: "baseUrl", problem: "missing" }],
    [{ baseUrl: "api.example.com" }, { field: "baseUrl", problem: "not-a-url" }],
    [{ baseUrl: "ftp://example.com" }, { field: "baseUrl", problem: "not-a-url" }],
    [{ model: "  " }, { field: "model", problem: "missing" }],
    [{ apiKey: "two words" }, { field: "apiKey", problem: "invalid" }],
    [{ apiKey: "key\n" }, { field: "apiKey", problem: "invalid" }],
    [{ headers: { "bad name": "x" } }, { field: "headers", problem: "invalid" }],
    [{ timeoutMs: 5 }, { field: "timeoutMs", problem: "invalid" }],
    [{ maxRetries: 1.5 }, { field: "maxRetries", problem: "invalid" }],
  ])("names the field at fault: %j", (changes, problem) => {
    const parsed = parseRemoteSettings({ ...entered, ...changes });
    expect(parsed).toEqual({ ok: false, problems: [problem] });
  });

  it.each([
    ["https://api.openai.com/v1/", "https://api.openai.com/v1"],
    [" https://api.openai.com/v1/chat/completions ", "https://api.openai.com/v1"],
    ["http://localhost:8080/v1/models", "http://localhost:8080/v1"],
    ["http://localhost:8080", "http://localhost:8080"],
    ["https://user:pass@example.com/v1", null],
    ["https://example.com/v1?key=abc", null],
    ["javascript:alert(1)", null],
    ["", null],
  ])("takes %s as %s", (text, expected) => {
    expect(normaliseBaseUrl(text)).toBe(expected);
  });

  it("exports without secrets", () => {
    const parsed = parseRemoteSettings({ ...entered, headers: { "x-secret": "hidden-value" } });
    if (!parsed.ok) throw new Error("not parsed");
    const exported = JSON.stringify(withoutSecrets(parsed.settings));
    expect(exported).not.toContain("kkkk");
    expect(exported).not.toContain("hidden-value");
    expect(exported).toContain("x-secret");
    expect(redact("got hidden-value and AIzaSyA1234567890_abcdef", parsed.settings)).toBe(
      "got [hidden] and [hidden]",
    );
  });
});

describe("presets", () => {
  it("are each valid settings once a key and a model are entered", () => {
    for (const preset of remotePresets) {
      const parsed = parseRemoteSettings(settingsFromPreset(preset, { apiKey: "k", model: "m" }));
      expect(parsed, preset.id).toMatchObject({ ok: true, settings: { baseUrl: preset.baseUrl } });
    }
    expect(new Set(remotePresets.map(({ id }) => id)).size).toBe(remotePresets.length);
  });

  it("are recognised by origin, and a local one by name on any port", () => {
    expect(presetOf({ preset: "custom", baseUrl: "https://api.openai.com/v2" })?.id).toBe("openai");
    expect(presetOf({ preset: "ollama", baseUrl: "http://10.0.0.2:9999/v1" })?.id).toBe("ollama");
    expect(presetOf({ preset: "custom", baseUrl: "http://localhost:8080/v1" })).toBeNull();
    expect(presetOf({ preset: "openai", baseUrl: "https://proxy.example/v1" })).toBeNull();
    expect(remotePreset("anthropic")?.headers).toHaveProperty(
      "anthropic-dangerous-direct-browser-access",
    );
  });
});

describe("a large model for the command line", () => {
  const today = "2026-11-21";

  it("is none when nothing names one", () => {
    expect(remoteFromEnvironment({}, { OPENAI_API_KEY: "k" }, today)).toBeNull();
  });

  it("takes the provider's own variable for the key, and flags before variables", () => {
    const environment = { OPENAI_API_KEY: "usual", HOPWISE_LARGE_MODEL: "gpt-5-mini" };
    const found = remoteFromEnvironment({ preset: "openai" }, environment, today);
    expect(found?.settings).toMatchObject({
      baseUrl: "https://api.openai.com/v1",
      apiKey: "usual",
      model: "gpt-5-mini",
    });
    const flagged = remoteFromEnvironment(
      { preset: "openai", model: "gpt-5", keyVariable: "MY_KEY", price: "1.25,10,0.125" },
      { ...environment, MY_KEY: "mine", HOPWISE_LARGE_KEY: "general" },
      today,
    );
    expect(flagged?.settings).toMatchObject({ apiKey: "mine", model: "gpt-5" });
    expect(flagged?.price).toEqual({
      inputPerMillion: 1.25,
      outputPerMillion: 10,
      cachedInputPerMillion: 0.125,
      source: "entered by you",
      asOf: today,
    });
  });

  it("takes a URL alone, and knows whose it is", () => {
    const environment = {
      HOPWISE_LARGE_URL: "https://api.anthropic.com/v1",
      HOPWISE_LARGE_MODEL: "claude-haiku-4-5",
      ANTHROPIC_API_KEY: "theirs",
    };
    const found = remoteFromEnvironment({}, environment, today);
    expect(found?.settings).toMatchObject({ preset: "anthropic", apiKey: "theirs" });
    const local = remoteFromEnvironment({ url: "http://localhost:1/v1", model: "x" }, {}, today);
    expect(local?.settings).toMatchObject({ preset: "custom", apiKey: "" });
  });

  it("reads the small tier's own flags and variables, and never the large one's", () => {
    const environment = {
      HOPWISE_LARGE_PRESET: "openai",
      HOPWISE_LARGE_MODEL: "gpt-5-mini",
      HOPWISE_LARGE_KEY: "of-large",
      HOPWISE_SMALL_MODEL: "qwen2.5:0.5b",
    };
    const small = (flags: RemoteFlags, more = {}) =>
      remoteFromEnvironment(flags, { ...environment, ...more }, today, "small");
    expect(small({})).toBeNull();
    expect(small({ preset: "ollama" })?.settings).toMatchObject({
      baseUrl: "http://localhost:11434/v1",
      model: "qwen2.5:0.5b",
      apiKey: "",
    });
    const own = { HOPWISE_SMALL_URL: "https://a.example/v1", HOPWISE_SMALL_KEY: "of-small" };
    expect(small({ price: "1,2" }, own)).toMatchObject({
      settings: { apiKey: "of-small" },
      price: { inputPerMillion: 1, outputPerMillion: 2 },
    });
    expect(small({ url: "https://b.example/v1" }, own)?.settings.apiKey).toBe("");
  });

  it("sends no key to another origin than it is for, unless a flag names its variable", () => {
    const keyOf = (flags: RemoteFlags, environment: Record<string, string>) =>
      remoteFromEnvironment({ model: "m", ...flags }, environment, today)?.settings.apiKey;
    const openai = { HOPWISE_LARGE_PRESET: "openai", OPENAI_API_KEY: "usual" };
    const evil = { url: "https://evil.example/v1" };
    expect(keyOf({}, openai)).toBe("usual");
    expect(keyOf(evil, openai)).toBe("");
    expect(keyOf({ ...evil, preset: "openai" }, openai)).toBe("");
    expect(keyOf({ ...evil, keyVariable: "OPENAI_API_KEY" }, openai)).toBe("usual");
    const general = { HOPWISE_LARGE_URL: "https://a.example/v1", HOPWISE_LARGE_KEY: "of-a" };
    expect(keyOf({}, general)).toBe("of-a");
    expect(keyOf(evil, general)).toBe("");
    expect(keyOf({ url: "https://a.example:444/v1" }, general)).toBe("");
    expect(keyOf(evil, { HOPWISE_LARGE_PRESET: "openai", HOPWISE_LARGE_KEY: "k" })).toBe("");
    const own = { HOPWISE_LARGE_PRESET: "openai", HOPWISE_LARGE_KEY: "k", GROQ_API_KEY: "groq" };
    expect(keyOf({ preset: "groq" }, own)).toBe("groq");
    expect(keyOf(evil, { HOPWISE_LARGE_KEY: "any" })).toBe("any");
  });

  it.each([
    [{ preset: "nobody" }, { field: "preset", problem: "invalid" }],
    [
      { url: "nowhere", model: "m" },
      { field: "baseUrl", problem: "not-a-url" },
    ],
    [{ preset: "openai" }, { field: "model", problem: "missing" }],
    [
      { preset: "openai", model: "m", keyVariable: "UNSET" },
      { field: "keyVariable", problem: "missing" },
    ],
    [
      { preset: "openai", model: "m", price: "1" },
      { field: "price", problem: "invalid" },
    ],
    [
      { preset: "openai", model: "m", price: "1," },
      { field: "price", problem: "invalid" },
    ],
    [
      { preset: "openai", model: "m", price: "-1,2" },
      { field: "price", problem: "invalid" },
    ],
  ])("says what is wrong with %j", (flags, params) => {
    const parse = () => remoteFromEnvironment(flags, {}, today);
    expect(parse).toThrow(AppError);
    expect(parse).toThrow(expect.objectContaining({ code: "remote-not-configured", params }));
  });
});
