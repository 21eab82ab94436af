/** `bench -- verify-wikipedia` checks the same against a real wiki. */
import { describe, expect, it } from "vitest";
import { AppError } from "../../log/errors.ts";
import type { Fetch } from "../../models/openai-compatible/transport.ts";
import { testServices } from "../../testing/tools/services.ts";
import { apiUserAgent } from "./agent.ts";
import { loadSearchServices } from "./tool.ts";
import { wikiApiUrl } from "./wikipedia-search.ts";

const { createTool } = await loadSearchServices();

const never = new AbortController().signal;

function wiki(answer: (asked: URLSearchParams) => unknown, headers: Record<string, string> = {}) {
  const asked: URLSearchParams[] = [];
  const sent: Headers[] = [];
  const fetch: Fetch = (address, init) => {
    const { searchParams } = new URL(String(address));
    asked.push(searchParams);
    sent.push(new Headers(init?.headers));
    return Promise.resolve(Response.json(answer(searchParams), { headers }));
  };
  const services = testServices({ fetch });
  const tool = createTool({ kind: "wikipedia" }, services);
  const search = (text: string, k = 3) => tool.search({ text, k }, never);
  return { asked, sent, services, search };
}

const nothing = { batchcomplete: true };
const pages = (...given: object[]) => ({ batchcomplete: true, query: { pages: given } });

describe("wikiApiUrl", () => {
  it.each([
    ["https://en.wikipedia.org", "https://en.wikipedia.org/w/api.php"],
    ["https://de.wikipedia.org/wiki/Estland#Lage", "https://de.wikipedia.org/w/api.php"],
    ["https://wiki.example/w/api.php?x=1", "https://wiki.example/w/api.php"],
    ["http://127.0.0.1:8080/mw/index.php/Main", "http://127.0.0.1:8080/mw/api.php"],
    ["http://127.0.0.1:8080/mw/index.php?title=Main", "http://127.0.0.1:8080/mw/api.php"],
    ["http://127.0.0.1:8080/", "http://127.0.0.1:8080/api.php"],
    ["https://wiki.example/our", "https://wiki.example/our/api.php"],
  ])("%s", (entered, api) => {
    expect(wikiApiUrl(entered)?.href).toBe(api);
  });

  it.each(["", "wikipedia", "ftp://wiki.example", "https://me:secret@wiki.example"])(
    "refuses %s",
    (entered) => {
      expect(wikiApiUrl(entered)).toBeNull();
    },
  );
});

