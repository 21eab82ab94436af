import { createStore, type StoreApi } from "zustand/vanilla";
import { type ErrorData, toAppError } from "../../log/errors.ts";
import type { Entry, Place } from "../../retrieval/libraries/contents/contents.ts";
import type { OpenContents } from "../../retrieval/libraries/contents/contents-client.ts";
import type { Services } from "../../session/services.ts";

export interface ContentsState {
  status: "opening" | "ready" | "failed";
  error: ErrorData | null;
  edition: string;
  entries: readonly Entry[];
  /** Kept while an entry is open. */
  search: string;
  /** `place` is null if the library has nothing there. */
  found: { at: string; place: Place | null } | null;
  /** Going back to the list returns to this entry. */
  last: string | null;
}

export interface ContentsStore extends StoreApi<ContentsState> {
  open(): Promise<void>;
  lookFor(search: string): void;
  /** `at` is an entry's key or a passage's id. */
  read(at: string): Promise<void>;
  close(): void;
}

export function createContentsStore(library: string, reading: Services["reading"]): ContentsStore {
  const store = createStore<ContentsState>()(() => ({
    status: "opening",
    error: null,
    edition: "",
    entries: [],
    search: "",
    found: null,
    last: null,
  }));
  let opened: Promise<OpenContents> | null = null;
  /** The latest request; late results for others are dropped. */
  let wanted: string | null = null;

  function fail(thrown: unknown): void {
    opened = null;
    store.setState({ status: "failed", error: toAppError(thrown).toData() });
  }

  function openOnce(): Promise<OpenContents> {
    opened ??= reading().then((libraries) => libraries.open(library));
    return opened;
  }

  async function open(): Promise<void> {
    store.setState({ status: "opening", error: null });
    const mine = openOnce();
    try {
      const { edition, entries } = await mine;
      if (opened === mine) store.setState({ status: "ready", edition, entries });
    } catch (thrown) {
      if (opened === mine) fail(thrown);
    }
  }

  return {
    ...store,
    open,
    lookFor: (search) => store.setState({ search }),

    async read(at) {
      wanted = at;
      const mine = openOnce();
      try {
        const place = await (await mine).find(at);
        if (opened !== mine || wanted !== at) return;
        const { last } = store.getState();
        store.setState({ found: { at, place }, last: place?.entry.key ?? last });
      } catch (thrown) {
        if (opened === mine) fail(thrown);
      }
    },

    close() {
      const mine = opened;
      opened = null;
      void mine?.then((contents) => contents.close()).catch(() => undefined);
    },
  };
}
