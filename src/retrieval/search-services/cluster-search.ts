/** `POST /INDEX/_search`: BM25, kNN on our encoder's vectors, or both, fused here. */
import * as z from "zod/mini";
import { AppError } from "../../log/errors.ts";
import { visibility } from "../../log/types.ts";
import type { ToolQuery } from "../../runtime/ports.ts";
import { defaultRetrieval } from "../defaults.ts";
import { fuse } from "../fuse.ts";
import type { Exchange } from "./exchange.ts";
import type { Hint, Refusal } from "./failure.ts";
import { textAt, valueAt } from "./json-path.ts";
import { serviceParts } from "./parts.ts";
import { type Hit, maxPassageCharacters, mostEntries } from "./passages.ts";
import type { Searcher } from "./searcher.ts";
import type { SearchService, ServiceParts } from "./service.ts";
import { commonFields, serviceUrl } from "./settings.ts";

export interface ClusterDialect {
  about: string;
  /** Scheme of `Authorization`; a key with a colon is sent as Basic. */
  keyScheme: "ApiKey" | "Bearer";
  corsHint: Hint;
  /** Name of the parameter that limits the characters highlighting reads. */
  longestHighlight: string;
  nearest(field: string, vector: readonly number[], k: number): object;
}

const fieldName = z.string().check(z.regex(/^[^\s*?"\\]{0,200}$/));

const clusterSettings = (service: SearchService) =>
  z.object({
    ...commonFields(service, { minGapMs: 0 }),
    /** The cluster's address, or a path that leads to it. */
    baseUrl: serviceUrl,
    /** Several names with commas and wildcards, as both engines accept. */
    index: z.string().check(z.regex(/^[^\s/\\?"<>|#A-Z]{1,255}$/)),
    fields: z._default(
      z.object({
        title: z._default(fieldName, ""),
        text: z._default(fieldName, ""),
        url: z._default(fieldName, ""),
        vector: z._default(fieldName, ""),
      }),
      { title: "", text: "", url: "", vector: "" },
    ),
    mode: z._default(z.enum(["both", "words", "meaning"]), "both"),
    visibility: z._default(visibility, "private"),
    /** A name and password may contain spaces and letters of any script. */
    apiKey: z._default(z.string().check(z.regex(/^[\x21-\x7e]*$|^[^\p{Cc}:]*:\P{Cc}*$/u)), ""),
  });
type ClusterSettings = z.output<ReturnType<typeof clusterSettings>>;

export function clusterParts(dialect: ClusterDialect): ServiceParts {
  return serviceParts({
    about: dialect.about,
    settings: clusterSettings,
    searcher: (settings) => cluster(settings, dialect),
  });
}

const answer = z.looseObject({ hits: z.looseObject({ hits: z.array(z.unknown()) }) });
const entry = z.looseObject({
  _index: z._default(z.string(), ""),
  _id: z.string(),
  _source: z._default(z.record(z.string(), z.unknown()), {}),
  highlight: z._default(z.record(z.string(), z.array(z.string())), {}),
});
type Entry = z.output<typeof entry>;

/** Depth of each fused list. */
const fusionDepth = 50;
/**
 * Weight of the lower score of title and text; on 300 HotpotQA questions 0.3 finds 82% of the
 * pages, 0 79%.
 */
const tieBreaker = 0.3;
/** In characters; longer than any chapter. */
const longestRead = 1_000_000;

function cluster(settings: ClusterSettings, dialect: ClusterDialect): Searcher {
  const { index, mode, visibility: who, apiKey } = settings;
  const fields = {
    ...settings.fields,
    title: settings.fields.title || "title",
    text: settings.fields.text || "text",
  };
  const url = searchUrl(settings.baseUrl, index);
  const credentials = apiKey.includes(":") ? base64(apiKey) : apiKey;
  const password = apiKey.slice(apiKey.indexOf(":") + 1);
  const scheme = apiKey.includes(":") ? "Basic" : dialect.keyScheme;
  const headers = {
    "content-type": "application/json",
    ...(apiKey === "" ? {} : { authorization: `${scheme} ${credentials}` }),
  };
  /** Documents too large to be sent whole are requested again as highlights. */
  async function search(query: object, text: string, size: number, exchange: Exchange) {
    const ask = async (whole: boolean) => {
      const body = { size, track_total_hits: false, ...query, ...shown(text, whole) };
      const sent = { url: url.href, method: "POST" as const, headers, body: JSON.stringify(body) };
      return exchange.checked(answer, await exchange.json(sent)).hits.hits;
    };
    const found = await ask(true).catch((thrown: unknown) => {
      if (thrown instanceof AppError && thrown.params["reason"] === "too-large") return ask(false);
      throw thrown;
    });
    return found.slice(0, mostEntries).flatMap((one) => entry.safeParse(one).data ?? []);
  }
  function shown(text: string, whole: boolean): object {
    const names = [fields.title, fields.url, whole ? fields.text : ""];
    return {
      _source: names.filter((name) => name !== ""),
      highlight: {
        [dialect.longestHighlight]: longestRead,
        pre_tags: [""],
        post_tags: [""],
        highlight_query: { match: { [fields.text]: text } },
        fields: {
          [fields.text]: {
            number_of_fragments: 1,
            fragment_size: maxPassageCharacters,
            no_match_size: maxPassageCharacters,
          },
        },
      },
    };
  }
  async function byWords(text: string, size: number, exchange: Exchange): Promise<Entry[]> {
    const query = {
      multi_match: { query: text, fields: [fields.title, fields.text], tie_breaker: tieBreaker },
    };
    return search({ query }, text, size, exchange);
  }
  async function byMeaning(
    vector: Float32Array,
    text: string,
    size: number,
    exchange: Exchange,
  ): Promise<Entry[]> {
    const query = dialect.nearest(fields.vector, [...vector], size);
    return search(query, text, size, exchange);
  }
  async function find({ text, k, embed }: ToolQuery, exchange: Exchange): Promise<Entry[]> {
    if (mode === "words" || fields.vector === "") return byWords(text, k, exchange);
    if (embed === undefined) return byWords(text, k, exchange);
    const vector = await embed(text);
    if (mode === "meaning") return byMeaning(vector, text, k, exchange);
    const depth = Math.max(k, fusionDepth);
    const words = await byWords(text, depth, exchange);
    return fused(words, await byMeaning(vector, text, depth, exchange));
  }
  return {
    url,
    secrets: [apiKey, credentials, password],
    scope: { fields, mode },
    visibility: who,
    usesVectors: fields.vector !== "" && mode !== "words",
    maxPassages: 50,
    maxQueryCharacters: 1000,
    // Two lists, each possibly requested again.
    maxRequests: 4,
    corsHint: dialect.corsHint,
    readRefusal,
    async find(query, exchange) {
      const found = await find(query, exchange);
      const hits = found.map((one) => toHit(one, fields));
      if (hits.length > 0 && hits.every(({ text }) => text === "")) {
        throw exchange.bad("no-text-field");
      }
      return hits;
    },
  };
}

/** Refuses partial results: missing shards would be lost silently. */
function searchUrl(baseUrl: string, index: string): URL {
  const url = new URL(baseUrl.trim());
  const names = encodeURIComponent(index).replaceAll("%2C", ",");
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/${names}/_search`;
  url.search = "allow_partial_search_results=false";
  return url;
}

/** OpenSearch's message; Elasticsearch's for a field of another type, and for a missing field. */
const noVectors =
  /is not knn_vector type|on \[dense_vector\] fields|\] does not exist in the mapping/;

function readRefusal(status: number, message: string): Partial<Refusal> | null {
  if (status === 404) return { reason: "no-index" };
  if (status === 400 && noVectors.test(message)) return { hint: "no-vectors" };
  if (status === 400 && /\[knn\]/.test(message)) return { hint: "no-knn" };
  if (status === 503 && /shard|no master|cluster/i.test(message)) return { hint: "cluster-red" };
  return null;
}

function fused(words: readonly Entry[], near: readonly Entry[]): Entry[] {
  const all = new Map([...words, ...near].map((one) => [nameOf(one), one]));
  const places = new Map([...all.keys()].map((id, place) => [id, place]));
  const ranked = (list: readonly Entry[]) =>
    list.map((one) => ({ index: places.get(nameOf(one)) ?? 0, score: 0 }));
  const order = fuse(ranked(words), ranked(near), defaultRetrieval.rrfK);
  const entries = [...all.values()];
  return order.flatMap(({ index }) => entries[index] ?? []);
}

/** Ids are unique only within an index. */
function nameOf({ _index, _id }: Entry): string {
  return `${_index}/${_id}`;
}

function toHit(one: Entry, fields: Record<"title" | "text" | "url", string>): Hit {
  const { _source, highlight } = one;
  const title = sourceText(_source, fields.title);
  const whole = sourceText(_source, fields.text);
  const [best = ""] = highlight[fields.text] ?? [];
  const text = whole === "" || (whole.length > maxPassageCharacters && best !== "") ? best : whole;
  const url = fields.url === "" ? null : sourceText(_source, fields.url);
  return { title, text, form: "plain", url, key: nameOf(one) };
}

/** A name may contain dots, or be a path into objects. */
function sourceText(source: Readonly<Record<string, unknown>>, name: string): string {
  const path = valueAt(source, [name]) === undefined ? name.split(".") : [name];
  return textAt(source, path);
}

/** `btoa` takes bytes only. */
function base64(text: string): string {
  return btoa(
    Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""),
  );
}
