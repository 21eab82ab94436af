import { defineSearchService } from "./service.ts";

export const mcp = defineSearchService({
  id: "mcp",
  title: "MCP server",
  choice: "Any MCP server",
  address: "",
  usdPerThousand: null,
  key: "optional",
  fields: {
    tool: { label: "Tool", help: "its name on the server, such as search", isRequired: true },
    "arguments.query": { label: "Its argument for the query", help: "empty means query" },
    "arguments.count": { label: "Its argument for the number of results (optional)" },
  },
  load: () => import("./mcp-search.ts"),
});
