/**
 * Questions side by side share the encoder and model copies. A run's clock stops while it waits its
 * turn.
 */
import { AppError } from "../../log/errors.ts";
import { Queue } from "../../models/queue.ts";
import { unstartedEnd } from "../../models/queued-model.ts";
import type {
  ChatModel,
  Clock,
  Embedder,
  PassageReader,
  Retriever,
  StopSignal,
} from "../../runtime/ports.ts";

export class Turns {
  readonly #clock: Clock;
  readonly #encoder: Queue;
  readonly #models = new Map<string, Queue>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#encoder = new Queue(() => clock.nowMs());
  }

  modelLine(id: string, copies: number): Queue {
    const known = this.#models.get(id);
    if (known !== undefined) return known;
    const line = new Queue(() => this.#clock.nowMs(), copies);
    this.#models.set(id, line);
    return line;
  }

  ofRun(): RunTurns {
    return new RunTurns(this.#clock, this.#encoder);
  }
}

export class RunTurns {
  readonly clock: Clock;
  readonly #encoder: Queue;
  readonly #wallMs: () => number;
  #waitedMs = 0;
  #waitsSinceMs: number | null = null;

  constructor(clock: Clock, encoder: Queue) {
    this.#encoder = encoder;
    this.#wallMs = () => clock.nowMs();
    this.clock = {
      nowMs: () => (this.#waitsSinceMs ?? clock.nowMs()) - this.#waitedMs,
      epochMs: () => clock.epochMs(),
    };
  }

  model(model: ChatModel, line: Queue): ChatModel {
    const enter = (signal: StopSignal) => this.#enter(line, signal);
    return {
      ref: model.ref,
      async *generate(request, signal) {
        const done = await enter(signal);
        if (done === null) return yield unstartedEnd(0);
        try {
          yield* model.generate(request, signal);
        } finally {
          done();
        }
      },
    };
  }

  embedder(embedder: Embedder): Embedder {
    return {
      embed: (texts, signal) => this.#inTurn(signal, () => embedder.embed(texts, signal)),
    };
  }

  reader(reader: PassageReader): PassageReader {
    return {
      read: (question, passages, signal) =>
        this.#inTurn(signal, () => reader.read(question, passages, signal)),
      relevance: (question, passages, signal) =>
        this.#inTurn(signal, () => reader.relevance(question, passages, signal)),
      known: (question, answer, signal, logprob) =>
        this.#inTurn(signal, () => reader.known(question, answer, signal, logprob)),
    };
  }

  /** A search embeds its query in the encoder's worker. */
  retriever(retriever: Retriever): Retriever {
    const { library, words } = retriever;
    return {
      library,
      ...(words === undefined ? {} : { words }),
      retrieve: (query, signal) => this.#inTurn(signal, () => retriever.retrieve(query, signal)),
      passage: (id) => retriever.passage(id),
    };
  }

  async #inTurn<T>(signal: StopSignal, work: () => Promise<T>): Promise<T> {
    const done = await this.#enter(this.#encoder, signal);
    if (done === null) throw new AppError("stopped");
    try {
      return await work();
    } finally {
      done();
    }
  }

  async #enter(line: Queue, signal: StopSignal): Promise<(() => void) | null> {
    this.#waitsSinceMs = this.#wallMs();
    const turn = await line.enter(signal);
    this.#waitedMs += this.#wallMs() - this.#waitsSinceMs;
    this.#waitsSinceMs = null;
    return turn.left ? null : turn.done;
  }
}
