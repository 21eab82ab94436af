import { createStore, type StoreApi } from "zustand/vanilla";
import { AppError, type ErrorData, toAppError } from "../../log/errors.ts";
import { findEmbedded } from "../../retrieval/libraries/embedded-libraries.ts";
import type { DocumentIntake } from "../../retrieval/libraries/own/client.ts";
import type { IntakeProgress } from "../../retrieval/libraries/own/intake.ts";
import type {
  DocumentContent,
  LibraryRecord,
  OwnLibrary,
} from "../../retrieval/libraries/own/record.ts";
import type { LibraryStore } from "../../retrieval/libraries/own/storage.ts";
import type { DeviceStore } from "../../session/device-store.ts";
import type { Loaders } from "../../session/loaders.ts";
import { isRunning, type RunStore } from "../../session/run-store.ts";
import type { Services } from "../../session/services.ts";
import type { SettingsStore } from "../../session/settings.ts";

export interface Reading {
  name: string;
  place: number;
  total: number;
  progress: IntakeProgress;
}

export interface LibrariesState {
  /** `failed`: storage is unavailable. */
  status: "unread" | "ready" | "failed";
  libraries: readonly OwnLibrary[];
  damaged: readonly string[];
  reading: Reading | null;
  /** While no import runs, these files wait for the user. */
  waiting: readonly File[];
  into: string | null;
  refused: readonly ErrorData[];
  added: number;
  same: number;
}

export interface LibrariesStore extends StoreApi<LibrariesState> {
  load(): Promise<void>;
  /** "" is the first embedded library. Takes effect with the next question. */
  choose(id: string): void;
  create(title: string): Promise<void>;
  rename(id: string, title: string): Promise<void>;
  /** Takes effect with the next question. */
  makePublic(id: string, isPublic: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  removeDocument(library: string, document: string): Promise<void>;
  /** Reads files into a library, or a new one of that title, and chooses it. */
  add(files: readonly File[], into: { library: string } | { title: string }): Promise<void>;
  /** The current file and those after it wait. */
  cancel(): void;
  goOn(): Promise<void>;
  forget(): void;
  dismiss(): void;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Null when it is not on this device. */
  content(library: string, document: string): Promise<DocumentContent | null>;
}

interface Host {
  services: Pick<Services, "libraries" | "intake" | "clock" | "newId">;
  settings: SettingsStore;
  device: DeviceStore;
  loaders: Pick<Loaders, "library" | "libraryChanged">;
  run: RunStore;
}

const ownPrefix = "own:";
const nothingSaid = { refused: [], added: 0, same: 0 };
const beginning: IntakeProgress = { phase: "reading", page: null, pages: null };

export function createLibrariesStore({
  services,
  settings,
  device,
  loaders,
  run,
}: Host): LibrariesStore {
  const store = createStore<LibrariesState>()(() => ({
    status: "unread",
    libraries: [],
    damaged: [],
    reading: null,
    waiting: [],
    into: null,
    ...nothingSaid,
  }));
  let intake: DocumentIntake | null = null;
  let stop: AbortController | null = null;

  /** Unavailable storage is a state, not an error. */
  async function withStore(work: (kept: LibraryStore) => Promise<void>): Promise<void> {
    try {
      const kept = await services.libraries();
      await work(kept);
      const [libraries, damaged] = await Promise.all([kept.all(), kept.damaged()]);
      store.setState({ status: "ready", libraries, damaged });
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === "internal" || error.code === "storage-unavailable")
        store.setState({ status: "failed" });
      else store.setState((state) => ({ refused: [...state.refused, error.toData()] }));
    }
  }

  const load = () => withStore(async () => {});

  function choose(id: string): void {
    if (settings.getState().library === id) return;
    settings.getState().change({ library: id });
    loaders.libraryChanged();
  }

  /** Reopens a changed library, so that vectors are computed in idle time. */
  function reopen(library: string): void {
    if (settings.getState().library !== library) return;
    loaders.libraryChanged();
    // A run in progress reads from the open library.
    if (!isRunning(run.getState())) void loaders.library(null).catch(() => undefined);
  }

  async function change(id: string, some: Partial<LibraryRecord>): Promise<void> {
    const record = store.getState().libraries.find((library) => library.id === id);
    if (record === undefined) return;
    const { documents: _documents, ...own } = record;
    await withStore((kept) => kept.put({ ...own, ...some }));
    if (settings.getState().library === id) loaders.libraryChanged();
  }

