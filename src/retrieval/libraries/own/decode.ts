import { AppError } from "../../../log/errors.ts";

const marks = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

/** With a larger share it is not text. */
const mostControls = 0.02;

/**
 * Tries the byte-order mark, the declared encoding, UTF-8, then Windows-1252. Throws
 * `document-damaged`.
 */
export function decodeText(bytes: Uint8Array, declared: string | null = null): string {
  const marked = marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte));
  const text =
    decoded(bytes, marked?.encoding ?? declared ?? "utf-8") ??
    decoded(bytes, "utf-8") ??
    decoded(bytes, "windows-1252") ??
    "";
  if (!isText(text)) throw new AppError("document-damaged", { reason: "not-text" });
  return text;
}

function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // The next encoding is tried.
    return null;
  }
}

function isText(text: string): boolean {
  const controls = text.match(/[^\P{Cc}\s]|\ufffd/gu)?.length ?? 0;
  return controls <= text.length * mostControls;
}