describe("wikipedia", () => {
  it("asks politely, as nobody in particular", async () => {
    const { asked, sent, search } = wiki(() => pages({ pageid: 1, title: "T", extract: "Text." }));
    await search("Tallinn", 50);
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      action: "query",
      formatversion: "2",
      origin: "*",
      maxlag: "5",
      generator: "search",
      gsrwhat: "text",
      gsrsearch: "Tallinn",
      gsrlimit: "20",
      exlimit: "max",
    });
    expect(sent[0]?.get("api-user-agent")).toBe(apiUserAgent);
  });

  it("adds the matched lines that the lead does not hold, without markup", async () => {
    const snippet =
      "{{Infobox|x\nThe <span class='searchmatch'>capital</span> is [[Tallinn|it]].\nThe lead.";
    const { search } = wiki(() => pages({ pageid: 1, title: "T", extract: "The lead.", snippet }));
    const { passages } = await search("capital");
    expect(passages[0]?.text).toBe("The lead. … The capital is it.");
  });

  it("gives the match alone where a page has no lead", async () => {
    const page = { pageid: 1, title: "T", extract: "", snippet: "The match." };
    const { passages } = await wiki(() => pages(page)).search("match");
    expect(passages[0]?.text).toBe("The match.");
  });

  it("reads wikitext where the wiki has no extracts, and remembers that", async () => {
    const { asked, search } = wiki((parameters) =>
      parameters.get("prop") === "info|revisions"
        ? pages({
            pageid: 1,
            title: "T",
            revisions: [{ slots: { main: { content: "{{x}}'''T''' is [[here]]." } } }],
          })
        : pages({ pageid: 1, title: "T" }),
    );
    expect((await search("one")).passages[0]?.text).toBe("T is here.");
    expect((await search("two")).requests).toBe(1);
    expect(asked.map((parameters) => parameters.get("prop"))).toEqual([
      "info|extracts",
      "info|revisions",
      "info|revisions",
    ]);
  });

  it("drops words until something is found", async () => {
    const { asked, search } = wiki((parameters) =>
      parameters.get("gsrsearch") === "Tallinn 1918"
        ? pages({ pageid: 1, title: "T", extract: "Text." })
        : nothing,
    );
    const { requests } = await search("Which sea is by Tallinn in 1918?");
    expect(asked.map((parameters) => parameters.get("gsrsearch"))).toEqual([
      "Which sea is by Tallinn in 1918?",
      "sea Tallinn 1918",
      "Tallinn 1918",
    ]);
    expect(requests).toBe(3);
  });

  it("joins an answer in parts, and does not run after further results", async () => {
    const { asked, search } = wiki((parameters) =>
      parameters.get("excontinue") === "1"
        ? {
            continue: { gsroffset: 3, continue: "gsroffset||" },
            ...pages(
              { pageid: 1, title: "A", index: 2 },
              { pageid: 2, title: "B", index: 1, extract: "Bee." },
            ),
          }
        : {
            continue: { excontinue: 1, continue: "||info" },
            ...pages(
              { pageid: 1, title: "A", index: 2, extract: "Ay." },
              { pageid: 2, title: "B", index: 1 },
            ),
          },
    );
    const { passages } = await search("letters");
    expect(passages.map(({ text }) => text)).toEqual(["Bee.", "Ay."]);
    expect(asked).toHaveLength(2);
  });

  it("follows no endless answer", async () => {
    const { asked, search } = wiki(() => ({
      continue: { excontinue: 1 },
      ...pages({ pageid: 1, title: "A", extract: "Ay." }),
    }));
    await search("letters");
    expect(asked).toHaveLength(4);
  });

  async function endless(answer: (request: number) => object, breaksOff: (n: number) => boolean) {
    let requests = 0;
    const fetch: Fetch = () => {
      requests += 1;
      const body = { continue: { excontinue: 1, rvcontinue: "1" }, ...answer(requests) };
      const cut = new ReadableStream({ pull: (part) => part.error(new Error("cut")) });
      return Promise.resolve(breaksOff(requests) ? new Response(cut) : Response.json(body));
    };
    const tool = createTool({ kind: "wikipedia" }, testServices({ fetch }));
    const text = "Which sea is by Tallinn in 1918?";
    const told = await tool.search({ text, k: 3 }, never).then(
      (found) => found.requests,
      (error: unknown) => (error instanceof AppError ? error.params["requests"] : null),
    );
    return { requests, told, most: tool.mostRequests };
  }

  const withoutExtracts = pages({ pageid: 1, title: "A" });

  it("makes as many requests at worst as it says", async () => {
    const finds = (request: number) => (request > 2 + 8 ? withoutExtracts : { query: {} });
    const worst = await endless(finds, (request) => request <= 2);
    expect(worst).toEqual({ requests: 18, told: 18, most: 18 });
  });

  it("repeats no more in one search than two requests", async () => {
    const { requests } = await endless(
      () => withoutExtracts,
      (request) => request % 2 === 0,
    );
    expect(requests).toBe(6);
  });

  it.each([
    ["maxlag", "tool-rate-limited", [5000, 5000]],
    ["ratelimited", "tool-rate-limited", [5000, 5000]],
    ["readapidenied", "tool-unauthorised", []],
    ["internal_api_error_DBQueryError", "tool-server-error", []],
    ["search-text-disabled", "tool-bad-response", []],
  ])("tells the API's error %s as %s", async (code, told, waits) => {
    const error = { error: { code, info: "because" } };
    const { services, search } = wiki(() => error, { "retry-after": "5" });
    await expect(search("Tallinn")).rejects.toMatchObject({
      code: told,
      params: { message: "because", tool: "Wikipedia", url: "https://en.wikipedia.org" },
    });
    expect(services.waits).toEqual(waits);
  });

  it("keeps its distance between two requests", async () => {
    const { services, search } = wiki(() => pages({ pageid: 1, title: "T", extract: "Text." }));
    services.clock = { nowMs: () => 50, epochMs: () => 0 };
    await search("one");
    await search("two");
    expect(services.waits).toEqual([200]);
  });
});
