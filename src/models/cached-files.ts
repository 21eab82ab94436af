/** Undefined over plain http. */
export function browserCaches(): CacheStorage | undefined {
  return globalThis.caches;
}

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
  // `content-length` equals the body's length only without compression.
  const isPlain = response?.headers.get("content-encoding") === null;
  if (Number.isFinite(contentLength) && isPlain) return contentLength;
  return (await response?.blob())?.size ?? 0;
}

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
