/**
 * Asks the foreign agent in its eight setups, and keeps its traces and the same runs as a table:
 * `npm run bench -- foreign-agent --small http://127.0.0.1:4194/v1 --large http://127.0.0.1:8080/v1
 * [--questions 60] [--calls FILE] [--out docs/examples]`. A call with the same model and words is
 * made once; each trace that reuses it has the time that it took. `--calls` keeps them.
 */
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import { InMemorySpanExporter } from "@opentelemetry/sdk-trace-base";
import papa from "papaparse";
import * as z from "zod/mini";
import { listedPrice } from "../../src/cli/report-file.ts";
import {
  type AgentModel,
  agentStages,
  type ChatCall,
  chat,
  createAgent,
  type Reply,
  type Task,
  wordSearch,
} from "../servers/foreign-agent.ts";

const { values } = parseArgs({
  options: {
    small: { type: "string", default: "http://127.0.0.1:4194/v1" },
    large: { type: "string", default: "http://127.0.0.1:8080/v1" },
    questions: { type: "string", default: "60" },
    calls: { type: "string" },
    out: { type: "string", default: "docs/examples" },
  },
});
const pricedAs = "openai/gpt-4.1-mini";
const passagesRead = 2;

const keptCall = z.object({
  key: z.string(),
  reply: z.object({ text: z.string(), inputTokens: z.int(), outputTokens: z.int() }),
  ms: z.int(),
});

async function linesIn<T>(path: string, schema: z.ZodMiniType<T>): Promise<T[]> {
  const text = await readFile(path, "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => schema.parse(JSON.parse(line)));
}

const listed = z.object({ data: z.array(z.object({ id: z.string() })) });

async function modelAt(url: string, usdPerMillion: AgentModel["usdPerMillion"]) {
  const { data } = listed.parse(await (await fetch(`${url}/models`)).json());
  return { name: data[0]?.id ?? "", url, usdPerMillion };
}

const row = z.object({ id: z.string(), question: z.string(), answers: z.array(z.string()) });
const all: Task[] = await linesIn("public/questions/factbook.jsonl", row);
const count = Number(values.questions);
/** Fewer are a part of 60, spread over the set, so that a run can be cut or continued. */
const most = 60;
const step = 37;
const tasks = Array.from(
  { length: count },
  (_, at) => all[Math.floor((((at * step) % most) * all.length) / most)],
);
const passage = z.object({ title: z.string(), text: z.string() });
const passages = await linesIn("public/library/factbook/passages.jsonl", passage);

const price = await listedPrice(pricedAs);
const small = await modelAt(values.small, { input: 0, output: 0 });
const large = await modelAt(values.large, {
  input: price.inputPerMillion,
  output: price.outputPerMillion,
});

const calls = new Map<string, { reply: Reply; ms: number }>();
if (values.calls !== undefined) {
  const kept = await linesIn(values.calls, keptCall).catch(() => []);
  for (const { key, ...own } of kept) calls.set(key, own);
}
let epochMs = Date.now();
let spent = { usd: 0, tokens: 0 };

async function ask(call: ChatCall): Promise<Reply> {
  const { model, system, user, maxTokens } = call;
  const key = JSON.stringify([model.name, system, user, maxTokens]);
  let known = calls.get(key);
  if (known === undefined) {
    const before = performance.now();
    const reply = await chat(call);
    known = { reply, ms: Math.round(performance.now() - before) };
    calls.set(key, known);
    if (values.calls !== undefined) {
      await appendFile(values.calls, `${JSON.stringify({ key, ...known })}\n`);
    }
  }
  const { inputTokens, outputTokens } = known.reply;
  const { input, output } = model.usdPerMillion;
  spent.usd += (inputTokens * input + outputTokens * output) / 1e6;
  spent.tokens += inputTokens + outputTokens;
  epochMs += known.ms;
  return known.reply;
}

const exporter = new InMemorySpanExporter();
const search = wordSearch(
  passages.map(({ title, text }) => `${title}\n${text.slice(0, 250)}`),
  passagesRead,
);
const answer = createAgent({ search, exporter, ask, now: () => epochMs });
const rows: (string | number)[][] = [];
const began = performance.now();
for (const [at, task] of tasks.entries()) {
  if (task === undefined) continue;
  for (let setup = 0; setup < 8; setup += 1) {
    const of = (bit: number) => ((setup >> bit) & 1 ? large : small);
    const models = { plan: of(0), read: of(1), conclude: of(2) };
    const start = epochMs;
    spent = { usd: 0, tokens: 0 };
    const { isRight } = await answer(task, models);
    rows.push([
      task.id,
      ...agentStages.map((stage) => models[stage].name),
      Number(isRight),
      spent.usd,
      spent.tokens,
      (epochMs - start) / 1000,
    ]);
  }
  console.log(
    `${at + 1} of ${count} questions, ${calls.size} calls, ${Math.round((performance.now() - began) / 1000)} s`,
  );
}

const columns = agentStages.map((stage) => `${stage}_model`);
const head = ["question", ...columns, "score", "usd", "tokens", "seconds"];
const table = `${papa.unparse([head, ...rows], { newline: "\n" })}\n`;
const traces = JsonTraceSerializer.serializeRequest(exporter.getFinishedSpans());
if (traces === undefined) throw new Error("the SDK wrote no traces");
for (const [name, bytes] of [
  ["agent.otlp.json.gz", traces],
  ["agent.csv.gz", Buffer.from(table)],
] as const) {
  const zipped = gzipSync(bytes, { level: 9 });
  await writeFile(join(values.out, name), zipped);
  console.log(`${name}: ${bytes.length} bytes, ${zipped.length} zipped`);
}
