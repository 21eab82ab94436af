/** What the browser keeps of models: the page's own files, the hub's, and those of web-llm. */
import type { Catalogue, CatalogueModel } from "../models/catalogue.ts";
import { noneKept } from "./device-store.ts";
import { libraryFiles, modelsBase } from "./page-files.ts";
import type { Kept, ModelStorage } from "./services.ts";

/** Where the service worker keeps the embedded models, and the library those from the hub. */
const embeddedCache = "hopwise-kept";
const hubCache = "transformers-cache";

function folderOf(path: string): string {
  return new URL(`${modelsBase}${path}/`, location.href).href;
}

/** The files of a model in a cache of the browser; null where another engine keeps them. */
function placeOf(
  model: CatalogueModel,
): { cache: string; begins: (url: string) => boolean } | null {
  const { path, hub, engine } = model;
  if (path !== null) {
    const folder = folderOf(path);
    return { cache: embeddedCache, begins: (url) => url.startsWith(folder) };
  }
  if (engine !== "transformers" || hub === null) return null;
  return { cache: hubCache, begins: (url) => url.includes(`/${hub}/resolve/`) };
}

/** Absent where the page came by plain http. */
function browserCaches(): CacheStorage | undefined {
  return globalThis.caches;
}

async function filesOf(model: CatalogueModel): Promise<{ cache: Cache; files: Request[] } | null> {
  const place = placeOf(model);
  const all = browserCaches();
  if (place === null || all === undefined || !(await all.has(place.cache))) return null;
  const cache = await all.open(place.cache);
  const files = (await cache.keys()).filter(({ url }) => place.begins(url));
  return files.length === 0 ? null : { cache, files };
}

async function sizeOf(cache: Cache, file: Request): Promise<number> {
  const response = await cache.match(file, { ignoreVary: true });
  const contentLength = Number(response?.headers.get("content-length") ?? Number.NaN);
  // Only a body that came unpacked is as long as its header says.
  const isPlain = response?.headers.get("content-encoding") === null;
  if (Number.isFinite(contentLength) && isPlain) return contentLength;
  return (await response?.blob())?.size ?? 0;
}

async function bytesOf(model: CatalogueModel): Promise<number | null> {
  const found = await filesOf(model);
  if (found === null) return null;
  const sizes = await Promise.all(found.files.map((file) => sizeOf(found.cache, file)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A model is whole without its small files, such as the graph of another device. */
const largeBytes = 1_000_000;

/** Embedded models whose large files are all on this device, and whether the library's are. */
export async function keptWhole({ models }: Catalogue): Promise<Kept> {
  const all = browserCaches();
  if (all === undefined || !(await all.has(embeddedCache))) return noneKept;
  const keys = await (await all.open(embeddedCache)).keys();
  const cachedUrls = new Set(keys.map(({ url }) => url.split("?", 1)[0] ?? url));
  const whole = models.filter(({ path, files }) => {
    const large = files.filter(({ bytes }) => bytes > largeBytes);
    if (path === null || large.length === 0) return false;
    return large.every((file) => cachedUrls.has(folderOf(path) + file.path));
  });
  return {
    models: new Set(whole.map(({ id }) => id)),
    library:
      whole.some(({ role }) => role === "encoder") &&
      libraryFiles.every((url) => cachedUrls.has(url)),
  };
}

/** Of all models, and of this page's storage in all. */
export async function modelStorage(): Promise<ModelStorage> {
  const webLlm = async () => new (await import("../models/web-llm/web-llm.ts")).WebLlmEngine();
  const storage: StorageManager | undefined = navigator.storage;
  return {
    async stored(models) {
      const cachedUrls = new Map<string, number>();
      for (const model of models.filter(({ engine }) => engine === "transformers")) {
        const bytes = await bytesOf(model);
        if (bytes !== null) cachedUrls.set(model.id, bytes);
      }
      const others = models.filter(({ engine }) => engine === "web-llm");
      const found = others.length === 0 ? [] : await (await webLlm()).stored(others);
      const sizes = new Map(others.map(({ id, bytes }) => [id, bytes]));
      for (const id of found) cachedUrls.set(id, sizes.get(id) ?? 0);
      return cachedUrls;
    },
    async remove(model) {
      if (model.engine === "web-llm") return (await webLlm()).remove(model);
      const found = await filesOf(model);
      if (found === null) return;
      await Promise.all(found.files.map((file) => found.cache.delete(file, { ignoreVary: true })));
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
