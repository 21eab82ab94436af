/** Inflates the embedded models' files for Node; skips those there already. Part of `npm run library`. */
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { catalogue } from "../models/catalogue.ts";
import { repositoryRoot } from "../retrieval/libraries/factbook/repository.ts";
import { packedEnding } from "../shared/integrity/packed.ts";

const folder = join(repositoryRoot, "models");
const list = catalogue.parse(JSON.parse(await readFile(join(folder, "catalogue.json"), "utf8")));

for (const { path, files } of list.models) {
  if (path === null) continue;
  for (const { path: name, bytes, packed } of files) {
    if (packed === undefined) continue;
    const file = join(folder, path, name);
    const source = file + packedEnding;
    const there = await stat(file).catch(() => null);
    if (there?.size === bytes && there.mtimeMs >= (await stat(source)).mtimeMs) continue;
    await writeFile(file, await promisify(inflate)(await readFile(source)));
  }
}
