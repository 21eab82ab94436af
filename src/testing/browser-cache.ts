import { vi } from "vitest";

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
