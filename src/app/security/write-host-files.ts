/** `npm run headers`: writes the header files for hosts. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { hostFiles } from "./headers.ts";

for (const [path, content] of hostFiles()) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
