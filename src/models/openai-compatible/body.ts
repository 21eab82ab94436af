/** Answers of servers: read no further than they may go, and not followed elsewhere. */

/** Longest piece that is handed on: what is done with one must not hold up the page. */
const longestPiece = 16_384;

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

/** Pieces of a body as they come, none long. Whoever leaves early closes the connection. */
export async function* bytesOf(
  response: Response,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader: Reader | undefined = response.body?.getReader();
  if (reader === undefined) return;
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      onBytes(value.byteLength);
      for (let at = 0; at < value.byteLength; at += longestPiece) {
        yield value.subarray(at, at + longestPiece);
      }
    }
    ended = true;
  } finally {
    // Not awaited: a connection that hangs would hang this too.
    if (!ended) reader.cancel().catch(() => {});
  }
}

export interface BoundedText {
  text: string;
  /** False when there was more than `limit`: the rest was not read. */
  whole: boolean;
}

/** The body as text, at most `limit` bytes of it and the piece that went past them. */
export async function boundedText(
  response: Response,
  limit: number,
  onBytes: (count: number) => void = () => {},
): Promise<BoundedText> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  for await (const piece of bytesOf(response, onBytes)) {
    size += piece.byteLength;
    if (size > limit) return { text: parts.join(""), whole: false };
    parts.push(decoder.decode(piece, { stream: true }));
  }
  return { text: parts.join("") + decoder.decode(), whole: true };
}

/** Words and keys go nowhere but to the address that was entered. A browser does not tell the status. */
export function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}
