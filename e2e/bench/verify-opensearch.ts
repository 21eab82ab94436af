/**
 * Tests the search tool and `npm run index` against real engines (JDK 17, Maven): `npm run bench --
 * verify-opensearch [--corpora FOLDER --questions FILE.jsonl.gz --generated 1000000] [--part
 * words|vectors]`. Not part of CI.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import * as z from "zod/mini";
import { say } from "../../src/cli/print.ts";
import { toAppError } from "../../src/log/errors.ts";
import type { SearchTool } from "../../src/runtime/ports.ts";
import { openDoor } from "../servers/door.ts";
import type { SearchNode } from "../servers/java-node.ts";
import { startOpenSearch } from "../servers/opensearch/node.ts";
import { check, failures } from "./clusters/check.ts";
import { writeGenerated } from "./clusters/generated.ts";
import { runIndex } from "./clusters/index-run.ts";
import { linesOfZip, questionsIn, timed } from "./clusters/questions.ts";
import { direct as directAt, failure, sentence, toolAt as toolOf } from "./clusters/tools.ts";
import { largeText, verifyVectors } from "./clusters/vectors.ts";

const root = resolve(import.meta.dirname, "../..");
const { values } = parseArgs({
  options: {
    corpora: { type: "string", default: join(root, "../shared/data/corpora") },
    questions: {
      type: "string",
      default: join(root, "../shared/data/hotpotqa/dev_distractor.jsonl.gz"),
    },
    count: { type: "string", default: "300" },
    generated: { type: "string", default: "0" },
    part: { type: "string", default: "all" },
    port: { type: "string", default: "19200" },
  },
});
const port = Number(values.port);
const password = "reader:correct horse";
const authorization = `Basic ${Buffer.from(password).toString("base64")}`;
const never = new AbortController().signal;

const folder = await mkdtemp(join(tmpdir(), "hopwise-opensearch-"));
const nodes = new Set<SearchNode>();
const questions = await questionsIn(values.questions, Number(values.count));
const corpora = (await readdir(values.corpora)).filter((name) => name.endsWith(".jsonl.gz"));
const corpusAt = (place: number) => join(values.corpora, corpora[place] ?? "");

async function started(
  name = "one",
  at = port,
  settings?: Readonly<Record<string, string>>,
): Promise<SearchNode> {
  const place = join(folder, name);
  const options = { folder: place, port: at, ...(settings === undefined ? {} : { settings }) };
  const one = await startOpenSearch(options);
  nodes.add(one);
  return one;
}

const counted = z.looseObject({ count: z.int() });

const nodeStats = z.looseObject({
  nodes: z.record(
    z.string(),
    z.looseObject({
      jvm: z.looseObject({ mem: z.looseObject({ heap_used_in_bytes: z.number() }) }),
      indices: z.looseObject({ store: z.looseObject({ size_in_bytes: z.number() }) }),
    }),
  ),
});

async function sizeOf(node: SearchNode): Promise<string> {
  const stats = await directAt(node.origin, "GET", "_nodes/stats/jvm,indices");
  const { nodes: told } = nodeStats.parse(stats);
  const [only] = Object.values(told);
  const megabytes = (bytes = 0) => `${(bytes / 1e6).toFixed(0)} MB`;
  return `${megabytes(only?.indices.store.size_in_bytes)} on disk, ${megabytes(only?.jvm.mem.heap_used_in_bytes)} of heap`;
}

async function verifyWords(): Promise<void> {
  let node = await started();
  const door = await openDoor(node.origin, { authorization });
  const toolAt = (baseUrl: string, changes: Readonly<Record<string, unknown>> = {}) =>
    toolOf("opensearch", baseUrl, { apiKey: password, ...changes });
  const direct = (method: string, path: string, body?: object) =>
    directAt(node.origin, method, path, body);
  const index = (corpus: string, onLine: (line: string, breakOff: () => void) => void = () => {}) =>
    runIndex(corpus, `${door.origin}/pages`, { key: password, onLine });
  const told = async (tool: SearchTool, code: string, params: object) =>
    sentence(await failure(tool), code, params, "correct horse");
  const passagesIn = async (name: string) => {
    await direct("POST", `${name}/_refresh`);
    return counted.parse(await direct("GET", `${name}/_count`)).count;
  };

  await check("a cluster that wants a password takes none without it", async () => {
    const env = { ...process.env, HOPWISE_INDEX_KEY: "reader:wrong" };
    const argv = ["src/cli/index.ts", corpusAt(0), "--to"];
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
      const first = await index(corpus, (line, breakOff) => {
        if (!/^\d+ lines, \d+ passages/u.test(line)) return;
        if (place === 1 && !killed) {
          killed = true;
          restart = node.kill().then(async () => {
            node = await started();
          });
        }
        if (place === 2 && !stopped) {
          stopped = true;
          breakOff();
        }
      });
      await restart;
      const last = place === 2 ? await index(corpus) : first;
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
    const text = largeText();
    await direct("PUT", "large/_doc/1?refresh=true", { title: "Large", text });
    const tool = toolAt(door.origin, { index: "large", timeoutMs: 60_000 });
    const { passages, bytesReceived, requests } = await tool.search(
      { text: "zorgle", k: 3 },
      never,
    );
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
      await writeGenerated(
        path,
        generated,
        corpora.map((_, place) => corpusAt(place)),
      );
      const startedMs = performance.now();
      const { code, lines, memory } = await index(path);
      const seconds = (performance.now() - startedMs) / 1000;
      assert.equal(code, 0, lines.slice(-3).join("\n"));
      const { size } = await stat(path);
      const all = await passagesIn("pages");
      return `${(size / 1e6).toFixed(0)} MB zipped; ${all} passages in all; ${(generated / seconds).toFixed(0)} a second, ${memory} at most in npm run index; the node: ${await sizeOf(node)}; ${lines.at(-1) ?? ""}`;
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
      await direct("PUT", `pages/_doc/${at}`, {
        title: "Estonia",
        text: `The capital, time ${at}.`,
      });
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
}

if (values.part !== "vectors") await verifyWords();
await Promise.all([...nodes].map((one) => one.stop()));
if (values.part !== "words") {
  await verifyVectors(folder, port + 30);
}
await rm(folder, { recursive: true, force: true });
say(failures() === 0 ? "All is well." : `${failures()} failed.`);
process.exitCode = failures() === 0 ? 0 : 1;
