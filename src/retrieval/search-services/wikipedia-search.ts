/**
 * Uses any MediaWiki's Action API: a passage is a page's lead and the lines that match. Without
 * TextExtracts the lead is wikitext.
 */
import * as z from "zod/mini";
import { fold, term } from "../../language/english/tokenise.ts";
import type { ToolQuery } from "../../runtime/ports.ts";
import { apiUserAgent } from "./agent.ts";
import type { Exchange } from "./exchange.ts";
import type { Refusal } from "./failure.ts";
import { serviceParts } from "./parts.ts";
import {
  cutAtSentence,
  type Hit,
  longestSource,
  maxPassageCharacters,
  mostEntries,
} from "./passages.ts";
import { decodeEntities, htmlToText, singleSpaced } from "./plain-text.ts";
import type { Searcher } from "./searcher.ts";
import type { SearchService } from "./service.ts";
import { commonFields, plainUrl } from "./settings.ts";
import { wikitextLead } from "./wikitext.ts";

const wikipediaSettings = (service: SearchService) =>
  z.object({
    ...commonFields(service, { minGapMs: 200 }),
    /** A language edition, any page of a wiki, or its `api.php`. */
    baseUrl: z._default(
      z.string().check(z.refine((text) => wikiApiUrl(text) !== null)),
      service.address,
    ),
  });
type WikipediaSettings = z.output<ReturnType<typeof wikipediaSettings>>;

export const parts = serviceParts({
  about: "Free and without a key. Another language or your own MediaWiki: enter its address.",
  settings: wikipediaSettings,
  searcher: wikipedia,
});

/** TextExtracts' limit for one request. */
const maxPages = 20;
/** In seconds; a server that lags further asks to retry. */
const maxLagSeconds = 5;
/** At most this many continuations of one answer. */
const maxParts = 4;
/** The text, then without stop words, then names and numbers only. */
const maxTexts = 3;

/** Null if not http(s). */
export function wikiApiUrl(text: string): URL | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  const bare = url === null ? null : plainUrl(url.origin + url.pathname);
  if (url === null || bare === null || url.username !== "" || url.password !== "") return null;
  const path = bare.pathname.replace(/(?<!\/)\/+$/, "");
  if (path.endsWith("/api.php")) bare.pathname = path;
  else if (indexPage.test(path)) bare.pathname = path.replace(indexPage, "/api.php");
  else if (isWikimedia(bare.hostname) || /\/wiki(?:\/|$)/.test(path)) bare.pathname = "/w/api.php";
  else bare.pathname = `${path}/api.php`;
  return bare;
}

const indexPage = /\/index\.php(?:\/.*)?$/;

function isWikimedia(host: string): boolean {
  return /(?:^|\.)(?:wikipedia|wiktionary|wikivoyage|wikibooks|wikinews|wikiquote|wikisource|wikiversity|mediawiki|wikimedia)\.org$/.test(
    host,
  );
}

const page = z.looseObject({
  pageid: z.int(),
  title: z.string(),
  /** Rank from 1. */
  index: z._default(z.int(), Number.MAX_SAFE_INTEGER),
  fullurl: z.optional(z.string()),
  extract: z.optional(z.string()),
  /** HTML of the words around the match. */
  snippet: z.optional(z.string()),
  revisions: z.optional(
    z.array(
      z.looseObject({ slots: z.looseObject({ main: z.looseObject({ content: z.string() }) }) }),
    ),
  ),
});
type Page = z.output<typeof page>;

/** `query` is missing if nothing was found. */
const answer = z
  .looseObject({
    batchcomplete: z.optional(z.boolean()),
    query: z.optional(z.looseObject({ pages: z._default(z.array(z.unknown()), []) })),
    continue: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  })
  .check(
    z.refine(({ batchcomplete, query }) => batchcomplete !== undefined || query !== undefined),
  );
type Lead = "extracts" | "revisions";

function wikipedia(settings: WikipediaSettings): Searcher {
  const url = wikiApiUrl(settings.baseUrl) ?? new URL(settings.baseUrl);
  let lead: Lead = "extracts";
  return {
    url,
    secrets: [],
    scope: {},
    maxPassages: maxPages,
    // Wikipedia's own limit.
    maxQueryCharacters: 300,
    // Counts all parts of every text, and the first request again if there are no extracts.
    maxRequests: (maxTexts + 1) * maxParts,
    async find(query, exchange) {
      for (const text of widerAndWider(query.text)) {
        const pages = await pagesWithLead({ ...query, text }, exchange);
        if (pages.length > 0) return toHits(pages);
      }
      return [];
    },
  };

  async function pagesWithLead(query: ToolQuery, exchange: Exchange): Promise<Page[]> {
    const pages = await pagesFor(url, query, lead, exchange);
    if (lead === "revisions" || pages.length === 0 || pages.some(hasExtract)) return pages;
    // An unknown `prop` only warns: this wiki has no extracts.
    lead = "revisions";
    return pagesFor(url, query, lead, exchange);
  }
}

