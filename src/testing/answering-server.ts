import { type SearchServer, startSearchServer } from "./tools/search-server.ts";

/** FAKE: a large model's server that streams the same text for every call. */
export function answeringServer(text: string): Promise<SearchServer> {
  const usage = { prompt_tokens: 5000, completion_tokens: 10 };
  const parts = [
    { choices: [{ delta: { content: text } }] },
    { choices: [{ delta: {}, finish_reason: "stop" }], usage },
  ];
  const lines = [...parts.map((part) => JSON.stringify(part)), "[DONE]"];
  return startSearchServer(() => ({
    kind: "text",
    text: lines.map((line) => `data: ${line}\n\n`).join(""),
    type: "text/event-stream",
  }));
}
