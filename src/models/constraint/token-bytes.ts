const encoder = new TextEncoder();

/** GPT-2's alphabet: printable bytes keep their code point, the others move to U+0100 and up. */
function byteLevelAlphabet(): Map<string, number> {
  const alphabet = new Map<string, number>();
  let moved = 0x100;
  for (let byte = 0; byte < 256; byte++) {
    const prints =
      (byte >= 0x21 && byte <= 0x7e) ||
      (byte >= 0xa1 && byte <= 0xac) ||
      (byte >= 0xae && byte <= 0xff);
    alphabet.set(String.fromCodePoint(prints ? byte : moved++), byte);
  }
  return alphabet;
}

function byteLevelBytes(token: string, alphabet: ReadonlyMap<string, number>): Uint8Array {
  const bytes: number[] = [];
  for (const character of token) {
    const byte = alphabet.get(character);
    if (byte === undefined) return encoder.encode(token);
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

function sentencePieceBytes(token: string): Uint8Array {
  const single = /^<0x([0-9A-Fa-f]{2})>$/.exec(token);
  if (single?.[1] !== undefined) return Uint8Array.of(Number.parseInt(single[1], 16));
  return encoder.encode(token.replaceAll("\u2581", " "));
}

type Spelling = "byte-level" | "sentence-piece" | "plain";

function spellingOf(vocabulary: ReadonlyMap<string, number>): Spelling {
  let spelling: Spelling = "plain";
  for (const token of vocabulary.keys()) {
    // U+0120 is the byte-level space, U+2581 SentencePiece's.
    if (token.startsWith("\u0120")) return "byte-level";
    if (token.startsWith("\u2581")) spelling = "sentence-piece";
  }
  return spelling;
}

/**
 * Indexed by token id; `null` for special tokens and gaps. Has at least `size` entries, since a
 * model's head may be padded.
 */
export function tokenBytes(
  vocabulary: ReadonlyMap<string, number>,
  specialIds: ReadonlySet<number>,
  size = 0,
): (Uint8Array | null)[] {
  const spelling = spellingOf(vocabulary);
  const alphabet = byteLevelAlphabet();
  const bytes: (Uint8Array | null)[] = [];
  for (const [token, id] of vocabulary) {
    while (bytes.length <= id) bytes.push(null);
    if (specialIds.has(id) || token.length === 0) continue;
    if (spelling === "byte-level") bytes[id] = byteLevelBytes(token, alphabet);
    else if (spelling === "sentence-piece") bytes[id] = sentencePieceBytes(token);
    else bytes[id] = encoder.encode(token);
  }
  while (bytes.length < size) bytes.push(null);
  return bytes;
}
