/** Reads a file, zipped or not, within limits, in the page, workers and Node. */
import { AppError } from "../../../log/errors.ts";
import { importLimits } from "./format.ts";

/** Throws `question-file-too-large` or, if its zip is broken, `question-file-unreadable`. */
export async function textOf(
  blob: Blob,
  maxBytes: number = importLimits.maxBytes,
): Promise<string> {
  const head = await headOf(blob);
  if (!isGzip(head) && blob.size > maxBytes) throw tooLarge(maxBytes);
  const plain = await unzipped(blob);
  return decoded(plain.getReader(), new TextDecoder(encodingOf(head)), maxBytes);
}

export async function unzipped(blob: Blob): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const bytes = blob.stream();
  return isGzip(await headOf(blob)) ? bytes.pipeThrough(new DecompressionStream("gzip")) : bytes;
}

async function headOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.slice(0, 2).arrayBuffer());
}

function isGzip([first, second]: Uint8Array): boolean {
  return first === 0x1f && second === 0x8b;
}

async function decoded(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  decoder: TextDecoder,
  maxBytes: number,
): Promise<string> {
  const parts: string[] = [];
  let read = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      read += value.byteLength;
      if (read > maxBytes) throw tooLarge(maxBytes);
      parts.push(decoder.decode(value, { stream: true }));
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError("question-file-unreadable", {}, { cause });
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  return parts.join("") + decoder.decode();
}

/** Spreadsheets write "Unicode text" as UTF-16 with a byte order mark. */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function tooLarge(limitBytes: number): AppError {
  return new AppError("question-file-too-large", { limitBytes });
}
