/**
 * Calls between page and workers. Comlink carries the calls; this adds what it lacks:
 * errors as data, streams that end after their last piece, and workers that die.
 */
import * as Comlink from "comlink";
import { AppError, type ErrorData, toAppError } from "../../log/errors.ts";
import type { StopSignal } from "../../runtime/ports.ts";
import { onWorkerDeath } from "./worker-liveness.ts";

/** The outcome of a call, as data: an Error would lose its class and fields on the way. */
export type Settled<T> = { ok: true; value: T } | { ok: false; error: ErrorData };

/** Worker side: runs the work and returns its outcome as data. */
export async function settle<T>(work: () => T | Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    return { ok: false, error: toAppError(thrown).toData() };
  }
}

/** Page side: the value, or the error brought back to life. */
export function revive<T>(settled: Settled<T>): T {
  if (settled.ok) return settled.value;
  throw toAppError(settled.error);
}

/** A callback that may live on the other side of the bridge; it answers when it has run. */
export type RemoteCallback<T> = (value: T) => unknown;

/**
 * Worker side of a stream: forwards values to a callback of the page. Values and the
 * call's own outcome travel by different ports, so `flush` must come before the outcome.
 */
export class Forwarder<T> {
  readonly #callback: RemoteCallback<T>;
  #last: unknown;

  constructor(callback: RemoteCallback<T>) {
    this.#callback = callback;
  }

  send(value: T): void {
    this.#last = this.#callback(value);
  }

  /** Resolves when the page has had every value; the callback is then let go. */
  async flush(): Promise<void> {
    await this.#last;
    const release: unknown = Reflect.get(this.#callback, Comlink.releaseProxy);
    if (typeof release === "function") release();
  }
}

/** Worker side: runs work that reports; its reports arrive before its outcome. */
export async function forwarding<P, T>(
  callback: RemoteCallback<P>,
  work: (tell: (value: P) => void) => T | Promise<T>,
): Promise<T> {
  const forwarder = new Forwarder(callback);
  try {
    return await work((value) => forwarder.send(value));
  } finally {
    await forwarder.flush();
  }
}

function killed(cause?: Event): AppError {
  return new AppError("worker-killed", {}, { retryable: true, cause });
}

/** The part of a `Worker` the bridge uses. */
export interface WorkerLike extends Comlink.Endpoint {
  terminate(): void;
}

/** Page side: one worker, and the fate of the calls it has not answered. */
export class WorkerLink<Api> {
  readonly remote: Comlink.Remote<Api>;
  readonly #worker: WorkerLike;
  #ended: AppError | null = null;
  #end: (error: AppError) => void = () => {};
  readonly #whenEnded: Promise<AppError>;
  readonly #stopWatching: () => void;

  constructor(worker: WorkerLike) {
    this.#worker = worker;
    this.remote = Comlink.wrap<Api>(worker);
    this.#whenEnded = new Promise((resolve) => {
      this.#end = resolve;
    });
    worker.addEventListener("error", this.#died);
    // The lock must not keep a link that nobody else holds.
    const link = new WeakRef(this);
    this.#stopWatching = onWorkerDeath(worker, () => link.deref()?.end(killed()));
  }

  readonly #died: (event: Event) => void = (event) => {
    // Without this the page would report the worker's death as an error of its own.
    event.preventDefault();
    this.end(killed(event));
  };

  /** Why the worker can take no more calls; null while it can. */
  get ended(): AppError | null {
    return this.#ended;
  }

  /** Waits for a call's outcome, or for the end of the worker, which never answers. */
  async call<T>(call: () => Promise<Settled<T>>): Promise<T> {
    if (this.#ended !== null) throw this.#ended;
    const outcome = await Promise.race([call(), this.#whenEnded]);
    if (outcome instanceof AppError) throw outcome;
    return revive(outcome);
  }

  /** The worker's first work, which makes it useful: if it fails or is stopped, the worker ends. */
  async begin<T>(signal: StopSignal, work: () => Promise<T>): Promise<T> {
    const cancel = () => this.end(new AppError("stopped"));
    signal.addEventListener("abort", cancel);
    if (signal.aborted) cancel();
    try {
      return await work();
    } catch (thrown) {
      const error = toAppError(thrown);
      this.end(error);
      throw error;
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  }

  /** Ends the worker at once; pending and later calls fail with the error. */
  end(error: AppError): void {
    if (this.#ended !== null) return;
    this.#ended = error;
    this.#end(error);
    this.#worker.terminate();
    // Comlink holds the worker as long as `remote` is reachable: a worker that reaches this link,
    // which reaches `remote`, would never be freed, nor what its callers hold.
    this.#worker.removeEventListener("error", this.#died);
    this.#stopWatching();
  }
}
