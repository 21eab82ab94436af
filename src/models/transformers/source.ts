/** Sets the library's model source. The setting is global, so models load one at a time. */
import { env } from "@huggingface/transformers";

/**
 * The folder of embedded models as a path: the library treats `https:` addresses as another host,
 * and probes it for files.
 */
export function folderPath(modelsBase: string): string {
  return /^https?:/.test(modelsBase) ? new URL(modelsBase).pathname : modelsBase;
}

export function readEmbedded(modelsBase: string): void {
  env.localModelPath = folderPath(modelsBase);
  env.allowLocalModels = true;
  env.allowRemoteModels = false;
}

export function readHub(): void {
  env.allowLocalModels = false;
  env.allowRemoteModels = true;
}
