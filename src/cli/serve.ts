/** `hopwise serve`: an OpenAI-compatible endpoint. */
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { isLoopback } from "../models/bound-key.ts";
import { UsageError } from "../node/run-settings.ts";
import { type EndpointOptions, startEndpoint } from "../package/endpoint/endpoint.ts";
import { createMcpServer } from "../package/mcp/mcp.ts";
import { openGiven, openingOptions, packageVersion } from "./opening.ts";
import { passedOn } from "./passed-on.ts";
import { say, tell } from "./print.ts";
import { orUsageError, runProgram } from "./run-command.ts";

const help = `An OpenAI-compatible endpoint: POST /v1/chat/completions, GET /v1/models, GET /health;
and the tools of hopwise mcp by streamable HTTP: POST /mcp.

  hopwise serve [options]

The name of the model is the setup: hopwise/small, hopwise/plan-large, hopwise/read-large,
hopwise/conclude-large, hopwise/large, and the method's presets, such as hopwise/where-it-pays;
GET /v1/models lists those that can run. The user's last message is the question.

Options
  --port N                  default 8017; 0 takes a free one
  --host ADDRESS            default 127.0.0.1; another one than this machine's needs a token
  --allow-host NAME         a name of this server in the Host header; as often as needed
  --allow-origin ORIGIN     a page that may ask (CORS); as often as needed, none by default
  --queue N                 questions that may wait, 0 to 1000 (default 8)
  --seconds N               the longest time of a question, 1 to 3600 (default 600)
  HOPWISE_TOKEN in the environment: asked for as Authorization: Bearer
  and, as for ask (hopwise ask --help): --library, --method, --vectors, --threads, --privacy, --cap
  (of each question), --small, --encoder, --small-…, --large-… and their variables. Keys stay here:
  a caller's token is never passed on.
`;

const own = {
  port: { type: "string", default: "8017" },
  host: { type: "string", default: "127.0.0.1" },
  "allow-host": { type: "string", multiple: true },
  "allow-origin": { type: "string", multiple: true },
  queue: { type: "string", default: "8" },
  seconds: { type: "string", default: "600" },
} as const;

const options = { ...own, ...openingOptions } as const;

const whole = (least: number, most: number) =>
  z.coerce.number().check(z.int(), z.gte(least), z.lte(most));
const port = whole(0, 65_535);
const queue = whole(0, 1000);
const seconds = whole(1, 3600);

async function main(argv: readonly string[]): Promise<number> {
  const { values, tokens } = orUsageError(() =>
    parseArgs({ args: [...argv], options, tokens: true }),
  );
  if (values.help) {
    say(help.trimEnd());
    return 0;
  }
  const token = process.env["HOPWISE_TOKEN"] || null;
  if (token === null && !isLoopback(`http://${values.host}`)) {
    throw new UsageError("Another machine may ask only with a token: set HOPWISE_TOKEN.");
  }
  const endpoint: Omit<EndpointOptions, "mcp"> = {
    host: values.host,
    port: number("port", values.port, port),
    names: values["allow-host"] ?? [],
    origins: values["allow-origin"] ?? [],
    token,
    waiting: number("queue", values.queue, queue),
    seconds: number("seconds", values.seconds, seconds),
    onFault: (thrown: unknown) => tell(String(thrown)),
  };
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  process.once("SIGTERM", () => stop.abort());
  const { hopwise, prices } = await openGiven(passedOn(tokens, own), stop.signal);
  const running = await startEndpoint(hopwise, {
    ...endpoint,
    mcp: () =>
      createMcpServer(hopwise, { version: packageVersion, prices, seconds: endpoint.seconds }),
  });
  say(`${running.url}/v1`);
  if (!stop.signal.aborted) {
    await new Promise((resolve) => stop.signal.addEventListener("abort", resolve));
  }
  await running.close();
  await hopwise.close();
  return 0;
}

function number(name: string, text: string, form: z.ZodMiniType<number>): number {
  const read = form.safeParse(text);
  if (!read.success || text.trim() === "") throw new UsageError(`--${name} cannot be "${text}".`);
  return read.data;
}

await runProgram(main);
