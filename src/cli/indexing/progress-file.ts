import { createHash } from "node:crypto";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import * as z from "zod/mini";

const noted = z.object({ lines: z.int().check(z.gte(0)) });

export interface ProgressFile {
  read(): Promise<number>;
  write(lines: number): Promise<void>;
  forget(): Promise<void>;
}

/** A corpus whose contents changed is sent from the start. */
export async function progressFile(
  folder: string,
  corpus: string,
  to: string,
): Promise<ProgressFile> {
  const { size, mtimeMs } = await stat(corpus);
  const name = JSON.stringify([resolve(corpus), size, mtimeMs, to]);
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 32);
  const path = join(folder, `${hash}.json`);
  await mkdir(folder, { recursive: true });
  return {
    async read() {
      try {
        return noted.parse(JSON.parse(await readFile(path, "utf8"))).lines;
      } catch {
        return 0;
      }
    },
    write: (lines) => writeFile(path, JSON.stringify({ lines })),
    forget: () => rm(path, { force: true }),
  };
}
