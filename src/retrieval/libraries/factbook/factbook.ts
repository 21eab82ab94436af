/**
 * `npm run library` builds the passages from `facts.jsonl`, and lists the page's data with its
 * hashes.
 */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LibraryManifest } from "../manifest.ts";
import { readFacts } from "./facts.ts";
import { factbook } from "./index.ts";
import { listOwnFiles } from "./own-files.ts";
import { passagesOf, toJsonl } from "./passages.ts";
import { repositoryRoot } from "./repository.ts";
import { factbookWords, namesOf } from "./words.ts";

const out = join(repositoryRoot, "public/library/factbook");

const profiles = await readFacts();
const passages = passagesOf(profiles);
const jsonl = toJsonl(passages);
const manifest: LibraryManifest = {
  id: factbook.id,
  title: factbook.title,
  edition: "2025",
  passages: passages.length,
  visibility: "public",
  aliases: factbookWords.aliases.map(([today, older]) => [today, older]),
  names: namesOf(profiles),
  quantities: [...factbookWords.quantities],
  namesFirst: true,
  sha256: createHash("sha256").update(jsonl).digest("hex"),
};

await mkdir(out, { recursive: true });
await writeFile(join(out, "passages.jsonl"), jsonl);
await writeFile(join(out, "library.json"), `${JSON.stringify(manifest, null, 2)}\n`);
await listOwnFiles(repositoryRoot);
console.log(`${passages.length} passages in ${out}`);
