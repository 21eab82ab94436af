/** The events of a streamed answer, as many as may come, without holding up the page. */
import { createParser } from "eventsource-parser";
import { AppError } from "../../log/errors.ts";
import { yieldToMain } from "../../shared/yield-to-main.ts";
import { boundedText, bytesOf } from "./body.ts";
import type { AnswerLimits } from "./limits.ts";

export interface Reading {
  url: string;
  limits: AnswerLimits;
  /** Called with the size of whatever arrives. */
  onBytes: (count: number) => void;
  /** Called when whole events arrive, which comments are not. */
  onData: () => void;
}

export type Bound = "bytes" | "event" | "events" | "characters";

/** More came than an answer can be. What it cost is unknown: it was written, and is charged. */
export function tooMuch(url: string, bound: Bound, limit: number): AppError {
  return new AppError("remote-answer-too-large", { url, bound, limit });
}

export class AnswerReader {
  /** The server said that nothing more comes. */
  sawDone = false;
  readonly #reading: Reading;

  constructor(reading: Reading) {
    this.#reading = reading;
  }

  /** A server that ignores `stream` answers in one piece. */
  async *whole(response: Response): AsyncGenerator<readonly string[], void, undefined> {
    const { url, limits, onBytes, onData } = this.#reading;
    const { text, whole } = await boundedText(response, limits.pieceBytes, (count) => {
      onBytes(count);
      onData();
    });
    if (!whole) throw tooMuch(url, "event", limits.pieceBytes);
    // Whole JSON is a whole answer, whether or not it says why it ended.
    this.sawDone = true;
    yield [text];
  }

  /** The data of the events, those together that came together. Throws `remote-answer-too-large`. */
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

/** Bytes in, events out. */
class Inbox {
  /** An event was longer than any may be; nothing more is read. */
  overflown = false;
  readonly #decoder = new TextDecoder();
  readonly #parser;
  #arrived: string[] = [];

  constructor(maxBufferSize: number) {
    this.#parser = createParser({
      onEvent: ({ data }) => this.#arrived.push(data),
      // Lines of unknown form are skipped.
      onError: ({ type }) => {
        this.overflown ||= type === "max-buffer-size-exceeded";
      },
      maxBufferSize,
    });
  }

  take(piece: Uint8Array): readonly string[] {
    return this.#feed(this.#decoder.decode(piece, { stream: true }));
  }

  /** Some servers leave out the empty line after the last event. What was cut in the middle is none. */
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

/** After its last event a server ends the connection, which can then be used again. */
const lastWordsMs = 100;

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  // How the connection ends no longer matters: the answer is whole.
  await Promise.race([late, work.catch(() => {})]);
  clearTimeout(timer);
}

/** Half a frame. */
const longestWorkMs = 8;

/** Lets the page do what is due, where much has arrived at once. */
class Pace {
  #sinceMs = performance.now();

  async rest(): Promise<void> {
    if (performance.now() - this.#sinceMs < longestWorkMs) return;
    await yieldToMain();
    this.#sinceMs = performance.now();
  }
}
