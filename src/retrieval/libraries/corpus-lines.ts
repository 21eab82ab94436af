import { AppError } from "../../log/errors.ts";

interface LineLimits {
  /** Decompressed; more is `corpus-too-large`. */
  maxBytes: number;
  /** In characters; a longer line becomes null. */
  maxLineLength: number;
  /** A longer line throws `corpus-line-invalid`; for streams that `maxBytes` does not bound. */
  endlessLength?: number;
}

interface NumberedLine {
  /** From 1. */
  number: number;
  line: string | null;
}

/** `onBytes` reports decompressed bytes. */
export async function* linesOf(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  limits: LineLimits,
  onBytes: (bytes: number) => void,
): AsyncGenerator<NumberedLine> {
  const decoder = new TextDecoder();
  const splitter = new LineSplitter(limits);
  let read = 0;
  for await (const chunk of chunksOf(await unzipped(bytes))) {
    read += chunk.byteLength;
    if (read > limits.maxBytes) {
      throw new AppError("corpus-too-large", { limitBytes: limits.maxBytes });
    }
    onBytes(read);
    yield* splitter.push(decoder.decode(chunk, { stream: true }));
  }
  yield* splitter.push(`${decoder.decode()}\n`);
}

/** Detects gzip by the first bytes, not by name. */
async function unzipped(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<ReadableStream<Uint8Array>> {
  const [peek, whole] = bytes.tee();
  const reader = peek.getReader();
  const { value } = await reader.read();
  // Cancelling one branch of a tee completes only when the other has ended.
  void reader.cancel().catch(() => undefined);
  const isGzip = value?.[0] === 0x1f && value[1] === 0x8b;
  return isGzip ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}

/** Some browsers cannot iterate a stream directly. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    // Only decompression can fail in a local file; line 0 is the whole file.
    throw new AppError("corpus-line-invalid", { line: 0, reason: "unreadable" }, { cause });
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

class LineSplitter {
  readonly #maxLength: number;
  readonly #endlessLength: number;
  /** Joined only at the line's end. */
  #pieces: string[] = [];
  #length = 0;
  #number = 0;

  constructor({
    maxLineLength,
    endlessLength = Number.POSITIVE_INFINITY,
  }: Pick<LineLimits, "maxLineLength" | "endlessLength">) {
    this.#maxLength = maxLineLength;
    this.#endlessLength = endlessLength;
  }

  *push(text: string): Generator<NumberedLine> {
    const [first = "", ...others] = text.split("\n");
    this.#take(first);
    for (const next of others) {
      this.#number += 1;
      const whole = this.#length <= this.#maxLength;
      yield { number: this.#number, line: whole ? this.#pieces.join("") : null };
      this.#pieces = [];
      this.#length = 0;
      this.#take(next);
    }
  }

  #take(piece: string): void {
    this.#length += piece.length;
    if (this.#length <= this.#maxLength) this.#pieces.push(piece);
    else this.#pieces = [];
    if (this.#length > this.#endlessLength) {
      const line = this.#number + 1;
      throw new AppError("corpus-line-invalid", { line, reason: "line-too-long" });
    }
  }
}
