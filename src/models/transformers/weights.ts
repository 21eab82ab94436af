import { AppError } from "../../log/errors.ts";
import { release, releaseReceived } from "../../shared/release.ts";
import type { Device } from "../engine.ts";

export interface WeightsFile {
  path: string;
  data: Uint8Array<ArrayBuffer>;
}

const pieceBytes = 2 ** 20;

interface Piece {
  bytes: Uint8Array<ArrayBuffer>;
  /** Bytes that the runtime has not copied yet. */
  left: number;
}

/**
 * A file that shrinks while onnxruntime copies it: it takes each tensor's bytes once, by
 * `subarray`. Otherwise file and copy would be in memory together.
 */
class ShrinkingFile extends Uint8Array<ArrayBuffer> {
  readonly #length: number;
  readonly #pieces: (Piece | null)[] = [];
  #copied: Uint8Array<ArrayBuffer> | null = null;

  /** Leaves `whole` empty. */
  constructor(whole: Uint8Array<ArrayBuffer>) {
    super(new ArrayBuffer(0));
    this.#length = whole.length;
    for (let at = 0; at < whole.length; at += pieceBytes) {
      const bytes = whole.slice(at, at + pieceBytes);
      this.#pieces.push({ bytes, left: bytes.length });
    }
    releaseReceived(whole);
  }

  override get byteLength(): number {
    return this.#length;
  }

  override subarray(begin = 0, end = this.#length): Uint8Array<ArrayBuffer> {
    if (this.#copied !== null) release(this.#copied);
    const tensor = new Uint8Array(end - begin);
    for (let at = begin; at < end; ) {
      const index = Math.floor(at / pieceBytes);
      const piece = this.#pieces[index];
      if (!piece) throw new AppError("internal", { message: "weights were read twice" });
      const from = at - index * pieceBytes;
      const part = piece.bytes.subarray(from, from + end - at);
      tensor.set(part, at - begin);
      at += part.length;
      piece.left -= part.length;
      if (piece.left > 0) continue;
      release(piece.bytes);
      this.#pieces[index] = null;
    }
    this.#copied = tensor;
    return tensor;
  }
}

/**
 * Session options with the files, past the library, which would copy them again. On WebAssembly
 * they are empty afterwards; for a GPU the runtime reads some bytes twice.
 */
export function withWeights<T extends object>(
  session: T,
  weights: readonly WeightsFile[],
  device: Device,
) {
  const once = device === "wasm";
  const externalData = weights.map(({ path, data }) => {
    return { path, data: once ? new ShrinkingFile(data) : data };
  });
  return { use_external_data_format: false, session_options: { ...session, externalData } };
}
