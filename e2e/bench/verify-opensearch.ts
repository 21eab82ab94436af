/**
 * Holds the OpenSearch tool and `npm run index` against a real OpenSearch, which it starts from
 * Maven's artifacts (JDK 17 and Maven needed):
 *   npm run verify:opensearch [-- --corpora FOLDER --questions FILE.jsonl.gz --generated 1000000]
 * Prints what was checked, and how long answers took. No part of CI.
 */
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { finished } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { createGunzip, createGzip } from "node:zlib";
import * as z from "zod/mini";
import { say } from "../../src/cli/print.ts";
import { type AppError, toAppError } from "../../src/log/errors.ts";
import { sleep } from "../../src/models/openai-compatible/waiting.ts";
import { memoryToolCache } from "../../src/retrieval/search-services/cache.ts";
import { loadSearchServices, type ToolServices } from "../../src/retrieval/search-services/tool.ts";
import type { SearchTool } from "../../src/runtime/ports.ts";
import { errorText } from "../../src/ui-kit/text/errors.ts";
import { openDoor } from "../servers/opensearch/door.ts";
import { type OpenSearchNode, startOpenSearch } from "../servers/opensearch/node.ts";

const root = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    corpora: { type: "string", default: join(root, "../shared/data/corpora") },
    questions: {
      type: "string",
      default: join(root, "../shared/data/hotpotqa/dev_distractor.jsonl.gz"),
    },
    count: { type: "string", default: "300" },
    /** So many made-up passages on top. */
    generated: { type: "string", default: "0" },
    port: { type: "string", default: "19200" },
  },
});
const port = Number(values.port);
const password = "reader:correct horse";
const authorization = `Basic ${Buffer.from(password).toString("base64")}`;
const never = new AbortController().signal;
const { createTool } = await loadSearchServices();

const folder = await mkdtemp(join(tmpdir(), "hopwise-opensearch-"));
const nodes = new Set<OpenSearchNode>();
let node = await started();
const door = await openDoor(node.origin, { authorization });

async function started(
  name = "one",
  at = port,
  settings?: Readonly<Record<string, string>>,
): Promise<OpenSearchNode> {
  const place = join(folder, name);
  const options = { folder: place, port: at, ...(settings === undefined ? {} : { settings }) };
  const one = await startOpenSearch(options);
  nodes.add(one);
  return one;
}

function toolAt(baseUrl: string, changes: Readonly<Record<string, unknown>> = {}): SearchTool {
  const services: ToolServices = {
    fetch,
    clock: { nowMs: () => performance.now(), epochMs: () => Date.now() },
    sleep,
    cache: memoryToolCache(),
  };
  const settings = { kind: "opensearch", baseUrl, index: "pages", apiKey: password, ...changes };
  return createTool(settings, services);
}

async function failure(tool: SearchTool): Promise<AppError> {
  try {
    await tool.search({ text: "capital of Estonia", k: 3 }, never);
  } catch (thrown) {
    return toAppError(thrown);
  }
  throw new Error("it did not fail");
}

async function told(tool: SearchTool, code: string, params: object): Promise<string> {
  const error = await failure(tool);
  assert.equal(error.code, code);
  for (const [name, value] of Object.entries(params)) assert.equal(error.params[name], value);
  assert.ok(!JSON.stringify(error.toData()).includes("correct horse"));
  return errorText(error.toData()).body;
}

async function direct(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${node.origin}/${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.json();
}

const counted = z.looseObject({ count: z.int() });
async function passagesIn(index: string): Promise<number> {
  await direct("POST", `${index}/_refresh`);
  return counted.parse(await direct("GET", `${index}/_count`)).count;
}

/** `npm run index`, as a person runs it; `onLine` hears what it tells on the way. */
async function runIndex(
  corpus: string,
  onLine: (line: string, kill: () => void) => void = () => {},
) {
  const argv = ["src/cli/index.ts", corpus, "--to", `${door.origin}/pages`];
  const child = spawn(join(root, "node_modules/.bin/tsx"), argv, {
    cwd: root,
    env: { ...process.env, HOPWISE_INDEX_KEY: password },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line);
      onLine(line, () => child.kill("SIGINT"));
    });
  }
  const [code] = await once(child, "close");
  return { code, lines };
}

const question = z.looseObject({
  question: z.string(),
  supporting: z._default(z.array(z.looseObject({ title: z.string() })), []),
});
type Question = z.output<typeof question>;

async function* linesOfZip(path: string): AsyncGenerator<string> {
  const input = createReadStream(path).pipe(createGunzip());
  for await (const line of createInterface({ input })) yield line;
}

async function questionsIn(path: string, most: number): Promise<Question[]> {
  const found: Question[] = [];
  for await (const line of linesOfZip(path)) {
    if (found.length === most) break;
    found.push(question.parse(JSON.parse(line)));
  }
  return found;
}

