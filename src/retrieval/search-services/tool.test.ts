import { describe, expect, it } from "vitest";
import type { Fetch } from "../../models/openai-compatible/transport.ts";
import { kinds } from "../../testing/tools/kinds.ts";
import { testServices } from "../../testing/tools/services.ts";
import { searchServices } from "./index.ts";
import { loadSearchServices, type ToolSettingsInput } from "./tool.ts";

const { createTool, parseToolSettings, toolSettings } = await loadSearchServices();

const never = new AbortController().signal;

interface Sent {
  url: URL;
  init: RequestInit;
}

async function sentFor(settings: ToolSettingsInput, text: string, answer: unknown, k = 4) {
  const sent: Sent[] = [];
  const fetch: Fetch = (address, init) => {
    sent.push({ url: new URL(String(address)), init: init ?? {} });
    return Promise.resolve(Response.json(answer));
  };
  const result = await createTool(settings, testServices({ fetch })).search({ text, k }, never);
  const [first] = sent;
  if (first === undefined) throw new Error("nothing was sent");
  return { ...first, headers: new Headers(first.init.headers), result };
}

describe("what is sent", () => {
  it("to SearXNG", async () => {
    const settings = { kind: "searxng", baseUrl: "http://s.example/sub/search/" } as const;
    const { url } = await sentFor(settings, "a & b?", kinds.searxng.nothing);
    expect(url.href).toBe("http://s.example/sub/search?q=a+%26+b%3F&format=json&language=all");
  });

  it("to Google", async () => {
    const settings = { kind: "google-pse", apiKey: "k", cx: "abcd" } as const;
    const { url, init } = await sentFor(settings, "a & b?", kinds["google-pse"].nothing, 50);
    expect(url.origin + url.pathname).toBe("https://customsearch.googleapis.com/customsearch/v1");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      key: "k",
      cx: "abcd",
      q: "a & b?",
      num: "10",
    });
    expect(init).toMatchObject({ credentials: "omit", redirect: "manual" });
  });

  it("to Brave, whose longest query has 50 words and 400 characters", async () => {
    const settings = { kind: "brave", apiKey: "k" } as const;
    const nothing = kinds.brave.nothing;
    const { url, headers } = await sentFor(settings, "ab ".repeat(90), nothing);
    expect(url.searchParams.get("q")?.split(" ")).toHaveLength(50);
    expect(headers.get("x-subscription-token")).toBe("k");
    const long = await sentFor(settings, "abcdefghijkl ".repeat(40), nothing);
    expect(long.url.searchParams.get("q")).toMatch(/^(abcdefghijkl ?){30}$/);
  });

  it("by a template with GET, percent-encoded, filled in once", async () => {
    const settings = {
      kind: "json-template",
      url: "https://j.example/a/{k}?q={query}&key={key}",
      apiKey: "secret&key",
      paths: { list: "$", title: "t", text: "x" },
    } as const;
    const { url, init } = await sentFor(settings, "{key} & {k}", []);
    expect(url.pathname).toBe("/a/4");
    expect(Object.fromEntries(url.searchParams)).toEqual({ q: "{key} & {k}", key: "secret&key" });
    expect(init.body).toBeUndefined();
  });

  it.each([
    ["json", '{"q": "{query}", "n": {k}}', '{"q": "say \\"a&b\\"", "n": 4}', "application/json"],
    ["form", "q={query}&n={k}", "q=say%20%22a%26b%22&n=4", "application/x-www-form-urlencoded"],
  ] as const)("by a template with POST, as %s", async (bodyForm, body, sent, type) => {
    const settings = {
      kind: "json-template",
      url: "https://j.example/search",
      method: "POST",
      headers: { "X-Key": "Key {key}" },
      apiKey: "secret",
      body,
      bodyForm,
      paths: { list: "", title: "t", text: "x" },
    } as const;
    const { init, headers } = await sentFor(settings, 'say "a&b"', []);
    expect(init).toMatchObject({ method: "POST", body: sent });
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("x-key")).toBe("Key secret");
  });
});

it("a browser's fetch is called as browsers want it", async () => {
  const callers: unknown[] = [];
  const fetch = function (this: unknown) {
    callers.push(this);
    return Promise.resolve(Response.json(kinds.searxng.nothing));
  };
  const tool = createTool(
    { kind: "searxng", baseUrl: "https://s.example" },
    testServices({ fetch }),
  );
  await tool.search({ text: "a", k: 1 }, never);
  expect(callers).toEqual([undefined]);
});

