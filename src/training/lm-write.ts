/** Writes the language model's rows: `lm-train.jsonl` and `lm-dev.jsonl`. */
import { factbookPackageRoot } from "../library/build/package-root.ts";
import { passagesOf } from "../library/build/passages.ts";
import { readProfiles } from "../library/build/profile.ts";
import { type Output, writeJsonl } from "./build-output.ts";
import { isLeak } from "./leaks.ts";
import { loadMaterial } from "./lm-material.ts";
import { buildLmRows, countRows } from "./lm-rows.ts";

/** Reads what the other builds wrote to the same folder; returns a report of the counts. */
export async function writeLmRows(
  dataFolder: string,
  output: Pick<Output, "folder" | "tests" | "report">,
): Promise<string> {
  const passages = passagesOf(await readProfiles(factbookPackageRoot));
  const material = await loadMaterial(dataFolder, output.folder, passages);
  const { train, dev } = buildLmRows(material, (question) => isLeak(question, output.tests));
  await writeJsonl(output, "lm-train", train);
  await writeJsonl(output, "lm-dev", dev);
  const lines = [...countRows(train)].map(([skill, sources]) => {
    const counts = [...sources].map(([source, count]) => `${source} ${count}`);
    return `${skill}: ${counts.join(", ")}`;
  });
  return [`${train.length} rows to train, ${dev.length} to select`, ...lines].join("\n");
}
