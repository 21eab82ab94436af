import { createParser } from "eventsource-parser";
import { AppError } from "../../log/errors.ts";
import { yieldToMain } from "../../shared/yield-to-main.ts";
import { boundedText, bytesOf } from "./body.ts";
import type { AnswerLimits } from "./limits.ts";

export interface Reading {
  url: string;
  limits: AnswerLimits;
  onBytes: (count: number) => void;
  /** Not called for comments. */
  onData: () => void;
}

export type Bound = "bytes" | "event" | "events" | "characters";

/** The cost is unknown: the answer was generated and is charged. */
export function tooMuch(url: string, bound: Bound, limit: number): AppError {
  return new AppError("remote-answer-too-large", { url, bound, limit });
}

export class AnswerReader {
  sawDone = false;
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** For a server that ignores `stream`. */
  async *whole(response: Response): AsyncGenerator<readonly string[], void, undefined> {
    const { url, limits, onBytes, onData } = this.#reading;
    const { text, whole } = await boundedText(response, limits.pieceBytes, (count) => {
      onBytes(count);
      onData();
    });
    if (!whole) throw tooMuch(url, "event", limits.pieceBytes);
    // Complete JSON needs no finish reason.
    this.sawDone = true;
    yield [text];
  }

  /** Throws `remote-answer-too-large`. */
  async *events(response: Response): AsyncGenerator<readonly string[], void, undefined> {
    const { url, limits, onBytes, onData } = this.#reading;
    const inbox = new Inbox(limits.pieceBytes);
    const pace = new Pace();
    let bytes = 0;
    let events = 0;
    const pieces = bytesOf(response, onBytes);
    for await (const piece of pieces) {
      const batch = inbox.take(piece);
      bytes += piece.byteLength;
      events += batch.length;
      if (batch.length > 0) onData();
      if (batch.length > 0) yield this.#untilDone(batch);
      if (this.sawDone) return await atMost(lastWordsMs, pieces.next());
      if (inbox.overflown) throw tooMuch(url, "event", limits.pieceBytes);
      if (bytes > limits.bytes) throw tooMuch(url, "bytes", limits.bytes);
      if (events > limits.events) throw tooMuch(url, "events", limits.events);
      await pace.rest();
    }
    const last = this.#untilDone(inbox.rest());
    if (last.length > 0) yield last;
  }

  #untilDone(batch: readonly string[]): readonly string[] {
    const at = batch.findIndex((data) => data.startsWith("[DONE]"));
    if (at < 0) return batch;
    this.sawDone = true;
    return batch.slice(0, at);
  }
}

class Inbox {
  overflown = false;
  readonly #decoder = new TextDecoder();
  readonly #parser;
  #arrived: string[] = [];

  constructor(maxBufferSize: number) {
    this.#parser = createParser({
      onEvent: ({ data }) => this.#arrived.push(data),
      onError: ({ type }) => {
        this.overflown ||= type === "max-buffer-size-exceeded";
      },
      maxBufferSize,
    });
  }

  take(piece: Uint8Array): readonly string[] {
    return this.#feed(this.#decoder.decode(piece, { stream: true }));
  }

  /** Some servers omit the last blank line. Events cut in the middle are dropped. */
  rest(): readonly string[] {
    return this.#feed(`${this.#decoder.decode()}\n\n`).filter(
      (data) => data.startsWith("[DONE]") || isJson(data),
    );
  }

  #feed(text: string): readonly string[] {
    if (!this.overflown) this.#parser.feed(text);
    const arrived = this.#arrived;
    this.#arrived = [];
    return arrived;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Lets the server end the connection, so that it can be reused. */
const lastWordsMs = 100;

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  // How the connection ends no longer matters.
  await Promise.race([late, work.catch(() => {})]);
  clearTimeout(timer);
}

/** Half a frame. */
const longestWorkMs = 8;

class Pace {
  #sinceMs = performance.now();

  async rest(): Promise<void> {
    if (performance.now() - this.#sinceMs < longestWorkMs) return;
    await yieldToMain();
    this.#sinceMs = performance.now();
  }
}
