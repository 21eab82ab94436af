import { type LibraryWords, noWords } from "../../language/language.ts";
import { AppError, type ErrorData } from "../../log/errors.ts";
import type { Passage } from "../../log/types.ts";
import { weightsId } from "../../models/catalogue-model.ts";
import { type ReaderCalls, readerCalls } from "../../models/encoder/reader-bridge.ts";
import type { EncoderOptions } from "../../models/encoder/transformers-encoder.ts";
import type { LoadProgress } from "../../models/engine.ts";
import type {
  Embedder,
  LibraryRef,
  PassageReader,
  Retrieval,
  RetrievalQuery,
} from "../../runtime/ports.ts";
import { fetchOwn, libraryFile } from "../../shared/integrity/own-files.ts";
import { forwarding, type RemoteCallback, type Settled, settle } from "../../shared/rpc/bridge.ts";
import type { ComputedLibrary } from "./corpus-library.ts";
import type { DenseState, OpenLibrary } from "./open-library.ts";
import { openOwnLibrary } from "./own/own-library.ts";
import type { LibraryStore } from "./own/storage.ts";
import { openPrebuilt } from "./prebuilt.ts";
import { type ContextRow, contextLibrary } from "./question-context.ts";

/** Callbacks are passed separately. */
type EncoderRequest = Omit<EncoderOptions, "onProgress" | "onLost">;

type LibrarySource =
  /** `baseUrl` ends in a slash. */
  | { kind: "prebuilt"; id: string; baseUrl: string }
  /** A library of a person's documents. */
  | { kind: "own"; library: string };

export interface SearchRequest {
  source: LibrarySource;
  /** Null: BM25 only, and no `embed`. */
  encoder: EncoderRequest | null;
}

export interface SearchReport {
  library: LibraryRef;
  words: LibraryWords;
  dense: DenseState;
  /** The encoder can read passages. */
  reads: boolean;
}

export interface SearchWorker extends ReaderCalls {
  open(
    request: SearchRequest,
    onProgress: RemoteCallback<LoadProgress>,
    onLost: RemoteCallback<ErrorData>,
  ): Promise<Settled<SearchReport>>;
  /** Searches the question's paragraphs if `context` names them. */
  retrieve(query: RetrievalQuery, context: string | null): Promise<Settled<Retrieval>>;
  passage(id: string, context: string | null): Promise<Settled<Passage | null>>;
  /** Stays open beside the library until closed. Computes vectors for some ten paragraphs. */
  openContext(row: ContextRow, withVectors: boolean): Promise<Settled<LibraryRef>>;
  closeContext(context: string): void;
  embed(texts: readonly string[]): Promise<Settled<readonly Float32Array[]>>;
  computeVectors(onProgress: RemoteCallback<DenseState>): Promise<Settled<DenseState>>;
  /** Computed vectors are kept. */
  stopVectors(): void;
}

type CreateEncoder = (options: EncoderOptions) => Promise<ReadingEncoder>;
type ReadingEncoder = Embedder & { reader: PassageReader | null };

interface Opened {
  library: OpenLibrary;
  /** Only a person's own library computes vectors here. */
  computed: ComputedLibrary | null;
  encoder: ReadingEncoder | null;
}

// The page ignores answers to cancelled calls, and BM25 cannot be stopped.
const never = new AbortController().signal;

/** `ownLibraries` opens those on the device. */
export function createSearchWorker(
  createEncoder: CreateEncoder,
  ownLibraries: () => Promise<LibraryStore>,
): SearchWorker {
  let opened: Opened | null = null;
  let computing: AbortController | null = null;
  /** Keyed by library id. */
  const contexts = new Map<string, ComputedLibrary>();

  const current = (): Opened => {
    if (!opened) throw new AppError("library-not-found");
    return opened;
  };

  /** One computes while the other downloads. */
  async function open(
    request: SearchRequest,
    tell: (progress: LoadProgress) => void,
    onLost: (error: AppError) => void,
  ) {
    const { encoder: wanted } = request;
    const coming = wanted && createEncoder({ ...wanted, onProgress: tell, onLost });
    const embedder: Embedder | null = coming && {
      embed: async (...asked) => (await coming).embed(...asked),
    };
    const [encoder, library] = await Promise.all([coming, openSource(request, embedder)]);
    opened = { ...library, encoder };
    return report(opened);
  }

  async function openSource(
    { source, encoder }: SearchRequest,
    embedder: Embedder | null,
  ): Promise<Omit<Opened, "encoder">> {
    if (source.kind === "prebuilt") {
      const library = await openPrebuilt(
        (name) => fetchOwn(libraryFile(source.id, name), new URL(name, source.baseUrl).href),
        embedder,
      );
      return { library, computed: null };
    }
    const made = embedder && { embedder, id: encoderId(encoder) };
    const library = await openOwnLibrary(await ownLibraries(), source.library, made);
    return { library, computed: library };
  }

  async function openContext(row: ContextRow, withVectors: boolean): Promise<LibraryRef> {
    const context = await contextLibrary(row, current().encoder);
    if (withVectors) await context.computeVectors(never);
    const { library } = context.retriever;
    contexts.set(library.id, context);
    return library;
  }

  const retrieverOf = (context: string | null) => {
    if (context === null) return current().library.retriever;
    const library = contexts.get(context);
    if (!library) throw new AppError("library-not-found", { closed: true });
    return library.retriever;
  };

  async function computeVectors(tell: (state: DenseState) => void): Promise<DenseState> {
    const { computed, library } = current();
    if (!computed) return library.dense();
    computing?.abort();
    computing = new AbortController();
    return await computed.computeVectors(computing.signal, tell);
  }

  const encoderOf = (): ReadingEncoder => {
    const { encoder } = current();
    if (!encoder) throw new AppError("model-not-loaded");
    return encoder;
  };

  return {
    ...readerCalls(() => encoderOf().reader),
    open: (request, onProgress, onLost) =>
      settle(() =>
        forwarding(onProgress, (tell) =>
          open(request, tell, (error) => void onLost(error.toData())),
        ),
      ),
    retrieve: (query, context) => settle(() => retrieverOf(context).retrieve(query, never)),
    passage: (id, context) => settle(() => retrieverOf(context).passage(id)),
    openContext: (row, withVectors) => settle(() => openContext(row, withVectors)),
    closeContext: (context) => void contexts.delete(context),
    embed: (texts) => settle(() => encoderOf().embed(texts, never)),
    computeVectors: (onProgress) =>
      settle(() => forwarding(onProgress, (tell) => computeVectors(tell))),
    stopVectors: () => computing?.abort(),
  };
}

function report({ library, encoder }: Opened): SearchReport {
  const reads = encoder !== null && encoder.reader !== null;
  const { library: ref, words = noWords } = library.retriever;
  return { library: ref, words, dense: library.dense(), reads };
}

/** The hash of the weights; for unlisted weights, the model's address. */
function encoderId(encoder: SearchRequest["encoder"]): string {
  const listed = encoder?.model === undefined ? null : weightsId(encoder.model);
  return listed ?? encoder?.modelUrlOrPath ?? "";
}