/** A wiki requires every word on the page, which rarely holds for a question. */
function widerAndWider(text: string): string[] {
  const words = text.split(/[^\p{L}\p{N}'’-]+/u).filter((word) => term(fold(word)) !== null);
  const content = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  const names = content.filter((word) => /^[\p{Lu}\p{N}]/u.test(word));
  const queries = [text, content.join(" "), names.join(" ")];
  return [...new Set(queries.filter((query) => query !== ""))];
}

function hasExtract({ extract }: Page): boolean {
  return extract !== undefined;
}

/** Pages in the wiki's order, joined from parts of the answer. */
async function pagesFor(
  url: URL,
  query: ToolQuery,
  lead: Lead,
  exchange: Exchange,
): Promise<Page[]> {
  const pages = new Map<number, Page>();
  let from: Readonly<Record<string, string | number>> = {};
  for (let part = 0; part < maxParts; part += 1) {
    const requestUrl = withParameters(url, { ...parametersFor(query, lead), ...from });
    const found = await exchange.json({
      url: requestUrl.href,
      headers: { "api-user-agent": apiUserAgent },
      refusal,
    });
    const { query: result, continue: rest } = exchange.checked(answer, found);
    for (const one of (result?.pages ?? []).slice(0, mostEntries)) {
      const parsed = page.safeParse(one);
      if (parsed.success)
        pages.set(parsed.data.pageid, { ...pages.get(parsed.data.pageid), ...parsed.data });
    }
    // `gsroffset` alone would fetch further results.
    if (rest === undefined || !("excontinue" in rest || "rvcontinue" in rest)) break;
    from = rest;
  }
  return [...pages.values()].sort((a, b) => a.index - b.index);
}

function parametersFor({ text, k }: ToolQuery, lead: Lead): Record<string, string> {
  const wanted =
    lead === "extracts"
      ? { prop: "info|extracts", exintro: "1", explaintext: "1", exlimit: "max" }
      : { prop: "info|revisions", rvprop: "content", rvslots: "main", rvsection: "0" };
  return {
    action: "query",
    format: "json",
    formatversion: "2",
    // Allows anonymous requests from any page.
    origin: "*",
    maxlag: `${maxLagSeconds}`,
    generator: "search",
    gsrsearch: text,
    // Otherwise wikis without a search engine search titles only.
    gsrwhat: "text",
    gsrlimit: `${k}`,
    gsrnamespace: "0",
    gsrprop: "snippet",
    inprop: "url",
    ...wanted,
  };
}

function withParameters(url: URL, parameters: Readonly<Record<string, string | number>>): URL {
  const requestUrl = new URL(url);
  for (const [name, value] of Object.entries(parameters))
    requestUrl.searchParams.set(name, `${value}`);
  return requestUrl;
}

function toHits(pages: readonly Page[]): Hit[] {
  return pages.map(({ pageid, title, fullurl, extract, snippet = "", revisions }) => {
    const [newest] = revisions ?? [];
    const source = newest?.slots.main.content.slice(0, longestSource) ?? "";
    const lead = singleSpaced(extract?.slice(0, longestSource) ?? wikitextLead(source));
    const text = withMatch(lead, matchedLines(snippet.slice(0, longestSource)));
    return { title, text, form: "plain", url: fullurl ?? null, key: `${pageid}` };
  });
}

/** Wikis without a search engine return wikitext: drops marks, templates and table lines. */
function matchedLines(snippet: string): string[] {
  return snippet.split("\n").flatMap((line) => {
    const marks = /\[\[(?:[^[\]|]*\|)?|\]\]|'{2,5}|<\/?(?:ref|nowiki)[^>]*>|={2,6}/g;
    const plain = decodeEntities(htmlToText(line).replace(marks, ""));
    return plain.trim() === "" || /[{}|]|<!--|-->/.test(plain) ? [] : [singleSpaced(plain)];
  });
}

/** Omits lines that the lead contains. */
function withMatch(lead: string, lines: readonly string[]): string {
  const match = lines.filter((line) => !lead.includes(line)).join(" … ");
  const room = Math.max(0, maxPassageCharacters - match.length - 3);
  const parts = match === "" ? [lead] : [cutAtSentence(lead, room), match];
  return parts.filter((part) => part !== "").join(" … ");
}

const apiError = z.looseObject({ error: z.looseObject({ code: z.string(), info: z.string() }) });

/** The API reports errors with status 200. */
function refusal(found: unknown): Refusal | null {
  const parsed = apiError.safeParse(found);
  if (!parsed.success) return null;
  const { code, info: message } = parsed.data.error;
  const refused = { reason: "status", status: null, message } as const;
  if (code === "maxlag" || code === "ratelimited") return { ...refused, code: "tool-rate-limited" };
  if (code.endsWith("denied") || code === "blocked")
    return { ...refused, code: "tool-unauthorised" };
  if (code.startsWith("internal_api_error")) return { ...refused, code: "tool-server-error" };
  return { ...refused, code: "tool-bad-response" };
}
