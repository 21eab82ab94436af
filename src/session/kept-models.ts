import {
  browserCaches,
  type CachedFiles,
  cachedBytes,
  removeCached,
} from "../models/cached-files.ts";
import type { Catalogue } from "../models/catalogue.ts";
import { type CatalogueModel, fetchedPath } from "../models/catalogue-model.ts";
import type { EngineStorage } from "../models/engine.ts";
import { engines } from "../models/engines.ts";
import { byPath } from "../shared/by-path.ts";
import { noneKept } from "./device-store.ts";
import { libraryFiles, modelsBase } from "./page-files.ts";
import type { Kept, ModelStorage } from "./services.ts";

/** The service worker's cache. */
const embeddedCache = byPath("hopwise-kept");

function folderOf(path: string): string {
  return new URL(`${modelsBase}${path}/`, location.href).href;
}

/** Null if its engine keeps them. */
function placeOf({ path }: CatalogueModel): CachedFiles | null {
  if (path === null) return null;
  const folder = folderOf(path);
  return { cache: embeddedCache, isOne: (url) => url.startsWith(folder) };
}

async function storageOf(engine: string): Promise<EngineStorage | null> {
  return (await engines.find(engine)?.open({ modelsBase }))?.storage ?? null;
}

/** A model is complete without small files, such as another device's graph. */
const largeBytes = 1_000_000;

export async function keptWhole({ models }: Catalogue): Promise<Kept> {
  const all = browserCaches();
  if (all === undefined || !(await all.has(embeddedCache))) return noneKept;
  const keys = await (await all.open(embeddedCache)).keys();
  const cachedUrls = new Set(keys.map(({ url }) => url.split("?", 1)[0] ?? url));
  const whole = models.filter(({ path, files }) => {
    const large = files.filter(({ bytes }) => bytes > largeBytes);
    if (path === null || large.length === 0) return false;
    return large.every((file) => cachedUrls.has(folderOf(path) + fetchedPath(file)));
  });
  return {
    models: new Set(whole.map(({ id }) => id)),
    library:
      whole.some(({ role }) => role === "encoder") &&
      libraryFiles.every((url) => cachedUrls.has(url)),
  };
}

export async function modelStorage(): Promise<ModelStorage> {
  const storage: StorageManager | undefined = navigator.storage;
  return {
    async stored(models) {
      const storedBytes = new Map<string, number>();
      const ofEngines = new Map<string, CatalogueModel[]>();
      for (const model of models) {
        const place = placeOf(model);
        if (place === null) {
          ofEngines.set(model.engine, [...(ofEngines.get(model.engine) ?? []), model]);
          continue;
        }
        const bytes = await cachedBytes(place);
        if (bytes !== null) storedBytes.set(model.id, bytes);
      }
      for (const [engine, own] of ofEngines) {
        const found = await (await storageOf(engine))?.stored(own);
        for (const [id, bytes] of found ?? []) storedBytes.set(id, bytes);
      }
      return storedBytes;
    },
    async remove(model) {
      const place = placeOf(model);
      if (place !== null) return removeCached(place);
      await (await storageOf(model.engine))?.remove(model);
    },
    async room() {
      const estimate = await storage?.estimate().catch(() => undefined);
      const lasting = await storage?.persisted().catch(() => false);
      const { usage = null, quota = null } = estimate ?? {};
      return { usedBytes: usage, quotaBytes: quota, lasting: lasting ?? false };
    },
    askToKeep: async () => (await storage?.persist().catch(() => false)) ?? false,
  };
}
