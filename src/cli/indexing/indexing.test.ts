/** Uses a real socket and typical faults of a cluster. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Cluster, ensureIndex, findCluster, placeOf } from "./cluster.ts";
import { type IndexingOptions, indexCorpus } from "./index-corpus.ts";
import { progressFile } from "./progress-file.ts";

const pauses = vi.hoisted((): number[] => []);
vi.mock("node:timers/promises", () => ({
  setTimeout: async (waitMs: number) => void pauses.push(waitMs),
}));

type Item = { status: number; result?: string; error?: { reason: string } };
/** Applied before the normal handling; null for no fault. */
type Fault = (request: number, ids: readonly string[]) => number | "reset" | Item[] | null;

const signal = new AbortController().signal;
let documents: Map<string, Record<string, unknown>>;
let made: string[];
let fault: Fault;
let bulks: number;
let wanted: string | null;
let about: object;
let server: Server;
let origin: string;

beforeEach(async () => {
  documents = new Map();
  made = [];
  bulks = 0;
  pauses.length = 0;
  fault = () => null;
  wanted = null;
  about = { version: { number: "2.19.6", distribution: "opensearch" } };
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      const send = (status: number, answer: unknown) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(JSON.stringify(answer));
      };
      if (wanted !== null && request.headers.authorization !== wanted) {
        send(401, { error: { reason: "who are you?" }, status: 401 });
      } else if (request.url === "/") send(200, about);
      else if (request.method === "HEAD") send(made.length > 0 ? 200 : 404, {});
      else if (request.method === "PUT") {
        made.push(body);
        send(200, { acknowledged: true });
      } else {
        const lines = body.trim().split("\n");
        const pairs = lines.flatMap((line, at) =>
          at % 2 === 0 ? [[line, lines[at + 1] ?? ""]] : [],
        );
        const ids = pairs.map(([head = ""]) => String(JSON.parse(head).index._id));
        bulks += 1;
        const wrong = fault(bulks, ids);
        if (wrong === "reset") request.socket.destroy();
        else if (typeof wrong === "number") send(wrong, { error: { reason: "no" } });
        else {
          const items = ids.map((id, at): Item => {
            const refused = wrong?.[at];
            if (refused !== undefined && refused.status >= 300) return refused;
            const result = documents.has(id) ? "updated" : "created";
            documents.set(id, JSON.parse(pairs[at]?.[1] ?? "{}"));
            return { status: 201, result };
          });
          send(200, { errors: wrong !== null, items: items.map((index) => ({ index })) });
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function streamOf(text: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new Blob([text]).stream();
}

function rows(count: number): string {
  return Array.from({ length: count }, (_, at) =>
    JSON.stringify({ id: `d${at + 1}`, title: `T${at + 1}`, text: `Text ${at + 1}.` }),
  ).join("\n");
}

async function index(text: string, changes: Partial<IndexingOptions> = {}, bytes = streamOf(text)) {
  const cluster: Cluster = {
    baseUrl: origin,
    index: "pages",
    vectorType: "knn_vector",
    authorization: null,
  };
  const waits: string[] = [];
  const bad: number[] = [];
  const taken: number[] = [];
  const counts = await indexCorpus(bytes, cluster, {
    embedder: null,
    from: 0,
    signal,
    taken: async (line) => void taken.push(line),
    report: {
      badLine: ({ line }) => bad.push(line),
      wait: (reason) => waits.push(reason),
      progress: () => undefined,
    },
    ...changes,
  });
  return { ...counts, waits, bad, taken };
}

describe("a corpus", () => {
  it("is sent in batches, and noted by its lines", async () => {
    const sent = await index(rows(1201));
    expect(sent).toMatchObject({ lines: 1201, indexed: 1201, replaced: 0, refused: 0 });
    expect([documents.size, bulks]).toEqual([1201, 3]);
    expect(sent.taken).toEqual([499, 999, 1201]);
    expect(documents.get("d7")).toEqual({ title: "T7", text: "Text 7." });
  });

  it("goes on after the line that was noted, and what is sent twice is there once", async () => {
    await index(rows(600));
    const again = await index(rows(700), { from: 499 });
    expect(again).toMatchObject({ indexed: 201, replaced: 101, lines: 700 });
    expect(documents.size).toBe(700);
  });

  it("has its long documents cut into passages, its bad lines told, its vectors with it", async () => {
    const long = JSON.stringify({ id: "long", title: "L", text: "A few words here. ".repeat(200) });
    const embedded: string[] = [];
    const { bad } = await index(`${long}\n{"id":1}\n\nnonsense`, {
      embedder: {
        embed: async (texts) => {
          embedded.push(...texts);
          return texts.map(() => Float32Array.of(1, 0));
        },
      },
    });
    expect(bad).toEqual([2, 4]);
    expect(documents.size).toBeGreaterThan(3);
    expect(embedded[0]).toMatch(/^L\nA few words/u);
    expect(documents.get("long#2")?.["vector"]).toEqual([1, 0]);
  });
});

describe("a line without end", () => {
  const piece = new Uint8Array(4_000_000).fill(0x61);

  it("ends the reading, and what stands before it is in the index", {
    timeout: 120_000,
  }, async () => {
    let pieces = 0;
    const begun = `${rows(3)}\n{"id":"endless","text":"`;
    const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        controller.enqueue(pieces === 0 ? new TextEncoder().encode(begun) : piece);
        pieces += 1;
        // Without a limit this read never ended.
        if (pieces > 400) controller.error(new Error("read on and on"));
      },
    });
    const taken: number[] = [];
    const ended = index("", { taken: async (line) => void taken.push(line) }, bytes);
    await expect(ended).rejects.toMatchObject({
      code: "corpus-line-invalid",
      params: { line: 4, reason: "line-too-long" },
    });
    expect(pieces).toBeLessThan(300);
    expect([[...documents.keys()], taken]).toEqual([["d1", "d2", "d3"], [3]]);
  });
});

