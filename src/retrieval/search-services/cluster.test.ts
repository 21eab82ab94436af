/** Answers recorded from OpenSearch 2.19.6; from Elasticsearch's documentation where it differs. */
import { describe, expect, it } from "vitest";
import { toAppError } from "../../log/errors.ts";
import type { Fetch } from "../../models/openai-compatible/transport.ts";
import { testServices } from "../../testing/tools/services.ts";
import { loadSearchServices, type ToolSettingsInput } from "./tool.ts";

const { createTool, parseToolSettings } = await loadSearchServices();
const never = new AbortController().signal;
const basic = { kind: "opensearch", baseUrl: "http://o.example/os/", index: "pages,notes-*" };
const withVectors = { ...basic, fields: { vector: "v" } };
const embed = () => Promise.resolve(Float32Array.of(0.6, 0.8));

interface Sent {
  url: string;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Repeats the last answer. */
function asked(settings: ToolSettingsInput, ...answers: (Response | Error)[]) {
  const sent: Sent[] = [];
  const fetch: Fetch = (address, init) => {
    const body: Record<string, unknown> = JSON.parse(String(init?.body));
    sent.push({ url: String(address), headers: new Headers(init?.headers), body });
    const next = answers[Math.min(sent.length, answers.length) - 1];
    return next instanceof Response ? Promise.resolve(next.clone()) : Promise.reject(next);
  };
  return { sent, tool: createTool(settings, testServices({ fetch })) };
}

function hits(...found: object[]): Response {
  return Response.json({ hits: { hits: found } });
}

function page(id: string, source: object, more: object = {}) {
  return { _index: "pages", _id: id, _score: 1, _source: source, ...more };
}

async function failing(settings: ToolSettingsInput, ...answers: (Response | Error)[]) {
  const { tool } = asked(settings, ...answers);
  return tool
    .search({ text: "a", k: 2 }, never)
    .then(() => null)
    .catch((thrown: unknown) => toAppError(thrown));
}

describe("what is asked", () => {
  it("is the index by words, with title and text, all its shards or none", async () => {
    const { sent, tool } = asked(basic, hits());
    await tool.search({ text: "who?", k: 3 }, never);
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url).toBe(
      "http://o.example/os/pages,notes-*/_search?allow_partial_search_results=false",
    );
    expect(sent[0]?.headers.get("authorization")).toBeNull();
    expect(sent[0]?.body).toMatchObject({
      size: 3,
      query: { multi_match: { query: "who?", fields: ["title", "text"] } },
      _source: ["title", "text"],
    });
  });

  it.each([
    ["opensearch", "token", "Bearer token"],
    ["elasticsearch", "token", "ApiKey token"],
    ["opensearch", "me:pass wörd:x", "Basic bWU6cGFzcyB3w7ZyZDp4"],
    ["elasticsearch", "me:pass wörd:x", "Basic bWU6cGFzcyB3w7ZyZDp4"],
  ])("by %s with the key %s as %s", async (kind, apiKey, header) => {
    const { sent, tool } = asked({ ...basic, kind, apiKey }, hits());
    await tool.search({ text: "a", k: 1 }, never);
    expect(sent[0]?.headers.get("authorization")).toBe(header);
  });

  it("by meaning is each engine's own kNN", async () => {
    const meaning = { ...withVectors, mode: "meaning" };
    const open = asked(meaning, hits());
    await open.tool.search({ text: "a", k: 2, embed }, never);
    const vector = [...Float32Array.of(0.6, 0.8)];
    expect(open.sent.map(({ body }) => body["query"])).toEqual([{ knn: { v: { vector, k: 2 } } }]);
    const elastic = asked({ ...meaning, kind: "elasticsearch" }, hits());
    await elastic.tool.search({ text: "a", k: 2, embed }, never);
    expect(elastic.sent[0]?.body).toMatchObject({
      knn: { field: "v", query_vector: vector, k: 2, num_candidates: 100 },
    });
    expect(elastic.sent[0]?.body["query"]).toBeUndefined();
  });

  it("by both is fused by rank, and counted as two requests", async () => {
    const [a, b, c] = ["a", "b", "c"].map((id) => page(id, { title: id, text: `${id}.` }));
    const { sent, tool } = asked(withVectors, hits(a ?? {}, b ?? {}), hits(b ?? {}, c ?? {}));
    const { passages, requests } = await tool.search({ text: "x", k: 3, embed }, never);
    expect(passages.map(({ title }) => title)).toEqual(["b", "a", "c"]);
    expect([requests, sent.length, sent[0]?.body["size"]]).toEqual([2, 2, 50]);
  });

  it("is words alone without an encoder, and kept apart from what vectors found", async () => {
    const { sent, tool } = asked(withVectors, hits(page("a", { title: "A", text: "a." })));
    await tool.search({ text: "x", k: 3 }, never);
    expect(sent).toHaveLength(1);
    expect((await tool.search({ text: "x", k: 3, embed }, never)).cached).toBe(false);
    expect((await tool.search({ text: "x", k: 3 }, never)).cached).toBe(true);
  });
});

