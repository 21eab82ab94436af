/** A corrupt cached file is deleted from all caches and fetched again. */
import { release } from "../release.ts";
import { unpacked } from "./packed.ts";
import type { FilePart } from "./parts.ts";
import { sha256 } from "./sha256.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Null if the file has another size than expected. */
type Read = (init: RequestInit) => Promise<Bytes | null>;

interface Expected {
  /** The inflated file's. */
  sha256: string | undefined;
  /** Bytes when inflated, if `parts` are deflated; null if they are the file itself. */
  inflated: number | null;
}

/** The second read bypasses every cache; null if both are damaged. */
export async function readVerified(
  parts: readonly FilePart[],
  read: Read,
  expected: Expected,
): Promise<Bytes | null> {
  const fetched = await read({});
  const file = await verified(fetched, expected);
  if (file !== null) {
    if (fetched !== null && fetched !== file) release(fetched);
    return file;
  }
  const places = (await Promise.all(parts.map(throwOut))).flat();
  const again = await read({ cache: "reload" });
  const healed = await verified(again, expected);
  // Restored entries keep the page working offline.
  if (again !== null && healed !== null) {
    await Promise.all(places.map((place) => putBack(place, again)));
  }
  return healed;
}

async function verified(fetched: Bytes | null, expected: Expected): Promise<Bytes | null> {
  if (fetched === null) return null;
  const { inflated } = expected;
  const file = inflated === null ? fetched : await unpacked(fetched, inflated);
  return file !== null && (await sha256(file)) === expected.sha256 ? file : null;
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
