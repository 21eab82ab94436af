/** Against the official SDK's server. */
import { afterEach, describe, expect, it } from "vitest";
import { startedEndpoint } from "../../testing/endpoint.ts";
import { type McpTestServer, startMcpServer } from "../../testing/tools/mcp-server.ts";
import { testServices } from "../../testing/tools/services.ts";
import { loadSearchServices } from "./tool.ts";

const { createTool, parseToolSettings } = await loadSearchServices();
const never = new AbortController().signal;

const closing: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0)) await one.close();
});

type Answer = Parameters<typeof startMcpServer>[0];
async function started(answer: Answer, how = { sessions: false, json: true }) {
  const server = await startMcpServer(answer, how);
  closing.push(server);
  return server;
}

function toolAt({ url }: Pick<McpTestServer, "url">, changes: object = {}) {
  const settings = { kind: "mcp", baseUrl: url, tool: "search", ...changes };
  return createTool(settings, testServices());
}

const page = { title: "Tallinn", text: "Tallinn is in Estonia.", url: "https://w.example/T" };
const structured: Answer = { content: [], structuredContent: { results: [page] } };

describe.each([
  { sessions: false, json: true },
  { sessions: false, json: false },
  { sessions: true, json: true },
  { sessions: true, json: false },
])("a server with sessions: $sessions, in JSON: $json", (how) => {
  it("is searched, with its key and the number of results", async () => {
    const server = await started(structured, how);
    const tool = toolAt(server, { apiKey: "a-key", arguments: { count: "count" } });
    const { passages, requests } = await tool.search({ text: "Where is Tallinn?", k: 3 }, never);
    expect(passages).toEqual([
      { id: "mcp:https://w.example/T", title: "Tallinn", text: page.text, score: 1 },
    ]);
    expect(server.calls).toEqual([{ query: "Where is Tallinn?", count: 3 }]);
    expect([...server.authorizations]).toEqual(["Bearer a-key"]);
    expect(requests).toBe(how.sessions ? 3 : 1);
    // The session is kept.
    const again = await tool.search({ text: "Where is Riga?", k: 3 }, never);
    expect(again.requests).toBe(1);
  });
});

it("begins a new session where the old one ended", async () => {
  const server = await started(structured, { sessions: true, json: true });
  const tool = toolAt(server);
  await tool.search({ text: "one", k: 1 }, never);
  await server.forget();
  expect((await tool.search({ text: "two", k: 1 }, never)).passages).toHaveLength(1);
});

const two =
  "Title: Tallinn\nURL: https://w.example/T\nText: It is in\nEstonia.\n\n---\nTitle: Riga\nURL: https://w.example/R\nContent: It is in Latvia.";

describe("results", () => {
  it.each<[string, Answer, [string, string][]]>([
    ["as a list", structured, [["Tallinn", page.text]]],
    [
      "as a list deep down",
      { content: [], structuredContent: { web: { pages: [page] } } },
      [["Tallinn", page.text]],
    ],
    [
      "as JSON in a text",
      { content: [{ type: "text", text: JSON.stringify({ data: [page] }) }] },
      [["Tallinn", page.text]],
    ],
    [
      "as text with names of fields",
      { content: [{ type: "text", text: two }] },
      [
        ["Tallinn", "It is in Estonia."],
        ["Riga", "It is in Latvia."],
      ],
    ],
    [
      "as resources",
      {
        content: [
          { type: "resource", resource: { uri: "file:///t.md", text: "It is in Estonia." } },
          {
            type: "resource_link",
            uri: "https://w.example/R",
            name: "Riga",
            description: "It is in Latvia.",
          },
        ],
      },
      [
        ["", "It is in Estonia."],
        ["Riga", "It is in Latvia."],
      ],
    ],
    [
      "as markup",
      {
        content: [],
        structuredContent: { r: [{ ...page, text: "<b>Tallinn</b><script>x</script>" }] },
      },
      [["Tallinn", "Tallinn"]],
    ],
    ["in no number", { content: [{ type: "text", text: "No results found." }] }, []],
    ["as nothing", { content: [] }, []],
  ])("%s", async (_what, answer, found) => {
    const server = await started(answer);
    const { passages } = await toolAt(server).search({ text: "x", k: 5 }, never);
    expect(passages.map(({ title, text }) => [title, text])).toEqual(found);
  });
});

describe("an error", () => {
  it("of the tool keeps its words", async () => {
    const server = await started({ isError: true, content: [{ type: "text", text: "no quota" }] });
    await expect(toolAt(server).search({ text: "x", k: 1 }, never)).rejects.toMatchObject({
      code: "tool-server-error",
      params: { message: "no quota" },
    });
  });

  it("is a tool that is not there", async () => {
    const server = await started(structured);
    const tool = toolAt(server, { tool: "find" });
    await expect(tool.search({ text: "x", k: 1 }, never)).rejects.toMatchObject({
      params: { message: expect.stringContaining("find") },
    });
  });

  it.each([
    ["tool", { tool: undefined }],
    ["tool", { tool: "two words" }],
    ["baseUrl", { baseUrl: "https://mcp.example/?key=secret" }],
    ["apiKey", { apiKey: "ключ" }],
  ])("of the settings is at %s", (field, changes) => {
    const settings = { kind: "mcp", baseUrl: "https://mcp.example", tool: "search", ...changes };
    expect(parseToolSettings(settings)).toMatchObject({ ok: false, problems: [{ field }] });
  });
});

it("searches the library of another Hopwise", async () => {
  const endpoint = await startedEndpoint();
  closing.push(endpoint);
  const tool = toolAt({ url: `${endpoint.url}/mcp` }, { tool: "search_library" });
  const { passages } = await tool.search({ text: "Which river runs through Vienna?", k: 1 }, never);
  expect(passages[0]).toMatchObject({ id: "mcp:vienna", title: "Vienna" });
});
