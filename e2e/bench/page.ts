/**
 * Measures the built page: `npm run bench -- page [--only NAME,…] [--rounds N] [--threads N]
 * [--webgpu] [--small models/.build/FOLDER]`. Compared sides alternate: trust ratios more than
 * times.
 */
import { parseArgs } from "node:util";
import { arrival } from "./arrival.ts";
import { isBuilt } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { folds } from "./folds.ts";
import { generation } from "./generation.ts";
import { history } from "./history.ts";
import { lab } from "./lab.ts";
import { labStored } from "./lab-stored.ts";
import { machineFacts } from "./machine.ts";
import { memory } from "./memory.ts";
import { peer } from "./peer.ts";
import { question } from "./question.ts";
import { responsiveness } from "./responsiveness.ts";
import { retrieval } from "./retrieval.ts";
import { routerPage } from "./router-page.ts";
import { progress, type Section } from "./section.ts";
import { type Row, rowsTable } from "./table.ts";

const sections: readonly Section[] = [
  bundle,
  arrival,
  responsiveness,
  generation,
  peer,
  question,
  memory,
  retrieval,
  folds,
  lab,
  labStored,
  history,
  routerPage,
];

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "8" },
    threads: { type: "string", default: "1" },
    webgpu: { type: "boolean", default: false },
    small: { type: "string" },
  },
});

function chosen(): readonly Section[] {
  if (values.only === undefined) return sections;
  const names = values.only.split(",").map((name) => name.trim());
  const unknown = names.filter((name) => !sections.some((section) => section.name === name));
  if (unknown.length > 0) {
    const known = sections.map(({ name }) => name).join(", ");
    throw new Error(`no section ${unknown.join(", ")}; there are ${known}`);
  }
  return sections.filter(({ name }) => names.includes(name));
}

async function main(): Promise<void> {
  const wanted = chosen();
  if (wanted.some(({ needsBuild }) => needsBuild) && !isBuilt()) {
    console.error("There is no dist/: run `npm run build` first.");
    process.exitCode = 1;
    return;
  }
  const options = {
    rounds: Number(values.rounds),
    threads: Number(values.threads),
    webgpu: values.webgpu,
    small: values.small,
  };
  const before = await machineFacts();
  const rows: Row[] = [];
  for (const section of wanted) {
    progress(section.name);
    rows.push(...(await section.run(options)));
  }
  console.log(`${before}\n\n${rowsTable(rows)}`);
}

await main();
