/**
 * Tests the tool against a real MediaWiki (`docs/search-tools.md`): `npm run bench --
 * verify-wikipedia --write-pages FOLDER`, then `--url http://127.0.0.1:18080`.
 */
import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { say } from "../../src/cli/print.ts";
import { toAppError } from "../../src/log/errors.ts";
import type { Fetch } from "../../src/models/openai-compatible/transport.ts";
import { sleep } from "../../src/models/openai-compatible/waiting.ts";
import { memoryToolCache } from "../../src/retrieval/search-services/cache.ts";
import { loadSearchServices, type ToolServices } from "../../src/retrieval/search-services/tool.ts";
import { wikiApiUrl } from "../../src/retrieval/search-services/wikipedia-search.ts";
import type { SearchTool, ToolResult } from "../../src/runtime/ports.ts";
import { specialTitle, writeWikiPages } from "./wiki-pages.ts";

const never = new AbortController().signal;

const { values } = parseArgs({
  options: { url: { type: "string" }, "write-pages": { type: "string" } },
});
const baseUrl = values.url ?? "";

interface Seen {
  urls: URL[];
  mostAtOnce: number;
  leastGapMs: number;
}

const { createTool } = await loadSearchServices();

interface Options {
  url?: string;
  change?: (url: URL) => void;
  waits?: number[];
}

function toolWith(options: Options = {}): { tool: SearchTool; seen: Seen } {
  const seen: Seen = { urls: [], mostAtOnce: 0, leastGapMs: Number.POSITIVE_INFINITY };
  let open = 0;
  let lastEndMs: number | null = null;
  const watched: Fetch = async (address, init) => {
    const changed = new URL(String(address));
    options.change?.(changed);
    seen.urls.push(changed);
    open += 1;
    seen.mostAtOnce = Math.max(seen.mostAtOnce, open);
    if (lastEndMs !== null) {
      seen.leastGapMs = Math.min(seen.leastGapMs, performance.now() - lastEndMs);
    }
    try {
      const response = await fetch(changed, init);
      const body = await response.arrayBuffer();
      const { status, headers } = response;
      return new Response(body, { status, headers });
    } finally {
      open -= 1;
      lastEndMs = performance.now();
    }
  };
  const services: ToolServices = {
    fetch: watched,
    clock: { nowMs: () => performance.now(), epochMs: () => Date.now() },
    sleep: options.waits === undefined ? sleep : noted(options.waits),
    cache: memoryToolCache(),
  };
  const address = options.url ?? baseUrl;
  const tool = createTool({ kind: "wikipedia", id: "wiki", baseUrl: address }, services);
  return { tool, seen };
}

/** Waits are recorded, not waited for. */
function noted(waits: number[]): ToolServices["sleep"] {
  return (milliseconds, signal) => {
    if (milliseconds >= 10_000) return sleep(milliseconds, signal);
    if (milliseconds >= 500) waits.push(milliseconds);
    return Promise.resolve();
  };
}

function search(text: string, k = 5, options: Options = {}): Promise<ToolResult> {
  return toolWith(options).tool.search({ text, k }, never);
}

