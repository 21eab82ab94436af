import { AppError } from "../../log/errors.ts";
import type { PassageReader, PassageReading, StopSignal } from "../../runtime/ports.ts";
import { type Settled, settle } from "../../shared/rpc/bridge.ts";

export interface ReaderCalls {
  read(question: string, passages: readonly string[]): Promise<Settled<readonly PassageReading[]>>;
  known(question: string, answer: string, logprob: number | null): Promise<Settled<number>>;
  stopReading(): void;
}

/** `current` throws without an encoder; null means one without heads. */
export function readerCalls(current: () => PassageReader | null): ReaderCalls {
  const running = new Set<AbortController>();
  const work = <T>(ask: (reader: PassageReader, signal: AbortSignal) => Promise<T>) =>
    settle(async () => {
      const reader = current();
      if (reader === null) throw new AppError("model-not-loaded", { cause: "no-heads" });
      const controller = new AbortController();
      running.add(controller);
      try {
        return await ask(reader, controller.signal);
      } finally {
        running.delete(controller);
      }
    });
  return {
    read: (question, passages) => work((reader, signal) => reader.read(question, passages, signal)),
    known: (question, answer, logprob) =>
      work((reader, signal) => reader.known(question, answer, signal, logprob)),
    stopReading: () => {
      for (const controller of running) controller.abort();
    },
  };
}

export interface RemoteReader {
  read(question: string, passages: readonly string[]): Promise<Settled<readonly PassageReading[]>>;
  known(question: string, answer: string, logprob: number | null): Promise<Settled<number>>;
  stopReading(): Promise<void>;
}

/** `call` fails when the worker ends; see `WorkerLink`. */
export function bridgedReader(
  remote: RemoteReader,
  call: <T>(work: () => Promise<Settled<T>>) => Promise<T>,
): PassageReader {
  const until = <T>(signal: StopSignal, work: () => Promise<Settled<T>>): Promise<T> => {
    const stopped = () => new AppError("stopped", {}, { cause: signal.reason });
    if (signal.aborted) return Promise.reject(stopped());
    return new Promise((resolve, reject) => {
      const stop = () => {
        reject(stopped());
        remote.stopReading().catch(() => undefined);
      };
      signal.addEventListener("abort", stop);
      call(work)
        .then(resolve, reject)
        .finally(() => signal.removeEventListener("abort", stop));
    });
  };
  const read: PassageReader["read"] = (question, passages, signal) =>
    until(signal, () => remote.read(question, [...passages]));
  return {
    read,
    async relevance(question, passages, signal) {
      return (await read(question, passages, signal)).map(({ relevance }) => relevance);
    },
    known: (question, answer, signal, logprob) =>
      until(signal, () => remote.known(question, answer, logprob)),
  };
}
