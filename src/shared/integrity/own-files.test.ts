import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ownFilesNow } from "../../retrieval/libraries/factbook/own-files.ts";
import { repositoryRoot } from "../../retrieval/libraries/factbook/repository.ts";
import { stubBrowserCache } from "../../testing/browser-cache.ts";
import listed from "./own-files.generated.json";
import { checked, fetchOwn, fetchOwnJson, type OwnFile } from "./own-files.ts";
import { sha256 } from "./sha256.ts";

const files = Object.keys(listed).filter((path): path is OwnFile => path in listed);
const address = (file: OwnFile) => `https://page.example/${file}`;

async function built(file: OwnFile): Promise<Uint8Array<ArrayBuffer>> {
  const source = file.startsWith("models/") ? file : `public/${file}`;
  return new Uint8Array(await readFile(join(repositoryRoot, source)));
}

async function changed(file: OwnFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await built(file);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes;
}

function serve(send: (init: RequestInit) => Uint8Array<ArrayBuffer>) {
  const asked: (RequestCache | undefined)[] = [];
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit = {}) => {
    asked.push(init.cache);
    return new Response(send(init));
  });
  return asked;
}

function keep(name: string, key: string, bytes: Uint8Array<ArrayBuffer>) {
  const kept = new Map([[key, new Response(bytes, { headers: { "content-type": "text/plain" } })]]);
  stubBrowserCache(name, kept);
  return kept;
}

afterEach(() => vi.unstubAllGlobals());

it("lists the files as they are; after a change: npm run library", async () => {
  const list = join(repositoryRoot, "src/shared/integrity/own-files.generated.json");
  expect(await readFile(list, "utf8")).toBe(await ownFilesNow(repositoryRoot));
});

describe.each(files)("%s", (file) => {
  it("is taken as it was built", async () => {
    const bytes = await built(file);
    const asked = serve(() => bytes);
    expect((await fetchOwn(file, address(file))).byteLength).toBe(bytes.byteLength);
    expect(asked).toEqual([undefined]);
  });

  it("is refused with one byte changed, after a second look", async () => {
    const bytes = await changed(file);
    const asked = serve(() => bytes);
    const refused = { code: "integrity-failed", params: { file } };
    await expect(fetchOwn(file, address(file))).rejects.toMatchObject(refused);
    expect(asked).toEqual([undefined, "reload"]);
    await expect(checked(file, bytes)).rejects.toMatchObject(refused);
  });

  it("is refused without a secure context, too", async () => {
    const [good, bad] = [await built(file), await changed(file)];
    vi.stubGlobal("crypto", {});
    expect(await checked(file, good)).toBe(good);
    await expect(checked(file, bad)).rejects.toMatchObject({ code: "integrity-failed" });
  });
});

describe("a copy that the browser kept badly", () => {
  const file = "questions/examples.json";
  const key = `${address(file)}?__WB_REVISION__=1`;

  it("is thrown out, fetched anew and kept in its place", async () => {
    const [good, bad] = [await built(file), await changed(file)];
    const kept = keep("hopwise-precache", key, bad);
    serve(({ cache }) => (cache === "reload" ? good : bad));
    expect(await fetchOwnJson(file, address(file))).toHaveLength(8);
    const copy = kept.get(key);
    expect(await sha256(new Uint8Array((await copy?.arrayBuffer()) ?? []))).toBe(listed[file]);
    expect(copy?.headers.get("content-type")).toBe("text/plain");
  });

  it("is not kept where the host has no better one", async () => {
    const bad = await changed(file);
    const kept = keep("hopwise-precache", key, bad);
    serve(() => bad);
    await expect(fetchOwn(file, address(file))).rejects.toMatchObject({
      code: "integrity-failed",
    });
    expect(kept.size).toBe(0);
  });

  it("is done without where the storage refuses", async () => {
    const [good, bad] = [await built(file), await changed(file)];
    vi.stubGlobal("caches", { keys: () => Promise.reject(new DOMException("no")) });
    serve(({ cache }) => (cache === "reload" ? good : bad));
    expect((await fetchOwn(file, address(file))).byteLength).toBe(good.byteLength);
  });
});

describe("a file that does not come", () => {
  it.each([
    ["an answer of 404", () => Promise.resolve(new Response(null, { status: 404 }))],
    [
      "the page in its place",
      () => Promise.resolve(new Response("<html>", { headers: { "content-type": "text/html" } })),
    ],
    ["no network", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("is told as such: %s", async (_what, answer) => {
    vi.stubGlobal("fetch", answer);
    await expect(fetchOwn("models/catalogue.json", "https://page.example/x")).rejects.toMatchObject(
      { code: "download-failed", params: { file: "models/catalogue.json" } },
    );
  });
});