/** All are asked, one after the other; milliseconds as a run sees them. */
async function timed(tool: SearchTool, questions: readonly Question[]) {
  const took: number[] = [];
  let found = 0;
  let wanted = 0;
  for (const { question: text, supporting } of questions) {
    const startedMs = performance.now();
    const { passages } = await tool.search({ text, k: 10 }, never);
    took.push(performance.now() - startedMs);
    const titles = new Set(passages.map(({ title }) => title));
    wanted += supporting.length;
    found += supporting.filter(({ title }) => titles.has(title)).length;
  }
  took.sort((one, other) => one - other);
  const at = (share: number) => (took[Math.floor(share * took.length)] ?? 0).toFixed(0);
  const recall = wanted === 0 ? "—" : `${((100 * found) / wanted).toFixed(0)}%`;
  return `${took.length} questions: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms; supporting pages among ten: ${recall}`;
}

/** Made of few thousand words by a fixed rule, so that every run makes the same. */
async function writeGenerated(path: string, count: number): Promise<void> {
  const zip = createGzip({ level: 1 });
  const file = zip.pipe(createWriteStream(path));
  let state = 1;
  const draw = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) ** 2 * most);
  };
  for (let at = 0; at < count; at += 1) {
    const words = Array.from({ length: 60 }, () => `w${draw(20_000).toString(36)}`);
    const row = { id: `g${at}`, title: `Page ${at}`, text: `${words.join(" ")}.` };
    if (!zip.write(`${JSON.stringify(row)}\n`)) await once(zip, "drain");
  }
  zip.end();
  await finished(file);
}

