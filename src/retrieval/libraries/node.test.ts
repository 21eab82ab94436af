import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openCorpusFile } from "./node.ts";

const { signal } = new AbortController();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hopwise-"));
});
afterAll(() => rm(folder, { recursive: true }));

it("opens a gzipped corpus from the disk", async () => {
  const path = join(folder, "corpus.jsonl.gz");
  await writeFile(path, gzipSync('{"id":"a","title":"A","text":"Tallinn"}\nbad'));
  const corpus = await openCorpusFile(path, { encoder: null, signal });
  expect(corpus.retriever.library).toEqual({
    id: "corpus:corpus.jsonl.gz",
    title: "corpus.jsonl.gz",
    edition: "1 document",
    passages: 1,
    visibility: "private",
  });
  expect(corpus.read.badLines).toEqual([{ line: 2, reason: "not-json" }]);
  expect(corpus.dense()).toEqual({ status: "off", reason: "no-encoder" });
});

it("says that there is no such file", async () => {
  const opening = openCorpusFile(join(folder, "nowhere.jsonl"), { encoder: null, signal });
  await expect(opening).rejects.toMatchObject({
    code: "library-not-found",
    params: { file: "nowhere.jsonl" },
  });
});
