import { AppError, toAppError } from "../../../log/errors.ts";
import { chunksOf } from "./chunk.ts";
import {
  type CutReason,
  type DocumentKind,
  type DocumentLimits,
  documentLimits,
  type ParsedDocument,
} from "./document.ts";
import { isGzip, kindOf, withoutEnding, withoutZip } from "./kind.ts";
import { parserOf } from "./parse.ts";
import type { DocumentContent, DocumentRecord } from "./record.ts";

export type IntakePhase = "reading" | "parsing" | "cutting" | "keeping";

export interface IntakeProgress {
  phase: IntakePhase;
  /** From 1; null without pages, or not yet known. */
  page: number | null;
  pages: number | null;
}

export interface TakenDocument {
  record: Omit<DocumentRecord, "library" | "addedEpochMs" | "learnt">;
  content: DocumentContent;
}

interface IntakeOptions {
  /** Passages that still fit into the library. */
  room: number;
  characterMap: (file: string) => Promise<Uint8Array>;
  onProgress: (progress: IntakeProgress) => void;
  limits?: DocumentLimits;
}

/** The same bytes are the same document. */
export async function documentId(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Throws `document-too-large`. */
export async function bytesOf(
  file: Pick<Blob, "size" | "arrayBuffer">,
  { maxBytes }: DocumentLimits = documentLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  if (file.size > maxBytes) throw new AppError("document-too-large", { limitBytes: maxBytes });
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    // The file was moved or changed since it was picked.
    throw new AppError("document-damaged", { reason: "unreadable" }, { cause });
  }
}

/** Throws `document-…` codes, or `library-full`. */
export async function takeIn(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  { room, characterMap, onProgress, limits = documentLimits }: IntakeOptions,
): Promise<TakenDocument> {
  if (room <= 0) {
    throw new AppError("library-full", { limitPassages: limits.maxLibraryPassages });
  }
  const plain = isGzip(bytes) ? await unzipped(bytes, limits.maxBytes) : bytes;
  const kind = kindOf(withoutZip(name), plain);
  const title = withoutEnding(name);
  onProgress({ phase: "parsing", page: null, pages: null });
  const parse = await parserOf(kind);
  const parsed = await parse(plain, {
    name: title,
    maxCharacters: limits.maxCharacters,
    characterMap,
    onPage: (page, pages) => onProgress({ phase: "parsing", page, pages }),
  }).catch((thrown: unknown) => {
    throw asRefusal(thrown);
  });
  if (!/[\p{L}\p{N}]/u.test(parsed.text)) throw new AppError("document-empty", { kind });
  onProgress({ phase: "cutting", page: null, pages: null });
  return taken(parsed, {
    id: await documentId(bytes),
    name,
    kind,
    title,
    bytes: bytes.byteLength,
    mostPassages: Math.min(room, limits.maxPassages),
  });
}

interface Of {
  id: string;
  name: string;
  kind: DocumentKind;
  title: string;
  bytes: number;
  mostPassages: number;
}

function taken(parsed: ParsedDocument, of: Of): TakenDocument {
  const { id, name, kind, bytes, mostPassages } = of;
  const all = chunksOf(parsed);
  const chunks = all.slice(0, mostPassages);
  const text = chunks.length < all.length ? parsed.text.slice(0, chunks.at(-1)?.to) : parsed.text;
  const content = { title: parsed.title ?? of.title, text, chunks };
  return {
    record: {
      id,
      name,
      kind,
      bytes,
      keptBytes: new TextEncoder().encode(text).byteLength + chunks.length * placeBytes,
      pages: parsed.pageStarts.length === 0 ? null : parsed.pageStarts.length,
      passages: chunks.length,
      cut: cutOf(parsed, chunks.length < all.length, chunks.length),
      badRows: parsed.badRows,
      badRowCount: parsed.badRowCount,
    },
    content,
  };
}

/** Approximate size of a passage's location. */
const placeBytes = 60;

function cutOf(
  { cut, text }: ParsedDocument,
  tooMany: boolean,
  passages: number,
): { reason: CutReason; kept: number } | null {
  if (tooMany) return { reason: "passages", kept: passages };
  return cut ? { reason: "characters", kept: text.length } : null;
}

/** Unexpected parser errors count as damage. */
function asRefusal(thrown: unknown): AppError {
  const error = toAppError(thrown);
  return error.code === "internal"
    ? new AppError("document-damaged", {}, { cause: thrown })
    : error;
}

async function unzipped(
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > maxBytes) throw new AppError("document-too-large", { limitBytes: maxBytes });
      parts.push(value);
    }
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw new AppError("document-damaged", { reason: "unzip" }, { cause: thrown });
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