describe("a node", () => {
  it("that was away for a moment is asked again", async () => {
    fault = (request) => (request === 1 ? "reset" : null);
    const { indexed, waits } = await index(rows(3));
    expect([indexed, documents.size, waits]).toEqual([3, 3, ["it did not answer"]]);
  });

  it("that finds a batch too large gets it in halves", async () => {
    fault = (_, ids) => (ids.length > 2 ? 413 : null);
    expect(await index(rows(5))).toMatchObject({ indexed: 5, refused: 0 });
    expect(documents.size).toBe(5);
  });

  it("that is busy for some gets these again; one that refuses a document does not", async () => {
    const busy: Item = { status: 429, error: { reason: "queue full" } };
    const wrong: Item = { status: 400, error: { reason: "failed to parse" } };
    fault = (request) => (request === 1 ? [{ status: 201 }, busy, wrong] : null);
    const { indexed, refused, firstRefusal } = await index(rows(3));
    expect({ indexed, refused, firstRefusal }).toEqual({
      indexed: 2,
      refused: 1,
      firstRefusal: "400: failed to parse",
    });
    expect([...documents.keys()]).toEqual(["d1", "d2"]);
  });

  it("that stays busy is left after two minutes, without a note of what was not taken", async () => {
    const busy: Item = { status: 429, error: { reason: "queue full" } };
    fault = (request, ids) => (request === 1 ? null : ids.map(() => busy));
    const taken: number[] = [];
    const ended = index(rows(900), { taken: async (line) => void taken.push(line) });
    await expect(ended).rejects.toThrow("took none of 400 passages: it is busy (429)");
    expect(pauses.reduce((sum, waitMs) => sum + waitMs, 0)).toBeGreaterThan(120_000);
    expect(taken).toEqual([499]);
  });

  it("that takes nothing ends it with its words, and without a note of what was not taken", async () => {
    fault = (request) => (request === 2 ? 400 : null);
    const taken: number[] = [];
    const ended = index(rows(900), { taken: async (line) => void taken.push(line) });
    await expect(ended).rejects.toThrow("pages took no passages. It answered 400: no");
    expect(taken).toEqual([499]);
  });
});

describe("the index", () => {
  it.each([
    ["", null, null],
    ["me:word", "Basic bWU6d29yZA==", "Basic bWU6d29yZA=="],
    ["token", "Bearer token", "Bearer token"],
  ])("is found with the key %j", async (key, needed, sent) => {
    wanted = needed;
    const cluster = await findCluster(placeOf(`${origin}/pages`), key, signal);
    expect(cluster).toMatchObject({
      vectorType: "knn_vector",
      index: "pages",
      authorization: sent,
    });
  });

  it("is refused with a wrong key, in the node's words and without the key", async () => {
    wanted = "Basic x";
    const found = findCluster(placeOf(`${origin}/pages`), "me:secret-word", signal);
    await expect(found).rejects.toThrow(/answered 401\. who are you\?/u);
    await expect(found).rejects.not.toThrow(/secret-word/u);
  });

  it.each(["knn_vector", "dense_vector"] as const)(
    "with a %s is made once, with its own vectors where they are wanted",
    async (vectorType) => {
      const cluster: Cluster = { baseUrl: origin, index: "pages", vectorType, authorization: null };
      expect(await ensureIndex(cluster, true, signal)).toBe("made");
      expect(await ensureIndex(cluster, true, signal)).toBe("there");
      expect(made).toHaveLength(1);
      expect(JSON.parse(made[0] ?? "").mappings.properties.vector.type).toBe(vectorType);
    },
  );

  it.each(["pages", "ftp://h/pages", "http://h:9200", "http://me:word@h/pages"])(
    "is none at %s",
    (to) => {
      expect(() => placeOf(to)).toThrow(/--to is the address of an index/u);
    },
  );
});

it("how far it came is noted for this file as it is, and this index", async () => {
  const folder = await mkdtemp(join(tmpdir(), "index-"));
  const corpus = join(folder, "c.jsonl");
  await writeFile(corpus, rows(2));
  await (await progressFile(folder, corpus, "http://h/a")).write(2);
  const noted = async (to: string) => (await progressFile(folder, corpus, to)).read();
  expect([await noted("http://h/a"), await noted("http://h/b")]).toEqual([2, 0]);
  await writeFile(corpus, rows(3));
  expect(await noted("http://h/a")).toBe(0);
  await rm(folder, { recursive: true });
});
