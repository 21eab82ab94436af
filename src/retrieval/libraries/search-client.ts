import * as Comlink from "comlink";
import { type LibraryWords, noWords } from "../../language/language.ts";
import { AppError, type ErrorData, toAppError } from "../../log/errors.ts";
import { bridgedReader } from "../../models/encoder/reader-bridge.ts";
import type { LoadProgress } from "../../models/engine.ts";
import type {
  Embedder,
  LibraryRef,
  PassageReader,
  Retriever,
  StopSignal,
} from "../../runtime/ports.ts";
import { type Settled, type WorkerLike, WorkerLink } from "../../shared/rpc/bridge.ts";
import type { DenseState } from "./open-library.ts";
import type { ContextRow } from "./question-context.ts";
import type { SearchReport, SearchRequest, SearchWorker } from "./search-worker.ts";

export interface Search {
  readonly report: SearchReport;
  readonly retriever: Retriever;
  readonly embedder: Embedder;
  /** Null if the encoder has no heads. */
  readonly reader: PassageReader | null;
  /** Until it ends, `hybrid` is BM25 alone. Ends in `ready`, or in `off` if stopped. */
  computeVectors(signal: StopSignal, onProgress: (state: DenseState) => void): Promise<DenseState>;
  /** Updated by `computeVectors`. */
  dense(): DenseState;
  /** Opens in the same worker, with the same encoder. */
  openContext(row: ContextRow, withVectors: boolean, signal: StopSignal): Promise<ContextSearch>;
  close(): void;
}

export interface ContextSearch {
  readonly retriever: Retriever;
  /** Closing keeps the worker. */
  close(): void;
}

interface OpenSearchOptions extends SearchRequest {
  onProgress?: (progress: LoadProgress) => void;
  /** The GPU was lost, and the worker with it. */
  onLost?: (error: ErrorData) => void;
  createWorker?: () => WorkerLike;
}

function startWorker(): WorkerLike {
  return new Worker(new URL("./search.worker.ts", import.meta.url), {
    type: "module",
    name: "search",
  });
}

/** Throws AppError; aborting terminates the worker. */
export async function openSearch(
  {
    source,
    encoder,
    onProgress = () => {},
    onLost = () => {},
    createWorker = startWorker,
  }: OpenSearchOptions,
  signal: StopSignal,
): Promise<Search> {
  const link = new WorkerLink<SearchWorker>(createWorker());
  const lost = (error: ErrorData) => {
    link.end(toAppError(error));
    onLost(error);
  };
  try {
    const report = await unlessStopped(signal, () =>
      link.call(() =>
        link.remote.open({ source, encoder }, Comlink.proxy(onProgress), Comlink.proxy(lost)),
      ),
    );
    return searchOver(link, report);
  } catch (thrown) {
    const error = toAppError(thrown);
    link.end(error);
    throw error;
  }
}

function searchOver(link: WorkerLink<SearchWorker>, report: SearchReport): Search {
  let dense = report.dense;
  const call = <T>(signal: StopSignal, work: () => Promise<Settled<T>>) =>
    unlessStopped(signal, () => link.call(work));
  const retriever = (
    library: LibraryRef,
    words: LibraryWords,
    context: string | null,
  ): Retriever => ({
    library,
    words,
    onDevice: true,
    retrieve: (query, signal) => call(signal, () => link.remote.retrieve(query, context)),
    passage: (id) => link.call(() => link.remote.passage(id, context)),
  });
  return {
    report,
    retriever: retriever(report.library, report.words, null),
    embedder: {
      embed: (texts, signal) => call(signal, () => link.remote.embed([...texts])),
    },
    reader: report.reads ? bridgedReader(link.remote, (work) => link.call(work)) : null,
    async computeVectors(signal, onProgress) {
      const stop = () => void link.remote.stopVectors().catch(() => undefined);
      const tell = (state: DenseState) => {
        dense = state;
        onProgress(state);
      };
      if (signal.aborted) throw new AppError("stopped");
      signal.addEventListener("abort", stop);
      try {
        dense = await link.call(() => link.remote.computeVectors(Comlink.proxy(tell)));
        return dense;
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
    dense: () => dense,
    async openContext({ id, context }, withVectors, signal) {
      const row = { id, context };
      const library = await call(signal, () => link.remote.openContext(row, withVectors));
      const close = () => void link.remote.closeContext(library.id).catch(() => undefined);
      return { retriever: retriever(library, noWords, library.id), close };
    },
    close: () => link.end(new AppError("library-not-found", { closed: true })),
  };
}

function unlessStopped<T>(signal: StopSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new AppError("stopped", {}, { cause: signal.reason }));
    if (signal.aborted) {
      stop();
      return;
    }
    signal.addEventListener("abort", stop);
    work()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}
