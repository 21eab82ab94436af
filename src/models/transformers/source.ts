/** Where the library reads models from. It keeps this in one global, so models load one at a time. */
import { env } from "@huggingface/transformers";

/**
 * The folder of embedded models as the library wants it: a path. It takes whatever
 * starts with `https:` for another host, and asks that host whether files exist.
 */
export function folderPath(modelsBase: string): string {
  return /^https?:/.test(modelsBase) ? new URL(modelsBase).pathname : modelsBase;
}

/** Embedded models only: nothing is fetched from elsewhere. */
export function readEmbedded(modelsBase: string): void {
  env.localModelPath = folderPath(modelsBase);
  env.allowLocalModels = true;
  env.allowRemoteModels = false;
}

/** The hub only, kept in the library's own cache. */
export function readHub(): void {
  env.allowLocalModels = false;
  env.allowRemoteModels = true;
}