  async function made(title: string): Promise<string> {
    const id = `${ownPrefix}${services.newId()}`;
    const record = { id, title, createdEpochMs: services.clock.epochMs() };
    await withStore((kept) => kept.put(record));
    return id;
  }

  async function readAll(library: string, total: number): Promise<void> {
    const mine = new AbortController();
    stop = mine;
    intake ??= await services.intake();
    for (;;) {
      const [file, ...rest] = store.getState().waiting;
      if (file === undefined || mine.signal.aborted) break;
      const place = Math.max(1, total - rest.length);
      const show = (progress: IntakeProgress) => {
        if (mine.signal.aborted) return;
        store.setState({
          reading: { name: file.name, place, total: Math.max(total, place), progress },
        });
      };
      show(beginning);
      try {
        const nowEpochMs = services.clock.epochMs();
        const { same } = await intake.add({ library, file, nowEpochMs }, mine.signal, show);
        store.setState((state) => ({
          added: state.added + (same ? 0 : 1),
          same: state.same + (same ? 1 : 0),
        }));
      } catch (thrown) {
        if (mine.signal.aborted) break;
        refuse(thrown, file.name);
      }
      store.setState((state) => ({ waiting: state.waiting.filter((one) => one !== file) }));
      await load();
    }
    if (stop === mine) stop = null;
    store.setState({ reading: null });
    intake?.close();
    if (store.getState().added > 0) reopen(library);
  }

  function refuse(thrown: unknown, file: string): void {
    const error = toAppError(thrown);
    // The file was too large, and the worker crashed.
    const named = new AppError(error.code, { ...error.params, file });
    store.setState((state) => ({ refused: [...state.refused, named.toData()] }));
  }

  async function startReading(library: string): Promise<void> {
    const { reading, waiting } = store.getState();
    if (reading !== null || waiting.length === 0) return;
    const [first] = waiting;
    const shown = { name: first?.name ?? "", place: 1, total: waiting.length, progress: beginning };
    store.setState({ reading: shown, into: library });
    await readAll(library, waiting.length);
  }

  device.subscribe((now, before) => {
    // The stored number of vectors is refreshed when computing ends.
    if (now.vectors?.status === before.vectors?.status || now.vectors === null) return;
    if (now.vectors.status !== "computing" && findEmbedded(settings.getState().library) === null) {
      void load();
    }
  });

  return Object.assign(store, {
    async load() {
      await load();
      const { status, libraries } = store.getState();
      const { library } = settings.getState();
      const isGone = findEmbedded(library) === null && !libraries.some(({ id }) => id === library);
      if (status === "ready" && isGone) choose("");
    },
    choose,
    async create(title: string) {
      choose(await made(title));
    },
    async rename(id: string, title: string) {
      if (title.trim() !== "") await change(id, { title: title.trim() });
    },
    makePublic: (id: string, isPublic: boolean) => change(id, { public: isPublic }),
    async remove(id: string) {
      if (store.getState().into === id) stop?.abort();
      if (settings.getState().library === id) choose("");
      await withStore((kept) => kept.remove(id));
      if (store.getState().into === id) store.setState({ waiting: [], into: null });
    },
    async removeDocument(library: string, document: string) {
      await withStore((kept) => kept.removeDocument(library, document));
      reopen(library);
    },
    async add(files: readonly File[], target: { library: string } | { title: string }) {
      const { reading, waiting, into } = store.getState();
      if (reading !== null || waiting.length > 0) {
        store.setState({ waiting: [...waiting, ...files] });
        if (reading === null && into !== null) await startReading(into);
        return;
      }
      // New files wait until the user decides.
      store.setState({ ...nothingSaid, waiting: files, into: null });
      const library = "library" in target ? target.library : await made(target.title);
      choose(library);
      await startReading(library);
    },
    cancel() {
      stop?.abort();
    },
    async goOn() {
      const { into } = store.getState();
      if (into !== null) await startReading(into);
    },
    forget: () => store.setState({ waiting: [] }),
    dismiss: () => store.setState(nothingSaid),
    async pause() {
      (await loaders.library(null)).learning?.pause();
    },
    async resume() {
      const open = await loaders.library(null).catch(() => null);
      open?.learning?.resume();
    },
    async content(library: string, document: string) {
      try {
        return await (await services.libraries()).content(library, document);
      } catch {
        return null;
      }
    },
  });
}
