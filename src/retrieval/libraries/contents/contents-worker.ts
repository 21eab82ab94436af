import { AppError } from "../../../log/errors.ts";
import type { Passage } from "../../../log/types.ts";
import { fetchOwn, libraryFile } from "../../../shared/integrity/own-files.ts";
import { type Settled, settle } from "../../../shared/rpc/bridge.ts";
import { readManifest, readPassages } from "../prebuilt-files.ts";
import { type Contents, contentsOf, type Entry, type Place } from "./contents.ts";

export interface ContentsRequest {
  id: string;
  /** The URL ends in a slash. */
  baseUrl: string;
}

export interface ContentsReport {
  edition: string;
  entries: readonly Entry[];
}

export interface ContentsWorker {
  open(request: ContentsRequest): Promise<Settled<ContentsReport>>;
  find(at: string): Promise<Settled<Place | null>>;
  texts(ids: readonly string[]): Promise<Settled<Passage[]>>;
}

export function createContentsWorker(): ContentsWorker {
  let contents: Contents | null = null;
  let passages: readonly Passage[] = [];

  async function open({ id, baseUrl }: ContentsRequest): Promise<ContentsReport> {
    const read = (name: string) => fetchOwn(libraryFile(id, name), new URL(name, baseUrl).href);
    const manifest = await readManifest(read);
    passages = await readPassages(read, manifest);
    contents = contentsOf(passages, manifest.aliases);
    return { edition: manifest.edition, entries: contents.entries };
  }

  return {
    open: (request) => settle(() => open(request)),
    find: (at) =>
      settle(() => {
        if (contents === null) throw new AppError("library-not-found");
        return contents.find(at);
      }),
    texts: (ids) =>
      settle(() => {
        const wanted = new Set(ids);
        return passages.filter(({ id }) => wanted.has(id));
      }),
  };
}
