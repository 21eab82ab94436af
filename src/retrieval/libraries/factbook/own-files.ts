/** Lists the page's data for the integrity check (`integrity/`). */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { embeddedLibraries } from "../embedded-libraries.ts";
import { prebuiltFiles } from "../prebuilt-files.ts";

/** Public path → path in the repository. */
const sources: Record<string, string> = {
  "examples/arrival.runs.bin": "public/examples/arrival.runs.bin",
  "examples/reports.json": "public/examples/reports.json",
  "examples/combinations.runs.bin": "public/examples/combinations.runs.bin",
  "examples/summary.json": "public/examples/summary.json",
  "examples/where-it-pays.json": "public/examples/where-it-pays.json",
  ...Object.fromEntries(
    embeddedLibraries.all.flatMap(({ id }) =>
      prebuiltFiles.map((name) => [`library/${id}/${name}`, `public/library/${id}/${name}`]),
    ),
  ),
  "models/catalogue.json": "models/catalogue.json",
  "questions/examples.json": "public/questions/examples.json",
  "questions/factbook.jsonl": "public/questions/factbook.jsonl",
};

export async function ownFilesNow(root: string): Promise<string> {
  const hashes: Record<string, string> = {};
  for (const [path, source] of Object.entries(sources)) {
    const bytes = await readFile(join(root, source));
    hashes[path] = createHash("sha256").update(bytes).digest("hex");
  }
  return `${JSON.stringify(hashes, null, 2)}\n`;
}

export async function listOwnFiles(root: string): Promise<void> {
  const list = join(root, "src/shared/integrity/own-files.generated.json");
  const now = await ownFilesNow(root);
  // Writing an unchanged file would reload the page in development.
  if (now !== (await readFile(list, "utf8").catch(() => ""))) await writeFile(list, now);
}
