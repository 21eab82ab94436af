import { AppError } from "../log/errors.ts";
import type { ModelRef } from "../log/types.ts";
import type { ChatPart, ChatRequest, StopSignal } from "../runtime/ports.ts";
import { withCrashDetection } from "./crash-detection.ts";
import type { Device, LoadedModel } from "./engine.ts";

export interface CopySource {
  /** Called again after the copy died. `first` is passed to later copies. Throws AppError. */
  load(signal: AbortSignal, first: LoadedModel | null): Promise<LoadedModel>;
  /** Does nothing if someone else owns the copy. */
  unload(model: LoadedModel): Promise<void>;
}

export type PooledModel = Omit<LoadedModel, "unload">;

interface Copy {
  model: LoadedModel;
  calls: number;
  caller: Caller | null;
  calledAt: number;
}

type Caller = object;

/**
 * Each call goes to the least busy copy, preferably one that its caller used last. A dying copy
 * fails only its own calls.
 */
export class ModelPool {
  readonly #sources: readonly CopySource[];
  readonly #copies: (Copy | null)[];
  #filling: Promise<PooledModel> | null = null;
  #deaths = 0;
  #called = 0;

  constructor(sources: readonly CopySource[]) {
    this.#sources = sources;
    this.#copies = sources.map(() => null);
  }

  get living(): number {
    return this.#copies.filter((copy) => copy !== null).length;
  }

  takeDeath(): boolean {
    const died = this.#deaths > 0;
    this.#deaths = 0;
    return died;
  }

  /**
   * Loads only one on a GPU, which computes one call at a time. Ignores later copies that do not
   * fit; throws what the first one throws.
   */
  fill(signal: AbortSignal): Promise<PooledModel> {
    this.#filling ??= this.#fill(signal).finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  /** A run's calls return to the same copy. Throws `model-not-loaded` if none lives. */
  model(): PooledModel {
    const [first] = this.#alive();
    if (first === undefined) throw new AppError("model-not-loaded");
    const { ref, device } = first.model;
    const caller: Caller = {};
    const ask = (request: ChatRequest, signal: StopSignal) =>
      this.#generate(ref, caller, request, signal);
    return { ref, device, generate: ask };
  }

  async close(): Promise<void> {
    for (const [place, copy] of this.#copies.entries()) {
      this.#copies[place] = null;
      if (copy !== null) await this.#unload(place, copy.model);
    }
  }

  async #fill(signal: AbortSignal): Promise<PooledModel> {
    const first = await this.#loaded(0, signal, null);
    for (let place = 1; place < this.#sources.length; place += 1) {
      if (onGpu(first.device)) break;
      try {
        await this.#loaded(place, signal, first);
      } catch {
        signal.throwIfAborted();
        break;
      }
    }
    return this.model();
  }

  async #loaded(
    place: number,
    signal: AbortSignal,
    first: LoadedModel | null,
  ): Promise<LoadedModel> {
    const there = this.#copies[place];
    if (there != null) return there.model;
    const source = this.#sources[place];
    if (source === undefined) throw new AppError("internal", { message: "a pool of no copies" });
    const loaded = await source.load(signal, first);
    const model = withCrashDetection(loaded, () => {
      if (this.#copies[place]?.model !== model) return;
      this.#copies[place] = null;
      this.#deaths += 1;
      void this.#unload(place, loaded);
    });
    this.#copies[place] = { model, calls: 0, caller: null, calledAt: 0 };
    return model;
  }

  async #unload(place: number, model: LoadedModel): Promise<void> {
    await this.#sources[place]?.unload(model).catch(() => undefined);
  }

  #alive(): Copy[] {
    return this.#copies.filter((copy) => copy !== null);
  }

  async *#generate(
    { model: name }: ModelRef,
    caller: Caller,
    request: ChatRequest,
    signal: StopSignal,
  ): AsyncGenerator<ChatPart, void, undefined> {
    const isOthers = (copy: Copy) => Number(copy.caller !== caller);
    const [copy] = this.#alive().sort(
      (a, b) => a.calls - b.calls || isOthers(a) - isOthers(b) || a.calledAt - b.calledAt,
    );
    if (copy === undefined) throw new AppError("model-not-loaded", { model: name });
    copy.calls += 1;
    copy.caller = caller;
    this.#called += 1;
    copy.calledAt = this.#called;
    try {
      yield* copy.model.generate(request, signal);
    } finally {
      copy.calls -= 1;
    }
  }
}

function onGpu(device: Device): boolean {
  return device === "webgpu";
}
