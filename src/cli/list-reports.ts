/**
 * Writes `public/examples/reports.json` with the first screens; skips unchanged files. Part of `npm
 * run library`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { shippedReports } from "../evaluation/shipped/shipped-report.ts";
import { repositoryRoot } from "../retrieval/libraries/factbook/repository.ts";
import { say } from "./print.ts";
import { describeReports, hashOf, type ReportSource, reportSources } from "./reports/describe.ts";

const folder = join(repositoryRoot, "public/examples");
const list = join(folder, "reports.json");

async function isListed({ id, file, runs }: ReportSource): Promise<boolean> {
  const known = shippedReports.safeParse(
    JSON.parse(await readFile(list, "utf8").catch(() => "null")),
  );
  const own = known.success ? known.data.find((one) => one.id === id) : undefined;
  if (own === undefined) return false;
  return (
    own.sha256 === hashOf(await readFile(join(folder, file))) &&
    own.runsSha256 === hashOf(await readFile(join(folder, runs)))
  );
}

const listed = await Promise.all(reportSources.map(isListed));
if (process.argv.includes("--rebuild") || listed.includes(false)) {
  await writeFile(list, await describeReports(folder));
  say(`${reportSources.length} reports listed in ${list}`);
}