describe("what is found", () => {
  it("Brave's further snippets are part of the text", async () => {
    const answer = {
      type: "search",
      web: {
        results: [
          {
            url: "https://w.example",
            title: "T",
            description: "<b>One</b>.",
            extra_snippets: ["Two."],
          },
        ],
      },
    };
    const { result } = await sentFor({ kind: "brave", apiKey: "k" }, "a", answer);
    expect(result.passages[0]?.text).toBe("One. Two.");
  });

  it("one bad entry does not spoil the others, only bad ones are a fault", async () => {
    const settings = { kind: "searxng", baseUrl: "https://s.example" } as const;
    const good = { title: "T", content: "Text.", url: "https://w.example" };
    const mixed = await sentFor(settings, "a", { results: [{ title: 1 }, null, good] });
    expect(mixed.result.passages).toHaveLength(1);
    await expect(sentFor(settings, "a", { results: [{ title: 1 }, null] })).rejects.toMatchObject({
      code: "tool-bad-response",
      params: { reason: "shape", requests: 1 },
    });
  });

  it("a SearXNG source that gives titles only has found nothing to read", async () => {
    const settings = { kind: "searxng", baseUrl: "https://s.example" } as const;
    const titles = { results: [{ title: "T", content: "", url: "https://w.example" }] };
    const { result } = await sentFor(settings, "a", titles);
    expect(result).toMatchObject({ passages: [], requests: 1 });
  });

  it("a SearXNG server that its sources leave without answer does not find nothing", async () => {
    const answer = { results: [], unresponsive_engines: [["google", "CAPTCHA"]] };
    const settings = { kind: "searxng", baseUrl: "https://s.example" } as const;
    await expect(sentFor(settings, "a", answer)).rejects.toMatchObject({
      code: "tool-bad-response",
      params: { reason: "sources", message: "google: CAPTCHA" },
    });
  });
});

describe("refusals that have their own form", () => {
  async function refused(settings: ToolSettingsInput, status: number, body: unknown) {
    const fetch: Fetch = () => Promise.resolve(Response.json(body, { status }));
    const tool = createTool(settings, testServices({ fetch }));
    return tool.search({ text: "a", k: 1 }, never).catch((thrown: unknown) => thrown);
  }
  const google = { kind: "google-pse", apiKey: "k", cx: "abcd" } as const;
  const brave = { kind: "brave", apiKey: "k" } as const;

  it.each([
    [google, 400, { error: { message: "API key not valid." } }, "tool-unauthorised"],
    [google, 400, { error: { message: "Invalid value" } }, "tool-bad-response"],
    [google, 403, { error: { message: "Daily Limit Exceeded" } }, "tool-rate-limited"],
    [google, 403, { error: { message: "Not enabled" } }, "tool-unauthorised"],
    [
      brave,
      422,
      { error: { detail: "The provided subscription token is invalid." } },
      "tool-unauthorised",
    ],
    [brave, 402, { error: { detail: "Usage limit" } }, "tool-rate-limited"],
  ])("%o: %d", async (settings, status, body, code) => {
    expect(await refused(settings, status, body)).toMatchObject({ code, params: { status } });
  });

  it("SearXNG's 403 tells what its owner must do", async () => {
    const error = await refused({ kind: "searxng", baseUrl: "https://s.example" }, 403, {});
    expect(error).toMatchObject({ code: "tool-unauthorised", params: { hint: "searxng-json" } });
  });

  it("Brave's silence towards pages is told, where it can be the cause", async () => {
    const failing = async (thrown: Error, settings: ToolSettingsInput = brave) => {
      const fetch: Fetch = () => Promise.reject(thrown);
      const tool = createTool(settings, testServices({ fetch }));
      return tool.search({ text: "a", k: 1 }, never).catch((error: unknown) => error);
    };
    const inPage = new TypeError("Failed to fetch");
    const inNode = new TypeError("fetch failed", { cause: { code: "ENOTFOUND" } });
    const told = (refusesPages: boolean) => ({
      code: "tool-unreachable-or-cors",
      params: { refusesPages },
    });
    expect(await failing(inPage)).toMatchObject(told(true));
    expect(await failing(inNode)).toMatchObject(told(false));
    const proxied = { ...brave, baseUrl: "https://my-proxy.example/brave" };
    expect(await failing(inPage, proxied)).toMatchObject(told(false));
  });
});

