/** What the browser keeps of models, asked when the list is looked at. */
import { useCallback, useEffect, useState } from "react";
import type { CatalogueModel } from "../../engines/catalogue.ts";
import type { ModelStorage } from "../../state/services.ts";
import { useDevice, useRuntime } from "../shared/runtime-context.ts";

export interface Kept {
  /** Models from the hub that are kept whole, by id. */
  stored: ReadonlySet<string>;
  /** Null until the browser has told. */
  room: Awaited<ReturnType<ModelStorage["room"]>> | null;
  removing: string | null;
  remove(model: CatalogueModel): void;
  askToKeep(): Promise<boolean>;
}

export function useKeptModels(models: readonly CatalogueModel[]): Kept {
  const { loaders } = useRuntime();
  const [stored, setStored] = useState<ReadonlySet<string>>(new Set());
  const [room, setRoom] = useState<Kept["room"]>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const hub = models.filter(({ path }) => path === null);
  const ids = hub.map(({ id }) => id).join(" ");
  // Loading or deleting changes what is kept.
  const status = useDevice((state) => state.small.status);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is the same while its ids are
  const look = useCallback(async () => {
    const storage = await loaders.storage();
    setRoom(await storage.room());
    // Asking fetches web-llm; without a graphics processor none of its models is listed.
    setStored(hub.length === 0 ? new Set() : await storage.stored(hub));
  }, [loaders, ids]);

  useEffect(() => {
    if (status !== "loading") void look().catch(() => undefined);
  }, [look, status]);

  async function remove(model: CatalogueModel): Promise<void> {
    setRemoving(model.id);
    try {
      await (await loaders.storage()).remove(model);
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
