/** The text of a file, zipped or not, within limits. Runs in the page, in workers and in Node. */
import { AppError } from "../../../log/errors.ts";
import { importLimits } from "./format.ts";

/** Throws `question-file-too-large` or, when its zip is broken, `question-file-unreadable`. */
export async function textOf(
  blob: Blob,
  maxBytes: number = importLimits.maxBytes,
): Promise<string> {
  const head = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  if (!isGzip && blob.size > maxBytes) throw tooLarge(maxBytes);
  const bytes = blob.stream();
  const plain = isGzip ? bytes.pipeThrough(new DecompressionStream("gzip")) : bytes;
  return decoded(plain.getReader(), new TextDecoder(encodingOf(head)), maxBytes);
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

/** Spreadsheets write "Unicode text" in 16 bits, and mark it. */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

function tooLarge(limitBytes: number): AppError {
  return new AppError("question-file-too-large", { limitBytes });
}