describe("what is found", () => {
  it("comes from the fields that are named, dotted or in objects", async () => {
    const fields = { title: "meta.name", text: "body", url: "link.href" };
    const source = {
      "meta.name": "Name",
      body: ["One.", "Two."],
      link: { href: "https://w.example/" },
    };
    const { tool } = asked({ ...basic, fields }, hits(page("1", source)));
    const { passages } = await tool.search({ text: "x", k: 1 }, never);
    expect(passages).toEqual([
      { id: "opensearch:https://w.example/", title: "Name", text: "One. Two.", score: 1 },
    ]);
  });

  it("is the best part of a long text, the whole of a short one", async () => {
    const long = page(
      "1",
      { title: "L", text: "x ".repeat(3000) },
      { highlight: { text: ["Best."] } },
    );
    const short = page(
      "2",
      { title: "S", text: "All. Of it." },
      { highlight: { text: ["Of it."] } },
    );
    const { tool } = asked(basic, hits(long, short));
    const { passages } = await tool.search({ text: "x", k: 2 }, never);
    expect(passages.map(({ text }) => text)).toEqual(["Best.", "All. Of it."]);
    expect(passages[1]?.id).toBe("opensearch:pages/2");
  });

  it("is asked for in part where documents are too large", async () => {
    const large = hits(page("1", { title: "L", text: "x".repeat(2_100_000) }));
    const part = hits(page("1", { title: "L" }, { highlight: { text: ["Best."] } }));
    const { sent, tool } = asked(basic, large, part);
    const { passages, requests } = await tool.search({ text: "x", k: 2 }, never);
    expect(passages.map(({ text }) => text)).toEqual(["Best."]);
    expect([requests, sent[1]?.body["_source"]]).toEqual([2, ["title"]]);
  });

  it("is private unless the person says that anyone may read it", () => {
    const who = (more: object) => asked({ ...basic, ...more }, hits()).tool.ref.visibility;
    expect([who({}), who({ visibility: "public" })]).toEqual(["private", "public"]);
  });
});

describe("what goes wrong", () => {
  const refusal = (status: number, error: object) => Response.json({ error, status }, { status });
  const missing = {
    type: "index_not_found_exception",
    reason: "no such index [nope]",
    index: "nope",
  };
  /** In a shard's error the real reason is nested. */
  const byShards = (reason: string) => ({
    root_cause: [{ type: "query_shard_exception", reason, index: "pages" }],
    type: "search_phase_execution_exception",
    reason: "all shards failed",
    phase: "query",
  });
  const red = {
    root_cause: [],
    type: "search_phase_execution_exception",
    reason: "",
    caused_by: { reason: "Search rejected due to missing shards [[redone][0]]." },
  };
  it.each([
    [
      401,
      { type: "security_exception", reason: "no user" },
      "tool-unauthorised",
      { message: "no user" },
    ],
    [404, missing, "tool-bad-response", { reason: "no-index", message: "no such index [nope]" }],
    [400, { reason: "unknown query [knn]" }, "tool-bad-response", { hint: "no-knn" }],
    [
      400,
      byShards("failed to create query: Field 'title' is not knn_vector type."),
      "tool-bad-response",
      { hint: "no-vectors" },
    ],
    [
      400,
      byShards("failed to create query: [knn] queries are only supported on [dense_vector] fields"),
      "tool-bad-response",
      { hint: "no-vectors" },
    ],
    [
      400,
      byShards("failed to create query: field [nowhere] does not exist in the mapping"),
      "tool-bad-response",
      { hint: "no-vectors" },
    ],
    [503, red, "tool-server-error", { hint: "cluster-red", message: red.caused_by.reason }],
    [429, { reason: "rejected" }, "tool-rate-limited", { message: "rejected" }],
  ])("%d %j is told as %s", async (status, error, code, params) => {
    expect(await failing(basic, refusal(status, error))).toMatchObject({ code, params });
  });

  it("is told of documents without the text field", async () => {
    const error = await failing(basic, hits(page("1", { title: "T", body: "x" })));
    expect(error).toMatchObject({ code: "tool-bad-response", params: { reason: "no-text-field" } });
  });

  it("in a page is told with the lines that CORS wants, in Node is not", async () => {
    const cors = (error: Error) => failing({ ...basic, kind: "elasticsearch" }, error);
    const inPage = await cors(new TypeError("Failed to fetch"));
    expect(inPage?.params).toMatchObject({ hint: "elasticsearch-cors" });
    const inNode = await cors(new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }));
    expect(inNode?.params["hint"]).toBeUndefined();
  });

  it.each([
    [{ index: "" }, "index"],
    [{ index: "Pages" }, "index"],
    [{ index: "a/_all" }, "index"],
    [{ apiKey: "wörd" }, "apiKey"],
    [{ fields: { text: "a b" } }, "fields.text"],
    [{ visibility: "all" }, "visibility"],
  ])("in settings %j is refused", (change, field) => {
    const parsed = parseToolSettings({ ...basic, ...change });
    expect(parsed.ok ? [] : parsed.problems.map((one) => one.field)).toEqual([field]);
  });
});
