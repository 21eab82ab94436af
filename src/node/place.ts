/** Finds the folder with the models and the embedded library, and one to keep vectors in. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { AppError } from "../log/errors.ts";

export interface Place {
  /** Laid out like the repository: `models/`, `public/library/`, `public/examples/`. */
  root: string;
  cache: string;
}

/** The repository, if this is its source. */
export const root = resolve(import.meta.dirname, "../..");

/**
 * Without a folder: HOPWISE_MODELS, this repository, or the package `hopwise-models`. Throws
 * `models-not-found`.
 */
export function findPlace(given: string | undefined = process.env["HOPWISE_MODELS"]): Place {
  const candidates = given ? [resolve(given)] : [root, ...installed()];
  const found = candidates.find((folder) => existsSync(join(folder, "models/catalogue.json")));
  if (found === undefined) throw new AppError("models-not-found", { folder: given ?? null });
  return { root: found, cache: found === root ? join(root, ".cache") : personalCache() };
}

/** The folder from which this process was started may have it, too. */
function installed(): string[] {
  return [import.meta.url, join(process.cwd(), "package.json")].flatMap((from) => {
    try {
      return [dirname(createRequire(from).resolve("hopwise-models/package.json"))];
    } catch {
      return [];
    }
  });
}

export function personalCache(): string {
  return join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "hopwise");
}
