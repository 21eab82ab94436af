/**
 * Weights are fetched and inflated in a worker that ends afterwards: streams leave as many bytes
 * behind as they carry, and a garbage collection would free these late.
 */
import * as Comlink from "comlink";
import { AppError } from "../../log/errors.ts";
import { partsOf, smallFiles, whole } from "../../shared/integrity/parts.ts";
import {
  forwarding,
  type RemoteCallback,
  type Settled,
  settle,
  WorkerLink,
} from "../../shared/rpc/bridge.ts";
import type { CatalogueModel } from "../catalogue-model.ts";
import { verifiedFiles } from "./fetch.ts";
import type { WeightsFile } from "./weights.ts";

interface WeightsRequest {
  model: CatalogueModel;
  folder: string;
  paths: readonly string[];
}

export interface WeightsWorker {
  /** `onBytes` gets the length of each piece that was fetched. */
  read(
    request: WeightsRequest,
    onBytes: RemoteCallback<number>,
  ): Promise<Settled<Uint8Array<ArrayBuffer>[]>>;
}

/** Some hosts limit the size of a file. */
export const layout = import.meta.env.MODE === smallFiles ? partsOf : whole;

/** One file after the other, so that at most one is in memory twice. */
async function readAll(
  { model, folder, paths }: WeightsRequest,
  onBytes: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const fetch = globalThis.fetch.bind(globalThis);
  const { promise: failed, reject: onFailure } = Promise.withResolvers<never>();
  const files = verifiedFiles({ model, folder, fetch, layout, onBytes, onFailure });
  const read: Uint8Array<ArrayBuffer>[] = [];
  for (const path of paths) read.push(await Promise.race([files.read(path), failed]));
  return read;
}

export function createWeightsWorker(): WeightsWorker {
  return {
    async read(request, onBytes) {
      const read = await settle(() => forwarding(onBytes, (tell) => readAll(request, tell)));
      const buffers = read.ok ? read.value.map(({ buffer }) => buffer) : [];
      return Comlink.transfer(read, buffers);
    },
  };
}

/** Throws AppError. */
export async function readWeights(
  request: WeightsRequest,
  onBytes: (bytes: number) => void,
): Promise<WeightsFile[]> {
  const worker = new Worker(new URL("./weights.worker.ts", import.meta.url), {
    type: "module",
    name: "weights",
  });
  const link = new WorkerLink<WeightsWorker>(worker);
  try {
    const read = await link.call(() => link.remote.read(request, Comlink.proxy(onBytes)));
    return read.map((data, at) => ({ path: request.paths[at] ?? "", data }));
  } finally {
    link.end(new AppError("stopped"));
  }
}
