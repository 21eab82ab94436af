/** The worker lives while the library is open. */
import { AppError, toAppError } from "../../../log/errors.ts";
import type { Passage } from "../../../log/types.ts";
import { type WorkerLike, WorkerLink } from "../../../shared/rpc/bridge.ts";
import type { Place } from "./contents.ts";
import type { ContentsReport, ContentsRequest, ContentsWorker } from "./contents-worker.ts";

export interface OpenContents extends ContentsReport {
  /** Takes an entry's key or a passage's id; null if neither exists. */
  find(at: string): Promise<Place | null>;
  /** Omits unknown ids. */
  texts(ids: readonly string[]): Promise<Passage[]>;
  close(): void;
}

function startWorker(): WorkerLike {
  return new Worker(new URL("./contents.worker.ts", import.meta.url), {
    type: "module",
    name: "contents",
  });
}

/** Throws AppError. */
export async function openContents(
  request: ContentsRequest,
  createWorker = startWorker,
): Promise<OpenContents> {
  const link = new WorkerLink<ContentsWorker>(createWorker());
  try {
    const report = await link.call(() => link.remote.open(request));
    return {
      ...report,
      find: (at) => link.call(() => link.remote.find(at)),
      texts: (ids) => link.call(() => link.remote.texts(ids)),
      close: () => link.end(new AppError("library-not-found", { closed: true })),
    };
  } catch (thrown) {
    const error = toAppError(thrown);
    link.end(error);
    throw error;
  }
}
