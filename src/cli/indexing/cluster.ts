import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import { UsageError } from "../../node/run-settings.ts";
import { serverWords } from "../../retrieval/search-services/failure.ts";

export interface Cluster {
  /** Includes any path before the index; has no trailing slash. */
  baseUrl: string;
  index: string;
  vectorType: "knn_vector" | "dense_vector";
  authorization: string | null;
}

interface Reply {
  status: number;
  body: unknown;
  message: string;
}

/** Parses `https://host:9200/pages`. Throws UsageError. */
export function placeOf(to: string): Pick<Cluster, "baseUrl" | "index"> {
  const url = URL.canParse(to) ? new URL(to) : null;
  const parts = url?.pathname.split("/").filter((part) => part !== "") ?? [];
  const index = parts.pop();
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  if (url === null || !isWeb || index === undefined || url.username !== "") {
    throw new UsageError(
      "--to is the address of an index, as http://localhost:9200/pages; a key comes from HOPWISE_INDEX_KEY.",
    );
  }
  return { baseUrl: [url.origin, ...parts].join("/"), index };
}

const about = z.looseObject({
  version: z.looseObject({ number: z.string(), distribution: z.optional(z.string()) }),
});

/** Tries the key in each form. Throws UsageError. */
export async function findCluster(
  place: Pick<Cluster, "baseUrl" | "index">,
  key: string,
  signal: AbortSignal,
): Promise<Cluster> {
  let refusal = "";
  for (const authorization of waysIn(key)) {
    const cluster: Cluster = { ...place, vectorType: "knn_vector", authorization };
    const { status, body, message } = await ask(cluster, "GET", "", undefined, signal);
    const told = about.safeParse(body);
    if (status === 200 && told.success) {
      // Elasticsearch reports no distribution.
      const isOpen = told.data.version.distribution !== undefined;
      return { ...cluster, vectorType: isOpen ? "knn_vector" : "dense_vector" };
    }
    refusal = ` It answered ${status}. ${message}`;
    if (status !== 401 && status !== 403) break;
  }
  throw new UsageError(
    `${place.baseUrl} is no OpenSearch or Elasticsearch that lets us in.${refusal.trimEnd()} A key comes from HOPWISE_INDEX_KEY, as name:password or as a token.`,
  );
}

function waysIn(key: string): (string | null)[] {
  if (key === "") return [null];
  if (key.includes(":")) return [`Basic ${Buffer.from(key).toString("base64")}`];
  return [`ApiKey ${key}`, `Bearer ${key}`];
}

/** The waits sum to two minutes. */
export const waitsMs: readonly number[] = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Throws UsageError after the last retry. */
export async function ask(
  { baseUrl, authorization }: Pick<Cluster, "baseUrl" | "authorization">,
  method: "GET" | "HEAD" | "POST" | "PUT",
  path: string,
  body: string | undefined,
  signal: AbortSignal,
  onWait: (reason: string) => void = () => {},
): Promise<Reply> {
  let reason = "";
  for (const waitMs of [...waitsMs, null]) {
    try {
      const response = await fetch(`${baseUrl}/${path}`, {
        method,
        signal,
        redirect: "error",
        headers: {
          "content-type": path.endsWith("_bulk") ? "application/x-ndjson" : "application/json",
          ...(authorization === null ? {} : { authorization }),
        },
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      const { status } = response;
      if (!passing.has(status)) return { status, body: json(text), message: serverWords(text) };
      reason = `it answered ${status}: ${serverWords(text)}`;
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      reason = "it did not answer";
    }
    if (waitMs === null) break;
    onWait(reason);
    await pause(waitMs, undefined, { signal });
  }
  throw new UsageError(`${baseUrl} was tried for two minutes, and ${reason}.`);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const dimensions = 384;

/** Uses the library's BM25 parameters. Throws UsageError. */
export async function ensureIndex(
  cluster: Cluster,
  withVectors: boolean,
  signal: AbortSignal,
): Promise<"made" | "there"> {
  const there = await ask(cluster, "HEAD", cluster.index, undefined, signal);
  if (there.status === 200) return "there";
  const isOpen = cluster.vectorType === "knn_vector";
  const vector = isOpen
    ? {
        type: "knn_vector",
        dimension: dimensions,
        method: { name: "hnsw", engine: "lucene", space_type: "cosinesimil" },
      }
    : { type: "dense_vector", dims: dimensions, index: true, similarity: "cosine" };
  const words = { type: "text", analyzer: "english" };
  const body = JSON.stringify({
    settings: {
      "index.similarity.default": { type: "BM25", k1: 1.2, b: 0.4 },
      ...(withVectors && isOpen ? { "index.knn": true } : {}),
    },
    mappings: { properties: { title: words, text: words, ...(withVectors ? { vector } : {}) } },
  });
  const made = await ask(cluster, "PUT", cluster.index, body, signal);
  if (made.status === 200) return "made";
  throw new UsageError(
    `The index ${cluster.index} could not be made. It answered ${made.status}: ${made.message}`,
  );
}
