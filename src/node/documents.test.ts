import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { pdfFile } from "../testing/documents/pdf-file.ts";
import { fakeEmbedder } from "../testing/fakes.ts";
import { openDocuments } from "./documents.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "documents-"));
});
afterEach(() => rm(folder, { recursive: true }));

const options = { encoder: fakeEmbedder, signal: new AbortController().signal };
const query = { k: 5, rrfK: 60, bm25: { k1: 1.2, b: 0.4 }, mode: "bm25" } as const;

it("opens the documents of a folder and its inner folders, and lists those it cannot read", async () => {
  await mkdir(join(folder, "old"));
  await mkdir(join(folder, ".git"));
  await writeFile(join(folder, "ferries.md"), "# Ferries\n\nThe Bluebell sails to Bergen.");
  await writeFile(join(folder, "same.md"), "# Ferries\n\nThe Bluebell sails to Bergen.");
  await writeFile(join(folder, "old/trains.txt"), "The night train leaves Oslo at nine.");
  await writeFile(join(folder, "old/timetable.pdf"), pdfFile([["The tram waits at Bybanen."]]));
  await writeFile(join(folder, ".git/hidden.txt"), "Not part of the library.");
  await writeFile(join(folder, "picture.png"), "not a document");
  await writeFile(join(folder, "empty.txt"), " ");
  const { retriever, badFiles } = await openDocuments(folder, options);
  expect(retriever.library).toMatchObject({
    edition: "3 documents",
    passages: 3,
    visibility: "private",
  });
  const { passages } = await retriever.retrieve({ ...query, text: "night train" }, options.signal);
  expect(passages[0]?.place).toMatchObject({ document: join("old", "trains.txt") });
  const inPdf = await retriever.retrieve({ ...query, text: "Bybanen" }, options.signal);
  expect(inPdf.passages[0]?.place).toMatchObject({ page: 1 });
  expect(badFiles).toMatchObject([{ file: "empty.txt", error: { code: "document-empty" } }]);
});

it("refuses a folder without documents", async () => {
  await expect(openDocuments(folder, options)).rejects.toMatchObject({ code: "corpus-empty" });
});
