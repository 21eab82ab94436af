import { describe, expect, it } from "vitest";
import { remotePresets } from "../openai-compatible/presets.ts";
import { buildPriceTable } from "./build-table.ts";
import {
  listedPrices,
  loadPriceTable,
  namesakes,
  type PriceOverride,
  priceOf,
  priceTable,
} from "./price-table.ts";

const today = "2026-11-21";
const openai = { preset: "openai", baseUrl: "https://api.openai.com/v1" };
const table = await loadPriceTable();

function price(endpoint: { preset: string; baseUrl: string }, model: string, on = today) {
  return priceOf({ ...endpoint, model }, table, [], on);
}

describe("price table", () => {
  it("is what the maintained package says (npx tsx src/models/prices/generate.ts)", () => {
    expect(table).toEqual(priceTable.parse(buildPriceTable()));
  });

  it("knows every hosted preset, each model once a date, dearer to write than to read", () => {
    const hosts = table.providers.flatMap((provider) => provider.hosts);
    for (const preset of remotePresets.filter((one) => !one.local)) {
      expect(hosts, preset.id).toContain(new URL(preset.baseUrl).host);
    }
    for (const { id, models } of table.providers) {
      const keys = models.map(([model, , , , since]) => `${model} ${since ?? ""}`);
      expect(new Set(keys).size, id).toBe(models.length);
      for (const [model, input, output, cached] of models) {
        expect(output, model).toBeGreaterThanOrEqual(input);
        expect(cached ?? 0, model).toBeLessThanOrEqual(input);
      }
    }
  });

  it("finds a model by name, snapshot date and -latest, and says as of when", () => {
    expect(price(openai, "gpt-4o-mini")).toEqual({
      inputPerMillion: 0.15,
      outputPerMillion: 0.6,
      cachedInputPerMillion: 0.075,
      source: "OpenAI, gpt-4o-mini, @pydantic/genai-prices 0.1.8",
      asOf: "2026-09-23",
    });
    expect(price(openai, "gpt-4o-mini-2024-07-18")?.inputPerMillion).toBe(0.15);
    expect(price(openai, "gpt-4o-2024-05-13")?.inputPerMillion).toBe(5);
    const google = {
      preset: "google",
      baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    };
    expect(price(google, "models/gemini-2.5-pro")?.inputPerMillion).toBe(1.25);
    const anthropic = { preset: "anthropic", baseUrl: "https://api.anthropic.com/v1" };
    expect(price(anthropic, "claude-haiku-4-5-20251001")?.outputPerMillion).toBe(5);
  });

  it("applies an announced change from its day on", () => {
    const google = {
      preset: "google",
      baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    };
    const before = price(google, "gemini-3.6-flash", "2026-12-31");
    const after = price(google, "gemini-3.6-flash", "2027-01-01");
    expect(after?.inputPerMillion).toBeGreaterThan(before?.inputPerMillion ?? Infinity);
  });

  it("does not guess", () => {
    expect(price(openai, "gpt-9")).toBeNull();
    expect(price(openai, "gpt-4o-mini-audio")).toBeNull();
    const router = { preset: "openrouter", baseUrl: "https://openrouter.ai/api/v1" };
    expect(price(router, "google/gemini-2.5-pro")).not.toBeNull();
    expect(price(router, "google/gemini-2.5-pro:online")).toBeNull();
    expect(price({ preset: "openai", baseUrl: "https://proxy.example/v1" }, "gpt-4o")).toBeNull();
    expect(price({ preset: "custom", baseUrl: "http://localhost:4000/v1" }, "gpt-4o")).toBeNull();
  });

  it("takes nothing for a server on this machine, whatever it is, and does not know of one elsewhere", () => {
    for (const baseUrl of ["http://localhost:9/v1", "http://127.0.0.1:9", "http://[::1]:9/v1"]) {
      expect(price({ preset: "custom", baseUrl }, "any")).toMatchObject({
        inputPerMillion: 0,
        outputPerMillion: 0,
        source: "a server on your own machine",
      });
    }
    expect(price({ preset: "ollama", baseUrl: "http://10.0.0.2:11434/v1" }, "any")).toBeNull();
    expect(price({ preset: "vllm", baseUrl: "https://gpu.example/v1" }, "any")).toBeNull();
  });

  it("finds what providers sell under the name of a model that is served elsewhere", () => {
    const titles = (model: string) => namesakes(model, table, today).map(({ title }) => title);
    expect(titles("gpt-4.1-mini")).toEqual(["OpenAI gpt-4.1-mini"]);
    expect(titles("openai/GPT-4.1-mini-2025-04-14")).toContain("OpenAI gpt-4.1-mini");
    expect(titles("qwen2.5-coder-1.5b-instruct-q4_k_m")).toEqual([]);
    expect(titles("")).toEqual([]);
    const [found] = namesakes("gpt-4.1-mini", table, today);
    expect(found).toMatchObject({
      id: "openai/gpt-4.1-mini",
      ...priceOf({ ...openai, model: "gpt-4.1-mini" }, table, [], today),
    });
  });

  it("lists every model once, at its price of the day", () => {
    const figures = (on: string) =>
      listedPrices(table, on)
        .filter(({ id }) => id === "google/gemini-3.6-flash")
        .map(({ inputPerMillion }) => inputPerMillion);
    const [before, after] = [figures("2026-12-31"), figures("2027-01-01")];
    expect([before.length, after.length]).toEqual([1, 1]);
    expect(after[0]).toBeGreaterThan(before[0] ?? Infinity);
  });

  it("takes nothing for a local server, and a person's own price before all", () => {
    const llama = { preset: "llama-cpp", baseUrl: "http://localhost:8080/v1" };
    expect(price(llama, "any")).toMatchObject({ inputPerMillion: 0, outputPerMillion: 0 });
    const own: PriceOverride = {
      origin: "http://localhost:8080",
      model: "any",
      inputPerMillion: 0.2,
      outputPerMillion: 0.4,
      cachedInputPerMillion: null,
      asOf: "2026-10-01",
    };
    expect(priceOf({ ...llama, model: "any" }, table, [own], today)).toMatchObject({
      inputPerMillion: 0.2,
      source: "entered by you",
      asOf: "2026-10-01",
    });
  });
});
