/**
 * Run `npm run train -- vectors` after `npm run library` if passages or encoder changed; about ten
 * minutes on two cores. Writes 8-bit vectors beside the passages.
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { passage } from "../../../log/types.ts";
import { embedPassages } from "../corpus-library.ts";
import { cachedEmbedder, EmbeddingCache } from "../embedding-cache.ts";
import { libraryManifest, type VectorsManifest } from "../manifest.ts";
import { encoderId, encoderSha256, openEncoder } from "./encoder.ts";
import { listOwnFiles } from "./own-files.ts";
import { repositoryRoot } from "./repository.ts";

const folder = join(repositoryRoot, "public/library/factbook");
const manifest = libraryManifest.parse(
  JSON.parse(await readFile(join(folder, "library.json"), "utf8")),
);
const lines = (await readFile(join(folder, "passages.jsonl"), "utf8")).trim().split("\n");
const passages = lines.map((line) => passage.parse(JSON.parse(line)));
const sha256 = await encoderSha256(repositoryRoot);
const cache = await EmbeddingCache.open(join(repositoryRoot, ".cache/embeddings"), sha256);
const encoder = await openEncoder(repositoryRoot);

const cached = cachedEmbedder(encoder, cache);

const { signal } = new AbortController();
const vectors = await embedPassages(passages, cached, signal, (done) => {
  if (done % 1600 === 0) console.log(`${done} of ${passages.length}`);
}).finally(() => cache.save());

const { values } = vectors;
const header: VectorsManifest = {
  passagesSha256: manifest.sha256,
  encoder: { id: encoderId, sha256 },
  count: passages.length,
  dimensions: vectors.dimensions,
  scale: vectors.scale,
  sha256: createHash("sha256").update(values).digest("hex"),
};
await writeFile(join(folder, "vectors.i8.bin"), values);
await writeFile(join(folder, "vectors.json"), `${JSON.stringify(header, null, 2)}\n`);
await listOwnFiles(repositoryRoot);
console.log(`${header.count} × ${header.dimensions} in ${folder}`);
await encoder.dispose();
