import { AppError } from "../../../log/errors.ts";
import type { StopSignal } from "../../../runtime/ports.ts";
import { type WorkerLike, WorkerLink } from "../../../shared/rpc/bridge.ts";
import type { FilmWorker } from "./film-worker.ts";

export interface FilmPacker {
  add(pixels: Uint8ClampedArray<ArrayBuffer>, delayMs: number): Promise<void>;
  finish(): Promise<ArrayBuffer>;
  close(): void;
}

function startWorker(): WorkerLike {
  return new Worker(new URL("./film.worker.ts", import.meta.url), {
    type: "module",
    name: "film",
  });
}

/** Aborting `signal` ends the worker and rejects pending calls. */
export async function openFilmPacker(
  size: { width: number; height: number },
  signal: StopSignal,
): Promise<FilmPacker> {
  const link = new WorkerLink<FilmWorker>(startWorker());
  const end = () => link.end(new AppError("stopped"));
  signal.addEventListener("abort", end);
  await link.call(() => link.remote.begin(size.width, size.height));
  return {
    add: (pixels, delayMs) => link.call(() => link.remote.add(pixels, delayMs)),
    finish: () => link.call(() => link.remote.finish()),
    close: end,
  };
}
