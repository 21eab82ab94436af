/** The library's setting is global, so models load one at a time. */
import { env } from "@huggingface/transformers";

/** A path, because the library treats `https:` addresses as another host and probes it. */
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
