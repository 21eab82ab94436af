/** `hopwise mcp`: tools for an agent, by standard input and output. */
import { parseArgs } from "node:util";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createMcpServer } from "../package/mcp/mcp.ts";
import { openGiven, openingOptions, packageVersion } from "./opening.ts";
import { passedOn } from "./passed-on.ts";
import { say, tell } from "./print.ts";
import { orUsageError, runProgram } from "./run-command.ts";

const help = `Tools for an agent (Model Context Protocol) by standard input and output.

  hopwise mcp [options]

Tools: answer_with_sources, search_library, estimate_cost. hopwise serve offers them by HTTP at /mcp.

Options, as for ask (hopwise ask --help): --library, --method, --vectors, --threads, --privacy,
--cap (of each question), --small, --encoder, --small-…, --large-… and their variables. What a tool
returns goes to the agent: with a --privacy other than everything it gets no passage's text.
`;

async function main(argv: readonly string[]): Promise<number> {
  const { values, tokens } = orUsageError(() =>
    parseArgs({ args: [...argv], options: openingOptions, tokens: true }),
  );
  if (values.help) {
    say(help.trimEnd());
    return 0;
  }
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  const { hopwise, prices } = await openGiven(passedOn(tokens, {}), stop.signal);
  const server = createMcpServer(hopwise, { version: packageVersion, prices });
  const ended = new Promise<void>((resolve) => {
    server.server.onclose = resolve;
    process.stdin.once("end", resolve);
    stop.signal.addEventListener("abort", () => resolve());
  });
  await server.connect(new StdioServerTransport());
  tell("Ready.");
  if (!stop.signal.aborted) await ended;
  await server.close();
  await hopwise.close();
  return 0;
}

await runProgram(main);
