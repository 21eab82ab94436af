/** Several copies of one model, each in a worker of its own, as one model. */
import { AppError } from "../log/errors.ts";
import type { ModelRef } from "../log/types.ts";
import type { ChatPart, ChatRequest, StopSignal } from "../runtime/ports.ts";
import { withCrashDetection } from "./crash-detection.ts";
import type { Device, LoadedModel } from "./engine.ts";

/** Where one copy comes from. */
export interface CopySource {
  /** Called again after the copy died. `first`: the first copy, for the others. Throws AppError. */
  load(signal: AbortSignal, first: LoadedModel | null): Promise<LoadedModel>;
  /** Frees the copy, unless that is somebody else's. */
  unload(model: LoadedModel): Promise<void>;
}

export type PooledModel = Omit<LoadedModel, "unload">;

interface Copy {
  model: LoadedModel;
  calls: number;
  /** Who called it last: it keeps the beginning of what was read for them. */
  caller: Caller | null;
  /** When it was called last, counted in calls of the pool. */
  calledAt: number;
}

/** Those that ask through one `model()`. */
type Caller = object;

/**
 * Each call goes to the copy that has the fewest, of those to the one that its caller called last; a
 * copy that dies takes its own calls with it, and the others go on. Nothing is loaded before `fill`.
 */
export class ModelPool {
  readonly #sources: readonly CopySource[];
  /** One for each source; null while it is not loaded. */
  readonly #copies: (Copy | null)[];
  #filling: Promise<PooledModel> | null = null;
  #deaths = 0;
  #called = 0;

  /** At least one source; the first is the one that must load. */
  constructor(sources: readonly CopySource[]) {
    this.#sources = sources;
    this.#copies = sources.map(() => null);
  }

  /** Copies that live. */
  get living(): number {
    return this.#copies.filter((copy) => copy !== null).length;
  }

  /** Whether a copy died since this was asked last. */
  takeDeath(): boolean {
    const died = this.#deaths > 0;
    this.#deaths = 0;
    return died;
  }

  /**
   * Loads the copies that are missing, one after the other. On a GPU, which computes one call at a
   * time, the first is the only one. One more than the first that has no room is done without.
   * Throws what loading the first throws.
   */
  fill(signal: AbortSignal): Promise<PooledModel> {
    this.#filling ??= this.#fill(signal).finally(() => {
      this.#filling = null;
    });
    return this.#filling;
  }

  /** The pool as one model, for one run: its calls come back to one copy. Throws `model-not-loaded` where no copy lives. */
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
