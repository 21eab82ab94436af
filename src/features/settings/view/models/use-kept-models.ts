import { useCallback, useEffect, useState } from "react";
import { useDevice, useRuntime } from "../../../../app/runtime/runtime-context.ts";
import type { CatalogueModel } from "../../../../models/catalogue-model.ts";
import { worksIn } from "../../../../models/engine.ts";
import { engines } from "../../../../models/engines.ts";
import type { ModelStorage } from "../../../../session/services.ts";

export interface Kept {
  /** In bytes, keyed by model id; null until queried. */
  stored: ReadonlyMap<string, number> | null;
  /** Null until the browser has answered. */
  room: Awaited<ReturnType<ModelStorage["room"]>> | null;
  removing: string | null;
  remove(model: CatalogueModel): void;
  askToKeep(): Promise<boolean>;
}

export function useKeptModels(models: readonly CatalogueModel[]): Kept {
  const { loaders } = useRuntime();
  const [stored, setStored] = useState<Kept["stored"]>(null);
  const [room, setRoom] = useState<Kept["room"]>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  // The query loads an engine, which is useless without WebGPU.
  const webgpu = useDevice((state) => state.report?.webgpu.usable === true);
  const candidates = models.filter(({ engine, path }) => {
    const info = engines.find(engine);
    return path !== null || (info !== null && worksIn(info, webgpu));
  });
  const ids = candidates.map(({ id }) => id).join(" ");
  // Loading or deleting changes what is stored.
  const status = useDevice((state) => state.small.status);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is the same while its ids are
  const look = useCallback(async () => {
    const storage = await loaders.storage();
    setRoom(await storage.room());
    setStored(await storage.stored(candidates));
  }, [loaders, ids]);

  useEffect(() => {
    if (status !== "loading") void look().catch(() => undefined);
  }, [look, status]);

  async function remove(model: CatalogueModel): Promise<void> {
    setRemoving(model.id);
    try {
      await loaders.deleteModel(model);
    } finally {
      setRemoving(null);
      await look();
    }
  }

  return {
    stored,
    room,
    removing,
    remove: (model) => void remove(model).catch(() => undefined),
    async askToKeep() {
      const agreed = await (await loaders.storage()).askToKeep();
      await look();
      return agreed;
    },
  };
}
