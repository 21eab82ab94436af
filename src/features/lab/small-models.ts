/** The small models of a batch that run in this tab. */
import { type CatalogueModel, weightsId } from "../../models/catalogue-model.ts";
import type { LoadedModel, LoadProgress } from "../../models/engine.ts";
import { type CopySource, ModelPool, type PooledModel } from "../../models/model-pool.ts";
import type { ChatModel } from "../../runtime/ports.ts";
import { noProgress } from "../../session/device-store.ts";
import { asShown } from "../../session/loaders.ts";
import { type LabHost, smallModelId, smallModelOf } from "./host.ts";

/** A model, and everything besides its name that determines its output. */
export interface NamedModel {
  model: ChatModel;
  variant: string;
}

/** A copy beside the page's own uses one core: remaining cores serve further copies. */
export const threadsOfCopies = 1;

/** Several copies of each model, including the page's own if it is the same model. */
export class SmallModels {
  readonly #host: LabHost;
  readonly #copies: number;
  readonly #pools = new Map<string, Promise<ModelPool>>();

  constructor(host: LabHost, copies: number) {
    this.#host = host;
    this.#copies = copies;
  }

  /** Loads the missing copies. Throws AppError. */
  async load(id: string, signal: AbortSignal): Promise<NamedModel> {
    const pool = await this.#pool(id);
    return this.#namedAs(id, await pool.fill(signal));
  }

  /** Does not wait for copies that are reloading while others live. */
  async named(id: string, signal: AbortSignal): Promise<NamedModel> {
    const pool = await this.#pool(id);
    return pool.living > 0 ? this.#namedAs(id, pool.model()) : this.load(id, signal);
  }

  /** Whether a copy died since the last call; `load` then reloads it. */
  async takeDeath(): Promise<boolean> {
    const pools = await Promise.all(this.#pools.values());
    return pools.map((pool) => pool.takeDeath()).includes(true);
  }

  /** Frees what the page does not use itself. */
  async close(): Promise<void> {
    const pools = await Promise.all(this.#pools.values());
    this.#pools.clear();
    for (const pool of pools) await pool.close();
  }

  async #namedAs(id: string, model: PooledModel): Promise<NamedModel> {
    const entry = await smallModelOf(this.#host, id);
    return { model, variant: `${weightsId(entry) ?? id} ${model.device}` };
  }

  #pool(id: string): Promise<ModelPool> {
    const held = this.#pools.get(id);
    if (held !== undefined) return held;
    const made = this.#newPool(id);
    this.#pools.set(id, made);
    made.catch(() => this.#pools.delete(id));
    return made;
  }

  async #newPool(id: string): Promise<ModelPool> {
    const { loaders } = this.#host;
    const entry = await smallModelOf(this.#host, id);
    const copy: CopySource = {
      load: (signal, first) => this.#load(entry, signal, first),
      unload: (model) => model.unload(),
    };
    // The page frees its own model, and the loaders notice when it dies.
    const own: CopySource = { load: (signal) => loaders.small(signal), unload: async () => {} };
    const first = id === (await smallModelId(this.#host)) ? own : copy;
    return new ModelPool([first, ...Array.from({ length: this.#copies - 1 }, () => copy)]);
  }

  async #load(
    model: CatalogueModel,
    signal: AbortSignal,
    first: LoadedModel | null,
  ): Promise<LoadedModel> {
    const { services, settings, device: store } = this.#host;
    const { device, threads } = settings.getState().small;
    const like =
      first === null ? { device, threads } : { device: first.device, threads: threadsOfCopies };
    const isKept = store.getState().kept.models.has(model.id);
    const tell = (told: LoadProgress) => {
      if (signal.aborted) return;
      const progress = asShown(told, isKept);
      store.setState({ otherSmall: { status: "loading", title: model.title, progress } });
    };
    tell(noProgress);
    try {
      return await services.loadSmall({ model, ...like, onProgress: tell }, signal);
    } finally {
      store.setState({ otherSmall: { status: "absent" } });
    }
  }
}
