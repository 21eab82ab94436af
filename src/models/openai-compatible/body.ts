/** In bytes, few enough that one piece does not block the page. */
const longestPiece = 16_384;

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

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
    // Not awaited, since a hanging connection would block here, too.
    if (!ended) reader.cancel().catch(() => {});
  }
}

export interface BoundedText {
  text: string;
  /** False if the body exceeded `limit`; the rest was not read. */
  whole: boolean;
}

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

/** Prompts and keys go only to the address entered. Browsers hide a redirect's status. */
export function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}
