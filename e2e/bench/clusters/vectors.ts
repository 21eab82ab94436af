/**
 * Compares word, vector and hybrid search in a real OpenSearch (with kNN) and Elasticsearch over
 * the Factbook.
 */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ensureIndex, findCluster, placeOf } from "../../../src/cli/indexing/cluster.ts";
import { indexCorpus } from "../../../src/cli/indexing/index-corpus.ts";
import { type Passage, passage } from "../../../src/log/types.ts";
import { loadEncoder } from "../../../src/node/node-ports.ts";
import { root } from "../../../src/node/place.ts";
import { embeddedText } from "../../../src/retrieval/libraries/embedded-text.ts";
import { readQuestions } from "../../../src/retrieval/libraries/factbook/questions.ts";
import { vectorsManifest } from "../../../src/retrieval/libraries/manifest.ts";
import { streamOf } from "../../../src/retrieval/libraries/node.ts";
import type { Embedder } from "../../../src/runtime/ports.ts";
import { openDoor } from "../../servers/door.ts";
import { startElasticsearch } from "../../servers/elasticsearch/node.ts";
import type { SearchNode } from "../../servers/java-node.ts";
import { startOpenSearch } from "../../servers/opensearch/node.ts";
import { check } from "./check.ts";
import { runIndex } from "./index-run.ts";
import { type Question, timed } from "./questions.ts";
import { direct, type Engine, failure, sentence, toolAt } from "./tools.ts";

const password = "reader:correct horse";
const authorization = `Basic ${Buffer.from(password).toString("base64")}`;
const never = new AbortController().signal;
const library = join(root, "public/library/factbook");
const corpus = join(library, "passages.jsonl");
const asked = 120;

interface Ways {
  few: string;
  questions: readonly Question[];
  embedder: Embedder;
}

/** Nodes use the ports from `port` upwards. */
export async function verifyVectors(folder: string, port: number): Promise<void> {
  const lines = (await readFile(corpus, "utf8")).trim().split("\n");
  const few = join(folder, "few.jsonl");
  await writeFile(few, `${lines.slice(0, 20).join("\n")}\n`);
  const encoder = await loadEncoder(2);
  const embedder = await knowing(
    lines.map((line) => passage.parse(JSON.parse(line))),
    encoder,
  );
  const questions = (await readQuestions())
    .slice(0, asked)
    .map(({ question, supporting }) => ({ question, supporting: [...supporting] }));
  const ways = { few, questions, embedder };
  const knn = { folder: join(folder, "knn"), port, withVectors: true };
  await verifyEngine("opensearch", await startOpenSearch(knn), ways);
  const elastic = { folder: join(folder, "elastic"), port: port + 1 };
  await verifyEngine("elasticsearch", await startElasticsearch(elastic), ways);
  await encoder.dispose();
}

/** The passages' vectors are known; others are cached. */
async function knowing(passages: readonly Passage[], encoder: Embedder): Promise<Embedder> {
  const json: unknown = JSON.parse(await readFile(join(library, "vectors.json"), "utf8"));
  const { dimensions, scale } = vectorsManifest.parse(json);
  const values = new Int8Array(await readFile(join(library, "vectors.i8.bin")));
  const known = new Map<string, Float32Array>();
  for (const [place, one] of passages.entries()) {
    const row = values.subarray(place * dimensions, (place + 1) * dimensions);
    known.set(
      embeddedText(one),
      Float32Array.from(row, (value) => value * scale),
    );
  }
  return {
    async embed(texts, signal) {
      const missing = texts.filter((text) => !known.has(text));
      const made = missing.length === 0 ? [] : await encoder.embed(missing, signal);
      for (const [place, vector] of made.entries()) known.set(missing[place] ?? "", vector);
      return texts.map((text) => known.get(text) ?? new Float32Array(dimensions));
    },
  };
}