describe("a service that a browser got no answer of", () => {
  const own = { kind: "searxng", baseUrl: "https://s.example" } as const;
  async function reached(opaque: () => Promise<Response>, cause?: unknown) {
    const asked: { address: string; mode: string | undefined }[] = [];
    const fetch: Fetch = (address, init) => {
      asked.push({ address: String(address), mode: init?.mode });
      const failed = new TypeError("Failed to fetch", cause === undefined ? {} : { cause });
      return init?.mode === "no-cors" ? opaque() : Promise.reject(failed);
    };
    const tool = createTool(own, testServices({ fetch }));
    const error = await tool.search({ text: "secret", k: 1 }, never).catch((one: unknown) => one);
    return { error, probes: asked.filter(({ mode }) => mode === "no-cors") };
  }
  const nobody = () => Promise.reject(new TypeError("Failed to fetch"));

  it("is there and refuses pages, or is not there, as an opaque request tells", async () => {
    const withheld = await reached(() => Promise.resolve(new Response(null)));
    expect(withheld.error).toMatchObject({ params: { reach: "withheld" } });
    expect(withheld.probes).toEqual([{ address: "https://s.example/", mode: "no-cors" }]);
    expect((await reached(nobody)).error).toMatchObject({ params: { reach: "silent" } });
  });

  it("is not asked again where Node has told the cause", async () => {
    const { error, probes } = await reached(nobody, { code: "ECONNREFUSED" });
    expect(error).toMatchObject({ params: { reason: "ECONNREFUSED" } });
    expect(error).not.toMatchObject({ params: { reach: "silent" } });
    expect(probes).toEqual([]);
  });
});

describe("settings", () => {
  it("have defaults, prices among them", () => {
    const price = (input: ToolSettingsInput) => toolSettings.parse(input).usdPerThousand;
    const origin = "https://s.example";
    expect(toolSettings.parse({ kind: "wikipedia" })).toMatchObject({
      id: "wikipedia",
      baseUrl: "https://en.wikipedia.org",
      timeoutMs: 10_000,
    });
    expect(Object.values(kinds).map(({ settings }) => price(settings(origin)))).toEqual([
      0,
      0,
      5,
      null,
      0,
      0,
      null,
      null,
    ]);
    for (const [kind, { settings }] of Object.entries(kinds)) {
      const { usdPerThousand } = searchServices.find(kind) ?? {};
      expect(price(settings(origin)), kind).toBe(usdPerThousand);
    }
  });

  it("are asked where their presets say, and want a key where these say so", () => {
    for (const { id: kind, address, key, title } of searchServices.all) {
      const entered = {
        kind,
        cx: "abcd",
        index: "i",
        tool: "search",
        paths: { list: "a", title: "t", text: "x" },
      };
      const missing = (more: object) => {
        const parsed = parseToolSettings({ ...entered, ...more });
        return parsed.ok ? [] : parsed.problems.map(({ field }) => field);
      };
      const place = { baseUrl: "https://a.example", url: "https://a.example/{query}" };
      expect(missing(place), kind).toEqual(key === "required" ? ["apiKey"] : []);
      expect(missing({ apiKey: "k" }).length, kind).toBe(address === "" ? 1 : 0);
      if (address === "") continue;
      const full = parseToolSettings({ ...entered, apiKey: "k" });
      if (!full.ok) throw new Error(kind);
      const { ref } = createTool(full.settings, testServices());
      expect(ref).toMatchObject({ title, destination: new URL(address).origin });
    }
  });

  it.each<[string, object, string]>([
    ["a local tool's name", { kind: "wikipedia", id: "bm25" }, "id"],
    ["an unknown kind", { kind: "altavista" }, "kind"],
    ["an address without http", { kind: "searxng", baseUrl: "s.example" }, "baseUrl"],
    ["a secret in the address", { kind: "searxng", baseUrl: "https://a:b@s.example" }, "baseUrl"],
    ["a key with a line break", { kind: "brave", apiKey: "a\nb" }, "apiKey"],
    ["a price below nothing", { kind: "wikipedia", usdPerThousand: -1 }, "usdPerThousand"],
    ["a time-out of a day", { kind: "wikipedia", timeoutMs: 86_400_000 }, "timeoutMs"],
  ])("refuse %s", (_, settings, field) => {
    const parsed = parseToolSettings(settings);
    expect(parsed.ok ? [] : parsed.problems.map((problem) => problem.field)).toEqual([field]);
  });

  const template = { kind: "json-template", paths: { list: "a", title: "t", text: "x" } };
  it.each<[string, object]>([
    ["no query", { url: "https://j.example/?k={k}" }],
    ["a query in a body that is not sent", { url: "https://j.example/", body: "{query}" }],
    ["a placeholder in the host", { url: "https://{query}.example/" }],
    ["a placeholder for the host", { url: "{query}" }],
    ["another scheme", { url: "javascript:alert('{query}')" }],
    [
      "a bad path",
      { url: "https://j.example/{query}", paths: { list: "a[", title: "t", text: "x" } },
    ],
    ["a bad header", { url: "https://j.example/{query}", headers: { "a b": "c" } }],
  ])("refuse a template with %s", (_, changes) => {
    expect(parseToolSettings({ ...template, ...changes }).ok).toBe(false);
  });

  it("that are not right make no tool, and name the field", () => {
    const make = () => createTool({ kind: "brave", apiKey: "" }, testServices());
    expect(make).toThrow(
      expect.objectContaining({
        code: "tool-not-configured",
        params: { tool: "Brave Search", field: "apiKey", problem: "missing" },
      }),
    );
  });
});