let failed = 0;
async function check(name: string, body: () => Promise<unknown>): Promise<void> {
  const startedMs = performance.now();
  try {
    const detail = await body();
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    say(`ok    ${name} (${seconds} s)${typeof detail === "string" ? `\n      ${detail}` : ""}`);
  } catch (thrown) {
    failed += 1;
    say(`FAIL  ${name}\n      ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

const questions = await questionsIn(values.questions, Number(values.count));
const corpora = (await readdir(values.corpora)).filter((name) => name.endsWith(".jsonl.gz"));

await check("a cluster that wants a password takes none without it", async () => {
  const env = { ...process.env, HOPWISE_INDEX_KEY: "reader:wrong" };
  const argv = ["src/cli/index.ts", join(values.corpora, corpora[0] ?? ""), "--to"];
  const tsx = join(root, "node_modules/.bin/tsx");
  const ran = promisify(execFile)(tsx, [...argv, `${door.origin}/pages`], { cwd: root, env });
  const error = await ran.then(() => null).catch((thrown: unknown) => String(thrown));
  assert.match(error ?? "", /lets us in\. It answered 401/u);
});

let killed = false;
let stopped = false;
for (const [place, name] of corpora.entries()) {
  const corpus = join(values.corpora, name);
  const how = place === 1 ? ", the node killed and restarted" : place === 2 ? ", broken off" : "";
  await check(`${name} is indexed${how}`, async () => {
    const before = place === 0 ? 0 : await passagesIn("pages");
    let restart: Promise<void> = Promise.resolve();
    const first = await runIndex(corpus, (line, kill) => {
      if (!/^\d+ lines, \d+ passages/u.test(line)) return;
      if (place === 1 && !killed) {
        killed = true;
        restart = node.kill().then(async () => {
          node = await started();
        });
      }
      if (place === 2 && !stopped) {
        stopped = true;
        kill();
      }
    });
    await restart;
    const last = place === 2 ? await runIndex(corpus) : first;
    assert.equal(last.code, 0, last.lines.slice(-3).join("\n"));
    if (place === 1) assert.ok(killed && last.lines.some((line) => line.startsWith("Waiting")));
    if (place === 2) {
      assert.ok(stopped && first.code !== 0, first.lines.slice(-3).join("\n"));
      assert.ok(last.lines.some((line) => /earlier run sent \d+ lines/u.test(line)));
    }
    let lines = 0;
    for await (const line of linesOfZip(corpus)) if (line !== "") lines += 1;
    const grown = (await passagesIn("pages")) - before;
    assert.ok(grown >= lines, `${grown} passages of ${lines} documents`);
    return `${lines} documents, ${grown} passages; ${last.lines.at(-1) ?? ""}`;
  });
}

await check("questions of HotpotQA in Node", async () => timed(toolAt(door.origin), questions));

await check("the node is killed and restarted between two questions", async () => {
  const tool = toolAt(node.origin, { apiKey: "" });
  await timed(tool, questions.slice(0, 20));
  await node.kill();
  const body = await told(tool, "tool-unreachable-or-cors", { reason: "ECONNREFUSED" });
  node = await started();
  for (let tries = 0; ; tries += 1) {
    const error = await failure(toolAt(node.origin, { apiKey: "" })).catch(() => null);
    if (error === null) break;
    assert.ok(tries < 60, error.message);
    await pause(1000);
  }
  await timed(tool, questions.slice(20, 40));
  return body;
});

await check("a wrong password", () =>
  told(toolAt(door.origin, { apiKey: "reader:wrong" }), "tool-unauthorised", { status: 401 }),
);
await check("no key", () =>
  told(toolAt(door.origin, { apiKey: "" }), "tool-unauthorised", { status: 401 }),
);
await check("a missing index", () =>
  told(toolAt(door.origin, { index: "nope" }), "tool-bad-response", { reason: "no-index" }),
);
await check("another field than the text's", () =>
  told(toolAt(door.origin, { fields: { text: "body" } }), "tool-bad-response", {
    reason: "no-text-field",
  }),
);
await check("vectors without the plugin for kNN", async () => {
  const tool = toolAt(door.origin, { fields: { vector: "vector" }, mode: "meaning" });
  const embed = () => Promise.resolve(new Float32Array(384).fill(1 / Math.sqrt(384)));
  const asked = tool.search({ text: "a", k: 3, embed }, never);
  const error = await asked.then(() => null).catch(toAppError);
  assert.equal(error?.params["hint"], "no-knn");
});
await check("too many requests", async () => {
  const busy = await openDoor(node.origin, { authorization, status: 429 });
  const body = await told(toolAt(busy.origin), "tool-rate-limited", { status: 429 });
  await busy.close();
  return body;
});
await check("a red cluster", async () => {
  const nobody = { settings: { "index.routing.allocation.require._name": "nobody" } };
  await direct("PUT", "red?wait_for_active_shards=0&timeout=1s", nobody);
  const body = await told(toolAt(door.origin, { index: "red" }), "tool-server-error", {
    hint: "cluster-red",
  });
  await direct("DELETE", "red");
  return body;
});
await check("a document of 10 MB comes as its best part", async () => {
  const text = `${"Filler stands here and says nothing of it. ".repeat(12_000)}The zorgle of Tartu sings at noon. ${"More of the filler stands here, to its end. ".repeat(215_000)}`;
  assert.ok(text.length > 9_900_000);
  await direct("PUT", "large/_doc/1?refresh=true", { title: "Large", text });
  const tool = toolAt(door.origin, { index: "large", timeoutMs: 60_000 });
  const { passages, bytesReceived, requests } = await tool.search({ text: "zorgle", k: 3 }, never);
  assert.match(passages[0]?.text ?? "", /The zorgle of Tartu sings at noon\./u);
  await direct("DELETE", "large");
  return `${requests} requests, ${(bytesReceived / 1e6).toFixed(1)} MB read`;
});
await check("a stop ends a search at once", async () => {
  const stop = new AbortController();
  const asked = toolAt(door.origin).search({ text: "a stop", k: 3 }, stop.signal);
  stop.abort();
  const error = await asked.then(() => null).catch(toAppError);
  assert.equal(error?.code, "stopped");
});

const generated = Number(values.generated);
if (generated > 0) {
  await check(`${generated} made-up passages on top`, async () => {
    const path = join(folder, "generated.jsonl.gz");
    await writeGenerated(path, generated);
    const { code, lines } = await runIndex(path);
    assert.equal(code, 0, lines.slice(-3).join("\n"));
    const { size } = await stat(path);
    const all = await passagesIn("pages");
    return `${(size / 1e6).toFixed(0)} MB zipped; ${all} passages in all; ${lines.at(-1) ?? ""}`;
  });
  await check("the same questions again", async () => timed(toolAt(door.origin), questions));
}

await check("two nodes, one cut off and back", async () => {
  await node.stop();
  const seeds = {
    "discovery.seed_hosts": `127.0.0.1:${port + 110}`,
    "cluster.initial_cluster_manager_nodes": "first",
    "cluster.name": "hopwise-two",
  };
  const first = await started("first", port + 10, { ...seeds, "node.name": "first" });
  const data = { ...seeds, "node.name": "second", "node.roles": "data" };
  const second = await started("second", port + 20, data);
  node = first;
  const settings = { number_of_shards: 2, number_of_replicas: 0 };
  await direct("PUT", "pages", { settings });
  for (let at = 0; at < 20; at += 1) {
    await direct("PUT", `pages/_doc/${at}`, { title: "Estonia", text: `The capital, time ${at}.` });
  }
  await direct("POST", "pages/_refresh");
  const tool = toolAt(first.origin, { apiKey: "" });
  assert.equal((await tool.search({ text: "capital", k: 20 }, never)).passages.length, 20);
  await second.kill();
  await pause(2000);
  const body = await told(tool, "tool-server-error", { status: 503, hint: "cluster-red" });
  await started("second", port + 20, data);
  for (let tries = 0; ; tries += 1) {
    const error = await failure(toolAt(first.origin, { apiKey: "" })).catch(() => null);
    if (error === null) break;
    assert.ok(tries < 60, error.message);
    await pause(1000);
  }
  return body;
});

await door.close();
await Promise.all([...nodes].map((one) => one.stop()));
await rm(folder, { recursive: true, force: true });
say(failed === 0 ? "All is well." : `${failed} failed.`);
process.exitCode = failed === 0 ? 0 : 1;