const markup = /\[\[|\]\]|\{\{|\{\||'''|<\/?ref|<!--|class=|thumb\||&(?:amp|lt|gt|#\d+);/;

const checks: Record<string, () => Promise<string>> = {
  async "a word of the text finds the page; its lead and the match come as plain text"() {
    const { passages, requests } = await search("Tallinn");
    const [first] = passages;
    assert.equal(first?.title, "Estonia");
    assert.match(first.text, /^Estonia is a place in the Factbook\. Estonia: After centuries/);
    assert.match(first.text, /capital of Estonia is Tallinn/);
    assert.match(first.id, /^wiki:http.*\/Estonia$/);
    return `${requests} requests; ${first.text.length} characters; ${first.id}`;
  },
  async "no markup in any passage, scores fall as 1 / rank"() {
    const { passages } = await search("capital", 20);
    const others = await Promise.all(["Finland", "map", "table"].map((word) => search(word, 20)));
    for (const { title, text } of [...passages, ...others.flatMap((other) => other.passages)]) {
      assert.doesNotMatch(text, markup, title);
    }
    assert.deepEqual(
      passages.map(({ score }) => score),
      passages.map((_, index) => 1 / (index + 1)),
    );
    assert.equal(new Set(passages.map(({ id }) => id)).size, passages.length);
    assert.equal(passages.length, 20);
    return `${passages.length} passages`;
  },
  async "k is kept, and never above 20"() {
    const few = await search("capital", 3);
    const many = await search("capital", 100);
    assert.deepEqual([few.passages.length, many.passages.length], [3, 20]);
    return "3 of 3, 20 of 100";
  },
  async "a whole question is asked in fewer words when nothing holds them all"() {
    const { tool, seen } = toolWith();
    const question = "Which sea borders the country whose capital is Tallinn?";
    const { passages } = await tool.search({ text: question, k: 3 }, never);
    assert.equal(passages[0]?.title, "Estonia");
    return [...new Set(seen.urls.map((url) => url.searchParams.get("gsrsearch")))].join(" → ");
  },
  async "nothing found is an empty answer"() {
    const { passages, cached, requests } = await search("zzqxj qqzzv");
    assert.deepEqual({ passages, cached }, { passages: [], cached: false });
    return `${requests} requests`;
  },
  async "a long lead is cut at a sentence"() {
    const { passages } = await search("Greece Peloponnese", 3);
    const greece = passages.find(({ title }) => title === "Greece");
    assert.ok(greece !== undefined && greece.text.length <= 2000 && greece.text.length > 1000);
    assert.match(greece.text, /[.…] … |\.$/);
    return `${greece.text.length} characters of a lead of more than 15,000`;
  },
  async "special characters in titles, texts and queries"() {
    const { passages } = await search("zeugmatic 東京");
    assert.equal(passages[0]?.title, specialTitle);
    assert.match(passages[0].text, /costs 5 < 6 €, naïvely — so the zeugmatic 東京 test says\./);
    assert.match(passages[0].text, /an outer link, H2O and \[\[no link\]\]/);
    const queries = ['"50 %" & <b>C++</b>', "a|b=c#d", "-", "((", "%00", "x".repeat(900), "☃ 🦔"];
    for (const query of queries) await search(query, 2);
    return `${passages[0].id}; ${queries.length} odd queries, no error`;
  },
  async "an answer in parts is joined"() {
    const change = ({ searchParams }: URL) => {
      if (searchParams.get("exlimit") === "max") searchParams.set("exlimit", "3");
    };
    const whole = await search("capital", 8);
    const { tool, seen } = toolWith({ change });
    const { passages } = await tool.search({ text: "capital", k: 8 }, never);
    assert.deepEqual(passages, whole.passages);
    const parts = seen.urls.filter(({ searchParams }) => searchParams.has("excontinue"));
    return parts.length === 0 ? "no extracts here, nothing to join" : `${seen.urls.length} parts`;
  },
  async "a lagging server is waited for as it asks, then given up"() {
    const waits: number[] = [];
    const change = ({ searchParams }: URL) => searchParams.set("maxlag", "-2");
    const error = await failure(search("capital", 3, { change, waits }));
    assert.equal(error.code, "tool-rate-limited");
    assert.deepEqual(waits, [5000, 5000]);
    return `waits of ${waits.join(" and ")} ms; “${error.params["message"]}”`;
  },
  async "the second time the answer comes from the cache"() {
    const { tool, seen } = toolWith();
    const first = await tool.search({ text: "Vilnius", k: 2 }, never);
    const asked = seen.urls.length;
    const second = await tool.search({ text: " Vilnius ", k: 2 }, never);
    assert.deepEqual(second.passages, first.passages);
    const { cached, requests, bytesSent, bytesReceived } = second;
    assert.deepEqual([cached, requests, bytesSent, bytesReceived], [true, 0, 0, 0]);
    assert.equal(seen.urls.length, asked);
    return `first: ${first.bytesSent} bytes sent, ${first.bytesReceived} received`;
  },
  async "one request at a time, with a gap"() {
    const { tool, seen } = toolWith();
    const words = ["Tallinn", "Vilnius", "Lisbon", "Oslo"];
    await Promise.all(words.map((text) => tool.search({ text, k: 2 }, never)));
    assert.equal(seen.mostAtOnce, 1);
    assert.ok(seen.leastGapMs >= 199, `${seen.leastGapMs}`);
    return `${seen.urls.length} requests, least gap ${Math.round(seen.leastGapMs)} ms`;
  },
  async "a page elsewhere may ask, with our header"() {
    const { seen, tool } = toolWith();
    await tool.search({ text: "Oslo", k: 1 }, never);
    const [asked] = seen.urls;
    assert.ok(asked !== undefined);
    const headers = {
      origin: "https://page.example",
      "access-control-request-method": "GET",
      "access-control-request-headers": "api-user-agent",
    };
    const allowed = await fetch(asked, { method: "OPTIONS", headers });
    assert.equal(allowed.headers.get("access-control-allow-origin"), "*");
    assert.match(allowed.headers.get("access-control-allow-headers") ?? "", /api-user-agent/i);
    const answered = await fetch(asked, { headers: { origin: "https://page.example" } });
    assert.equal(answered.headers.get("access-control-allow-origin"), "*");
    return `exposed: ${answered.headers.get("access-control-expose-headers")}`;
  },
  async "a wrong path, and nobody there"() {
    const wrong = await failure(search("Oslo", 1, { url: `${baseUrl}/index.php/api.php` }));
    const waits: number[] = [];
    const nobody = await failure(search("Oslo", 1, { url: "http://127.0.0.1:18099", waits }));
    assert.equal(wrong.code, "tool-bad-response");
    assert.equal(nobody.code, "tool-unreachable-or-cors");
    return `${wrong.code} (${wrong.params["reason"]}), ${nobody.code} (${nobody.params["reason"]})`;
  },
};

async function failure(result: Promise<unknown>) {
  try {
    await result;
  } catch (thrown) {
    return toAppError(thrown);
  }
  throw new Error("it did not fail");
}

const siteInfo = z.looseObject({
  query: z.looseObject({
    general: z.looseObject({ generator: z.string(), phpversion: z.string(), dbtype: z.string() }),
    extensions: z.array(z.looseObject({ name: z.string() })),
  }),
});

async function versions(address: URL): Promise<string> {
  const asked = new URL(address);
  asked.search =
    "action=query&meta=siteinfo&siprop=general|extensions&format=json&formatversion=2&origin=*";
  const { query } = siteInfo.parse(await (await fetch(asked)).json());
  const { generator, phpversion, dbtype } = query.general;
  const extensions = query.extensions.map(({ name }) => name).join(", ") || "no extensions";
  return `${generator}, PHP ${phpversion}, ${dbtype}; ${extensions}`;
}

async function main(): Promise<void> {
  const folder = values["write-pages"];
  if (folder !== undefined) {
    say(`${await writeWikiPages(folder)} pages in ${folder}`);
    return;
  }
  const api = wikiApiUrl(baseUrl);
  if (api === null) throw new Error("give --url, the address of the wiki");
  say(await versions(api));
  for (const [check, run] of Object.entries(checks)) {
    try {
      say(`ok      ${check}: ${await run()}`);
    } catch (thrown) {
      const note = thrown instanceof Error ? thrown.message.slice(0, 600) : String(thrown);
      say(`FAILED  ${check}: ${note}`);
      process.exitCode = 1;
    }
  }
}

await main();
