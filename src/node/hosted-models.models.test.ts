import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { open } from "../package/hopwise.ts";
import { type PackedList, packedEnding } from "../shared/integrity/packed.ts";
import { partsOf } from "../shared/integrity/parts.ts";
import { fetchPlace } from "./hosted-models.ts";
import { root } from "./place.ts";

let cache = "";
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), "hopwise-cache-"));
  vi.stubEnv("XDG_CACHE_HOME", cache);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(cache, { recursive: true });
});

const deflated = new Map<string, Buffer>();
const list: PackedList = {};
beforeAll(async () => {
  const weights = "models/hopwise-encoder/onnx/model_quantized.onnx_data";
  for (const name of ["library/factbook/passages.jsonl", weights]) {
    const file = await readFile(join(root, name.startsWith("models/") ? "" : "public", name));
    const packed = deflateSync(file, { level: 1 });
    deflated.set(name + packedEnding, packed);
    list[name] = { bytes: file.length, sha256: "", packed: packed.length };
  }
});

/** Serves what a page built for small files serves; `change` may damage a file. */
async function page(
  change: (path: string, bytes: Buffer) => Buffer | null = (_path, bytes) => bytes,
) {
  const fileOf = async (name: string): Promise<Buffer | null> => {
    if (name === "packed.json") return Buffer.from(JSON.stringify(list));
    if (list[name] !== undefined) return null;
    const source = name.startsWith("models/") ? name : `public/${name}`;
    return deflated.get(name) ?? (await readFile(join(root, source)).catch(() => null));
  };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? "/", "http://page").pathname.slice("/app/".length);
    const [, name = path, part] = /^(.*)\.(\d+)-of-\d+$/u.exec(path) ?? [];
    const bytes = await fileOf(name);
    const parts = bytes === null ? [] : partsOf(name, bytes.length);
    const found = parts[Number(part ?? 1) - 1];
    const isThere = bytes !== null && found?.address === path;
    const sent = isThere ? change(path, bytes.subarray(found.from, found.to)) : null;
    response.writeHead(sent === null ? 404 : 200).end(sent ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve));
  return { address: `http://127.0.0.1:${port}/app`, close };
}

const { signal } = new AbortController();

it("takes models and library from a page once, and then needs it no longer", async () => {
  const { address, close } = await page();
  await fetchPlace(address, signal);
  await close();
  const hopwise = await open({ models: address });
  const { short, state } = await hopwise.ask("What is the capital of Estonia?");
  await hopwise.close();
  expect({ short, state }).toEqual({ short: "Tallinn", state: "found" });
});

it.each<[string, string, string]>([
  ["of the library", "library/factbook/passages.jsonl", "integrity-failed"],
  ["of a model", "models/hopwise-encoder/tokenizer.json", "integrity-failed"],
  ["that is missing", "examples/where-it-pays.json", "download-failed"],
])(
  "keeps nothing if there is a file %s that is not the published one",
  async (_name, damaged, code) => {
    const { address, close } = await page((path, bytes) => {
      if (path !== damaged && path !== `${damaged}.zlib`) return bytes;
      if (code === "download-failed") return null;
      const other = Buffer.from(bytes);
      other[100] = (other[100] ?? 0) ^ 1;
      return other;
    });
    await expect(fetchPlace(address, signal)).rejects.toMatchObject({ code });
    await close();
    expect(await readdir(join(cache, "hopwise"))).toEqual([]);
  },
);
