/** Files of a model in a cache of the browser: how large they are, and their removal. */

/** Absent where the page came by plain http. */
export function browserCaches(): CacheStorage | undefined {
  return globalThis.caches;
}

/** The files in the cache of that name whose address is a model's. */
export interface CachedFiles {
  cache: string;
  isOne(url: string): boolean;
}

async function filesOf({ cache: name, isOne }: CachedFiles) {
  const all = browserCaches();
  if (all === undefined || !(await all.has(name))) return null;
  const cache = await all.open(name);
  const files = (await cache.keys()).filter(({ url }) => isOne(url));
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

/** Their bytes in all; null where there is none. */
export async function cachedBytes(place: CachedFiles): Promise<number | null> {
  const found = await filesOf(place);
  if (found === null) return null;
  const sizes = await Promise.all(found.files.map((file) => sizeOf(found.cache, file)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export async function removeCached(place: CachedFiles): Promise<void> {
  const found = await filesOf(place);
  if (found === null) return;
  await Promise.all(found.files.map((file) => found.cache.delete(file, { ignoreVary: true })));
}
