import * as Comlink from "comlink";
import { AppError, toAppError } from "../../log/errors.ts";
import {
  Forwarder,
  type RemoteCallback,
  type Settled,
  settle,
  type WorkerLike,
  WorkerLink,
} from "../../shared/rpc/bridge.ts";
import type { LoadProgress } from "../engine.ts";
import { bridgedReader, type ReaderCalls, readerCalls } from "./reader-bridge.ts";
import type { Encoder, EncoderOptions } from "./transformers-encoder.ts";

type WorkerEncoderOptions = Omit<EncoderOptions, "onProgress" | "onLost">;

export interface EncoderWorker extends ReaderCalls {
  load(
    options: WorkerEncoderOptions,
    onProgress: RemoteCallback<LoadProgress>,
  ): Promise<Settled<{ reads: boolean }>>;
  embed(texts: readonly string[]): Promise<Settled<readonly Float32Array[]>>;
}

export function createEncoderWorker(): EncoderWorker {
  let encoder: Encoder | null = null;
  const never = new AbortController().signal;
  const current = (): Encoder => {
    if (encoder === null) throw new AppError("model-not-loaded");
    return encoder;
  };
  return {
    ...readerCalls(() => current().reader),
    load: (options, onProgress) =>
      settle(async () => {
        const { createEncoder } = await import("./transformers-encoder.ts");
        const progress = new Forwarder(onProgress);
        encoder = await createEncoder({ ...options, onProgress: (one) => progress.send(one) });
        await progress.flush();
        return { reads: encoder.reader !== null };
      }),
    embed: (texts) => settle(() => current().embed(texts, never)),
  };
}

function startWorker(): WorkerLike {
  return new Worker(new URL("./encoder.worker.ts", import.meta.url), {
    type: "module",
    name: "encoder",
  });
}

export async function createWorkerEncoder(
  { onProgress = () => {}, ...options }: Omit<EncoderOptions, "onLost">,
  createWorker: () => WorkerLike = startWorker,
): Promise<Encoder> {
  const link = new WorkerLink<EncoderWorker>(createWorker());
  const loading = link.call(() => link.remote.load(options, Comlink.proxy(onProgress)));
  const { reads } = await loading.catch((thrown: unknown) => {
    const error = toAppError(thrown);
    link.end(error);
    throw error;
  });
  return {
    reader: reads ? bridgedReader(link.remote, (work) => link.call(work)) : null,
    async embed(texts, signal) {
      if (signal.aborted) throw new AppError("stopped");
      return await link.call(() => link.remote.embed([...texts]));
    },
    dispose: () => Promise.resolve(link.end(new AppError("model-not-loaded"))),
  };
}
