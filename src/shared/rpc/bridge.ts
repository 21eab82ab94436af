/** Adds to Comlink: errors as data, streams that end after their last piece, and dead workers. */
import * as Comlink from "comlink";
import { AppError, type ErrorData, toAppError } from "../../log/errors.ts";
import type { StopSignal } from "../../runtime/ports.ts";
import { onWorkerDeath } from "./worker-liveness.ts";

/** An Error would lose its class and fields in transit. */
export type Settled<T> = { ok: true; value: T } | { ok: false; error: ErrorData };

export async function settle<T>(work: () => T | Promise<T>): Promise<Settled<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    return { ok: false, error: toAppError(thrown).toData() };
  }
}

export function revive<T>(settled: Settled<T>): T {
  if (settled.ok) return settled.value;
  throw toAppError(settled.error);
}

/** The promise resolves when the callback has run. */
export type RemoteCallback<T> = (value: T) => unknown;

/** Values and outcome use different ports, so `flush` must precede the outcome. */
export class Forwarder<T> {
  readonly #callback: RemoteCallback<T>;
  #last: unknown;

  constructor(callback: RemoteCallback<T>) {
    this.#callback = callback;
  }

  send(value: T): void {
    this.#last = this.#callback(value);
  }

  async flush(): Promise<void> {
    await this.#last;
    const release: unknown = Reflect.get(this.#callback, Comlink.releaseProxy);
    if (typeof release === "function") release();
  }
}

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

export interface WorkerLike extends Comlink.Endpoint {
  terminate(): void;
}

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
    // The lock must not keep an unreferenced link alive.
    const link = new WeakRef(this);
    this.#stopWatching = onWorkerDeath(worker, () => link.deref()?.end(killed()));
  }

  readonly #died: (event: Event) => void = (event) => {
    // Otherwise the page would report the worker's death as its own error.
    event.preventDefault();
    this.end(killed(event));
  };

  get ended(): AppError | null {
    return this.#ended;
  }

  async call<T>(call: () => Promise<Settled<T>>): Promise<T> {
    if (this.#ended !== null) throw this.#ended;
    const outcome = await Promise.race([call(), this.#whenEnded]);
    if (outcome instanceof AppError) throw outcome;
    return revive(outcome);
  }

  /** If the work fails or is stopped, the worker ends. */
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

  end(error: AppError): void {
    if (this.#ended !== null) return;
    this.#ended = error;
    this.#end(error);
    this.#worker.terminate();
    // Comlink holds the worker while `remote` is reachable, so a worker that reaches this link
    // would leak.
    this.#worker.removeEventListener("error", this.#died);
    this.#stopWatching();
  }
}