async function verifyEngine(
  kind: Engine,
  { origin, stop }: SearchNode,
  { few, questions, embedder }: Ways,
): Promise<void> {
  const door = await openDoor(origin, { authorization });
  const fields = { vector: "vector" };
  const embed = async (text: string) => {
    const [vector] = await embedder.embed([text], never);
    assert.ok(vector !== undefined);
    return vector;
  };
  const tool = (changes: Readonly<Record<string, unknown>>) =>
    toolAt(kind, door.origin, { apiKey: password, ...changes });
  const told = async (
    changes: Readonly<Record<string, unknown>>,
    code: string,
    params: object,
    withVectors = false,
  ) => {
    const error = await failure(tool(changes), withVectors ? embed : undefined);
    return sentence(error, code, params, "correct horse");
  };

  await check(`${kind}: npm run index -- --vectors`, async () => {
    const options = { key: password, more: ["--vectors"] };
    const { code, lines } = await runIndex(few, `${door.origin}/pages`, options);
    assert.equal(code, 0, lines.slice(-3).join("\n"));
    return lines.at(-1);
  });
  await check(`${kind}: the Factbook with its vectors is indexed`, async () => {
    const cluster = await findCluster(placeOf(`${door.origin}/pages`), password, never);
    await ensureIndex(cluster, true, never);
    const startedMs = performance.now();
    const { indexed, replaced, refused } = await indexCorpus(streamOf(corpus), cluster, {
      embedder,
      from: 0,
      signal: never,
      taken: () => Promise.resolve(),
      report: { badLine: () => {}, progress: () => {}, wait: () => {} },
    });
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    await direct(origin, "POST", "pages/_refresh");
    assert.equal(refused, 0);
    return `${indexed} passages (${replaced} were there), ${seconds} s`;
  });
  // Fills the cache, so that no mode pays for the encoder alone.
  await embedder.embed(
    questions.map(({ question }) => question),
    never,
  );
  for (const mode of ["words", "meaning", "both"]) {
    await check(`${kind}: questions on the Factbook by ${mode}`, async () =>
      timed(tool({ fields, mode }), questions, embed),
    );
  }
  await check(`${kind}: a wrong password`, () =>
    told({ apiKey: "reader:wrong" }, "tool-unauthorised", { status: 401 }),
  );
  await check(`${kind}: a missing index`, () =>
    told({ index: "nope" }, "tool-bad-response", { reason: "no-index" }),
  );
  await check(`${kind}: another field than the text's`, () =>
    told({ fields: { text: "body" } }, "tool-bad-response", { reason: "no-text-field" }),
  );
  await check(`${kind}: a field that holds no vectors`, () => {
    const changes = { fields: { vector: "title" }, mode: "meaning" };
    return told(changes, "tool-bad-response", { hint: "no-vectors" }, true);
  });
  await check(`${kind}: a field of vectors that is not there`, () => {
    const changes = { fields: { vector: "nowhere" }, mode: "meaning" };
    return told(changes, "tool-bad-response", { hint: "no-vectors" }, true);
  });
  await check(`${kind}: a red cluster`, async () => {
    const nobody = { settings: { "index.routing.allocation.require._name": "nobody" } };
    await direct(origin, "PUT", "red?wait_for_active_shards=0&timeout=1s", nobody);
    const body = await told({ index: "red" }, "tool-server-error", { hint: "cluster-red" });
    await direct(origin, "DELETE", "red");
    return body;
  });
  await check(`${kind}: a document of 10 MB comes as its best part`, async () => {
    const text = largeText();
    await direct(origin, "PUT", "large/_doc/1?refresh=true", { title: "Large", text });
    const large = tool({ index: "large", timeoutMs: 60_000 });
    const startedMs = performance.now();
    const { passages, requests } = await large.search({ text: "zorgle", k: 3 }, never);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    assert.match(passages[0]?.text ?? "", /The zorgle of Tartu sings at noon\./u);
    await direct(origin, "DELETE", "large");
    return `${requests} requests, found in ${seconds} s`;
  });
  await check(`${kind}: a page of another origin may ask`, async () => {
    const page = "http://localhost:5173";
    const response = await fetch(`${origin}/pages/_search?allow_partial_search_results=false`, {
      method: "OPTIONS",
      headers: {
        origin: page,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      },
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("access-control-allow-origin"), page);
    return response.headers.get("access-control-allow-headers");
  });
  await door.close();
  await stop();
}

/** A question asks for one sentence of it. */
export function largeText(): string {
  const before = "Filler stands here and says nothing of it. ".repeat(12_000);
  const after = "More of the filler stands here, to its end. ".repeat(215_000);
  return `${before}The zorgle of Tartu sings at noon. ${after}`;
}
