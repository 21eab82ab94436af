/** Length of the end that may be the start of a stop string. */

function heldBack(text: string, stops: readonly string[]): number {
  let longest = 0;
  for (const stop of stops) {
    for (let length = Math.min(stop.length - 1, text.length); length > longest; length--) {
      if (text.endsWith(stop.slice(0, length))) longest = length;
    }
  }
  return longest;
}

export class StopText {
  readonly #stops: readonly string[];
  readonly #emit: (text: string) => void;
  #held = "";
  #text = "";

  constructor(stops: readonly string[], emit: (text: string) => void) {
    this.#stops = stops.filter((stop) => stop.length > 0);
    this.#emit = emit;
  }

  get text(): string {
    return this.#text;
  }

  push(text: string): boolean {
    const pending = this.#held + text;
    const found = this.#stops.map((stop) => pending.indexOf(stop)).filter((index) => index >= 0);
    const stopped = found.length > 0;
    const through = stopped ? Math.min(...found) : pending.length - heldBack(pending, this.#stops);
    this.#held = stopped ? "" : pending.slice(through);
    this.#let(pending.slice(0, through));
    return stopped;
  }

  flush(): void {
    const rest = this.#held;
    this.#held = "";
    this.#let(rest);
  }

  #let(text: string): void {
    if (text.length === 0) return;
    this.#text += text;
    this.#emit(text);
  }
}
