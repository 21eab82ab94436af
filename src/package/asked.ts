/** A question that is being answered: its events as they come, and its result. */
import type { RunEvent } from "../log/events.ts";
import { type Result, resultOf } from "./result.ts";

/**
 * Starts when it is first iterated or awaited, and runs once, however often that is done. Leaving a
 * loop before its end stops the run, unless it is awaited as well.
 */
export class Asked implements AsyncIterable<RunEvent>, PromiseLike<Result> {
  readonly #log: RunEvent[] = [];
  readonly #run: AsyncGenerator<RunEvent, void, undefined>;
  readonly #stop: () => void;
  #next: Promise<boolean> | null = null;
  #result: Promise<Result> | null = null;

  constructor(run: AsyncGenerator<RunEvent, void, undefined>, stop: () => void) {
    this.#run = run;
    this.#stop = stop;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent, void, undefined> {
    let ended = false;
    try {
      for (let place = 0; ; place += 1) {
        while (!ended && place >= this.#log.length) ended = !(await this.#more());
        const event = this.#log[place];
        if (event === undefined) return;
        yield event;
      }
    } finally {
      if (!ended && this.#result === null) {
        this.#stop();
        void this.#whole();
      }
    }
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` gives the result of the run.
  then<A = Result, B = never>(
    onResult?: ((result: Result) => A | PromiseLike<A>) | null,
    onError?: ((thrown: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#whole().then(onResult, onError);
  }

  #whole(): Promise<Result> {
    this.#result ??= this.#rest();
    return this.#result;
  }

  async #rest(): Promise<Result> {
    while (await this.#more());
    return resultOf(this.#log);
  }

  /** Shared by all who wait for the next event. */
  #more(): Promise<boolean> {
    this.#next ??= this.#run.next().then(({ done, value }) => {
      this.#next = null;
      if (done !== true && value !== undefined) this.#log.push(value);
      return done !== true;
    });
    return this.#next;
  }
}
