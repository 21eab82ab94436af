import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { RetrievalQuery } from "../../runtime/ports.ts";
import { memoryLibraries } from "../../testing/fake-libraries.ts";
import { letterEmbedder } from "../../testing/retrieval/letter-embedder.ts";
import { repositoryRoot } from "./factbook/repository.ts";
import { openPrebuilt } from "./prebuilt.ts";
import type { PrebuiltFile } from "./prebuilt-files.ts";
import { createSearchWorker } from "./search-worker.ts";

const signal = new AbortController().signal;
const query = (text: string, mode: RetrievalQuery["mode"]): RetrievalQuery => ({
  text,
  mode,
  k: 1,
  rrfK: 60,
  bm25: { k1: 1.2, b: 0.4 },
});

describe("a built library", () => {
  it("is opened with what is there, and says what is not", async () => {
    const manifest = {
      id: "t",
      title: "T",
      edition: "1",
      passages: 1,
      visibility: "public",
      aliases: [],
      quantities: [],
      sha256: "s",
    };
    const files: Partial<Record<PrebuiltFile, string | Int8Array>> = {
      "library.json": JSON.stringify(manifest),
      "passages.jsonl": `${JSON.stringify({ id: "a", title: "", text: "aa" })}\n`,
    };
    async function read(name: PrebuiltFile): Promise<Uint8Array> {
      const file = files[name];
      if (file === undefined) throw new Error(`no ${name}`);
      return typeof file === "string" ? new TextEncoder().encode(file) : new Uint8Array(file);
    }
    const open = () => openPrebuilt(read, letterEmbedder);
    expect((await open()).dense()).toEqual({ status: "off", reason: "no-vectors" });

    const vectors = {
      passagesSha256: "s",
      encoder: { id: "e", sha256: "" },
      count: 1,
      dimensions: 26,
      scale: 1 / 127,
      sha256: "",
    };
    files["vectors.json"] = JSON.stringify(vectors);
    files["vectors.i8.bin"] = Int8Array.from({ length: 26 }, (_, i) => (i === 0 ? 127 : 0));
    const library = await open();
    expect(library.dense()).toEqual({ status: "ready" });
    const { passages } = await library.retriever.retrieve(query("aaa", "dense"), signal);
    expect(passages[0]?.score).toBeCloseTo(1, 5);

    files["vectors.json"] = JSON.stringify({ ...vectors, passagesSha256: "of other passages" });
    expect((await open()).dense()).toEqual({ status: "off", reason: "vectors-do-not-fit" });

    delete files["library.json"];
    await expect(open()).rejects.toMatchObject({ code: "library-not-found" });
  });
});

describe("the embedded library in its worker", () => {
  afterEach(() => vi.unstubAllGlobals());

  const base = "https://page.example/library/factbook/";
  const encoder = { modelUrlOrPath: "none", device: "wasm", threads: 1 } as const;

  async function open(changed: string, change: (text: Buffer) => Buffer) {
    vi.stubGlobal("fetch", async (url: string) => {
      const name = url.slice(base.length);
      const file = await readFile(join(repositoryRoot, "public/library/factbook", name));
      return new Response(new Uint8Array(name === changed ? change(file) : file));
    });
    const worker = createSearchWorker(
      async () => ({ ...letterEmbedder, reader: null }),
      async () => memoryLibraries(),
    );
    const source = { kind: "prebuilt", id: "factbook", baseUrl: base } as const;
    const unheard = () => undefined;
    return worker.open({ source, encoder }, unheard, unheard);
  }

  const oneBit = (file: Buffer) => {
    const last = file.length - 2;
    file[last] = (file[last] ?? 0) ^ 1;
    return file;
  };
  const pwned = (file: Buffer) =>
    Buffer.from(file.toString().replace("Baltic Sea", "PWNED Lagoon"));

  it.each([
    ["passages.jsonl", pwned],
    ["vectors.i8.bin", oneBit],
    ["vectors.json", oneBit],
    ["library.json", oneBit],
  ])("is not opened with a changed %s", async (file, change) => {
    expect(await open(file, change)).toMatchObject({
      ok: false,
      error: { code: "integrity-failed", params: { file: `library/factbook/${file}` } },
    });
  });
});
