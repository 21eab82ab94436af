/** A corrupt cached file is deleted from all caches and fetched again. */
import type { FilePart } from "./parts.ts";

type Bytes = Uint8Array<ArrayBuffer>;

type Read = (init: RequestInit) => Promise<Bytes | null>;

/** The second read bypasses every cache; null if both fail. */
export async function readOrRefetch(parts: readonly FilePart[], read: Read): Promise<Bytes | null> {
  const first = await read({});
  if (first !== null) return first;
  const places = (await Promise.all(parts.map(throwOut))).flat();
  const bytes = await read({ cache: "reload" });
  // Restored entries keep the page working offline.
  if (bytes !== null) await Promise.all(places.map((place) => putBack(place, bytes)));
  return bytes;
}

interface Place {
  part: FilePart;
  cache: Cache;
  key: Request;
  type: string;
}

async function throwOut(part: FilePart): Promise<Place[]> {
  // Undefined over plain http and in Node.
  const all: CacheStorage | undefined = globalThis.caches;
  const places: Place[] = [];
  try {
    for (const name of (await all?.keys()) ?? []) {
      const cache = await all.open(name);
      for (const key of await cache.keys(part.address, { ignoreSearch: true, ignoreVary: true })) {
        const cached = await cache.match(key, { ignoreVary: true });
        places.push({ part, cache, key, type: cached?.headers.get("content-type") ?? "" });
        await cache.delete(key, { ignoreVary: true });
      }
    }
  } catch {
    // The file is fetched all the same.
  }
  return places;
}

async function putBack({ part, cache, key, type }: Place, whole: Bytes): Promise<void> {
  const bytes = whole.subarray(part.from, part.to);
  const headers = { "content-length": String(bytes.byteLength), "content-type": type };
  await cache.put(key, new Response(bytes, { headers })).catch(() => undefined);
}
