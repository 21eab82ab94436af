import { AppError, toAppError } from "../../../log/errors.ts";
import {
  forwarding,
  type RemoteCallback,
  type Settled,
  settle,
} from "../../../shared/rpc/bridge.ts";
import { documentLimits } from "./document.ts";
import { bytesOf, documentId, type IntakeProgress, takeIn } from "./intake.ts";
import type { DocumentRecord } from "./record.ts";
import type { LibraryStore } from "./storage.ts";

export interface AddRequest {
  library: string;
  file: File;
  nowEpochMs: number;
}

export interface AddOutcome {
  record: DocumentRecord;
  /** The document existed already; nothing was changed. */
  same: boolean;
}

export interface DocumentsWorker {
  add(
    request: AddRequest,
    onProgress: RemoteCallback<IntakeProgress>,
  ): Promise<Settled<AddOutcome>>;
}

interface WorkerParts {
  store: LibraryStore;
  /** Reads a character map of PDF.js. */
  characterMap: (file: string) => Promise<Uint8Array>;
}

export function createDocumentsWorker({ store, characterMap }: WorkerParts): DocumentsWorker {
  async function add(
    { library, file, nowEpochMs }: AddRequest,
    onProgress: (progress: IntakeProgress) => void,
  ): Promise<AddOutcome> {
    onProgress({ phase: "reading", page: null, pages: null });
    const bytes = await bytesOf(file);
    const id = await documentId(bytes);
    const there = await store.documents(library);
    const same = there.find((record) => record.id === id);
    if (same !== undefined) return { record: same, same: true };
    // The new file replaces one of the same name.
    const otherFiles = there.filter(({ name }) => name !== file.name);
    const passages = otherFiles.reduce((sum, record) => sum + record.passages, 0);
    const { record, content } = await takeIn(file.name, bytes, {
      room: documentLimits.maxLibraryPassages - passages,
      characterMap,
      onProgress,
    });
    onProgress({ phase: "keeping", page: null, pages: null });
    const whole = { ...record, library, addedEpochMs: nowEpochMs, learnt: null };
    await store.add(whole, content);
    return { record: whole, same: false };
  }

  return {
    add: (request, onProgress) =>
      settle(() =>
        forwarding(onProgress, (tell) => add(request, tell)).catch((thrown: unknown) => {
          throw named(thrown, request.file.name);
        }),
      ),
  };
}

function named(thrown: unknown, file: string): AppError {
  const { code, params, retryable } = toAppError(thrown);
  return new AppError(code, { ...params, file }, { retryable, cause: thrown });
}
