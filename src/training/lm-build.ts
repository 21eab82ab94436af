/** Writes the language model's rows (`lm-train.jsonl`, `lm-dev.jsonl`). Run by `npm run training:lm-rows`. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { factbookPackageRoot } from "../library/build/package-root.ts";
import { passagesOf } from "../library/build/passages.ts";
import { readProfiles } from "../library/build/profile.ts";
import { repositoryRoot } from "../library/build/repository.ts";
import { isLeak, readTestQuestions } from "./leaks.ts";
import { loadMaterial } from "./lm-material.ts";
import type { LmRow } from "./lm-row.ts";
import { buildLmRows, countRows } from "./lm-rows.ts";

const dataFolder = join(repositoryRoot, "../shared/data");
const builtFolder = join(repositoryRoot, "models/.build/data");

const tests = await readTestQuestions(dataFolder);
const passages = passagesOf(await readProfiles(factbookPackageRoot));
const material = await loadMaterial(dataFolder, builtFolder, passages);
const { train, dev } = buildLmRows(material, (question) => isLeak(question, tests));
await mkdir(builtFolder, { recursive: true });
await writeFile(join(builtFolder, "lm-train.jsonl"), jsonl(train));
await writeFile(join(builtFolder, "lm-dev.jsonl"), jsonl(dev));
console.log(`${train.length} rows to train, ${dev.length} to select`);
for (const [skill, sources] of countRows(train)) {
  const counts = [...sources].map(([source, count]) => `${source} ${count}`).join(", ");
  console.log(`${skill}: ${counts}`);
}

function jsonl(rows: readonly LmRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}
