/** One cache of a browser's, as far as files of the page are kept there. */
import { vi } from "vitest";

/** In place of `caches`; `kept` is what it holds, and keys are found without regard to their search. */
export function stubBrowserCache(name: string, kept: Map<string, Response>): void {
  const plain = (url: string) => url.replace(/\?.*$/u, "");
  const cache = {
    keys: async (url: string) =>
      [...kept.keys()].filter((one) => plain(one) === url).map((one) => new Request(one)),
    match: async ({ url }: Request) => kept.get(url)?.clone(),
    delete: async ({ url }: Request) => kept.delete(url),
    put: async ({ url }: Request, response: Response) => void kept.set(url, response),
  };
  vi.stubGlobal("caches", { keys: async () => [name], open: async () => cache });
}
