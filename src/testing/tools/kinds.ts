import type { ToolSettingsInput } from "../../retrieval/search-services/tool.ts";

export const testKey = "key/+that=must-not-leak";

export interface Played {
  settings: (origin: string) => ToolSettingsInput;
  /** The second of three has no text. */
  found: unknown;
  nothing: unknown;
  needsKey: boolean;
  /** An answer too large to read is requested once more, in part. */
  asksForLess?: boolean;
}

const text = "Tallinn is the capital of Estonia.";
const other = "Estonia joined the euro in 2011.";

/** Only the form of later scores matters. */
const clusterHits = [
  { _id: "t", _source: { title: "Tallinn", text, link: "https://w.example/T" } },
  { _id: "n", _source: { title: "Empty", link: "https://w.example/E" } },
  { _id: "e", _source: { title: "Euro", text: other, link: "https://w.example/Euro" } },
];
const clusterAnswer = {
  took: 3,
  timed_out: false,
  _shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
};
const found = {
  opensearch: {
    ...clusterAnswer,
    hits: {
      total: { value: 3, relation: "eq" },
      max_score: 2.5,
      hits: clusterHits.map((hit) => ({ _index: "pages", _score: 2.5, ...hit })),
    },
  },
  elasticsearch: {
    ...clusterAnswer,
    hits: {
      total: { value: 3, relation: "eq" },
      max_score: 2.5,
      hits: clusterHits.map((hit) => ({ _index: "pages", _score: 2.5, ...hit, _ignored: [] })),
    },
  },
};

export const kinds = {
  wikipedia: {
    settings: (origin) => ({ kind: "wikipedia", baseUrl: origin }),
    found: {
      batchcomplete: true,
      query: {
        pages: [
          { pageid: 3, title: "Euro", index: 3, extract: other, fullurl: "https://w.example/Euro" },
          { pageid: 1, title: "Tallinn", index: 1, extract: text, fullurl: "https://w.example/T" },
          { pageid: 2, title: "Empty", index: 2, extract: "", fullurl: "https://w.example/E" },
        ],
      },
    },
    nothing: { batchcomplete: true },
    needsKey: false,
  },
  searxng: {
    settings: (origin) => ({ kind: "searxng", baseUrl: origin }),
    found: {
      results: [
        { title: "Tallinn", content: text, url: "https://w.example/T" },
        { title: "Empty", content: null, url: "https://w.example/E" },
        { title: "Euro", content: other, url: "https://w.example/Euro" },
      ],
    },
    nothing: { results: [] },
    needsKey: false,
  },
  "google-pse": {
    settings: (origin) => ({ kind: "google-pse", baseUrl: origin, apiKey: testKey, cx: "abc123" }),
    found: {
      kind: "customsearch#search",
      items: [
        { title: "Tallinn", snippet: text, link: "https://w.example/T" },
        { title: "Empty", link: "https://w.example/E" },
        { title: "Euro", snippet: other, link: "https://w.example/Euro" },
      ],
    },
    nothing: { kind: "customsearch#search" },
    needsKey: true,
  },
  brave: {
    settings: (origin) => ({ kind: "brave", baseUrl: origin, apiKey: testKey }),
    found: {
      type: "search",
      web: {
        results: [
          { title: "Tallinn", description: text, url: "https://w.example/T" },
          { title: "Empty", url: "https://w.example/E" },
          { title: "Euro", description: other, url: "https://w.example/Euro" },
        ],
      },
    },
    nothing: { type: "search" },
    needsKey: true,
  },
  opensearch: {
    settings: (origin) => ({
      kind: "opensearch",
      baseUrl: origin,
      index: "pages",
      fields: { url: "link" },
      apiKey: testKey,
    }),
    found: found.opensearch,
    nothing: { timed_out: false, hits: { total: { value: 0, relation: "eq" }, hits: [] } },
    needsKey: true,
    asksForLess: true,
  },
  elasticsearch: {
    settings: (origin) => ({
      kind: "elasticsearch",
      baseUrl: origin,
      index: "pages",
      fields: { url: "link" },
      apiKey: testKey,
    }),
    found: found.elasticsearch,
    nothing: { timed_out: false, hits: { total: { value: 0, relation: "eq" }, hits: [] } },
    needsKey: true,
    asksForLess: true,
  },
  mcp: {
    settings: (origin) => ({ kind: "mcp", baseUrl: origin, apiKey: testKey, tool: "search" }),
    found: {
      jsonrpc: "2.0",
      id: 1,
      result: {
        content: [{ type: "text", text: "Two pages." }],
        structuredContent: {
          results: [
            { title: "Tallinn", text, url: "https://w.example/T" },
            { title: "Empty", url: "https://w.example/E" },
            { title: "Euro", text: other, url: "https://w.example/Euro" },
          ],
        },
      },
    },
    nothing: { jsonrpc: "2.0", id: 1, result: { content: [], structuredContent: { results: [] } } },
    needsKey: true,
  },
  "json-template": {
    settings: (origin) => ({
      kind: "json-template",
      url: `${origin}/find?q={query}&n={k}`,
      headers: { authorization: "Bearer {key}" },
      apiKey: testKey,
      paths: { list: "data.hits", title: "name", text: "body", url: "link" },
    }),
    found: {
      data: {
        hits: [
          { name: "Tallinn", body: text, link: "https://w.example/T" },
          { name: "Empty", link: "https://w.example/E" },
          { name: "Euro", body: other, link: "https://w.example/Euro" },
        ],
      },
    },
    nothing: { data: { hits: [] } },
    needsKey: true,
  },
} satisfies Record<string, Played>;
