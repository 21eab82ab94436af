/** Holds the policy that runs use and the dialog's state. Nothing is read before it is needed. */
import { createStore, type StoreApi } from "zustand/vanilla";
import { type ErrorData, toAppError } from "../log/errors.ts";
import type { RouterPolicy } from "../methods/homo-router/training/policy.ts";
import type { Matching, ScoreRow } from "../methods/homo-router/training/scores.ts";
import type { Embedder } from "../runtime/ports.ts";
import type { RouterStorage } from "../storage/router.ts";
import { emptyStudy, type StudyState } from "./router-study.ts";
import type { Services } from "./services.ts";

export interface RouterState extends StudyState {
  /** `failed`: storage is unavailable. */
  status: "unread" | "ready" | "failed";
  rows: readonly ScoreRow[];
  damaged: readonly string[];
  matching: Matching;
  /** Null until one was saved. */
  policy: RouterPolicy | null;
  error: ErrorData | null;
}

export interface RouterStore extends StoreApi<RouterState> {
  /** Reads the policy once; runs wait for it. */
  loadPolicy(): Promise<RouterPolicy | null>;
  /** Null deletes it. */
  savePolicy(policy: RouterPolicy | null): Promise<void>;
  openPolicy(file: Blob): Promise<void>;
  /** JSONL; null if the fetch failed. */
  exampleQuestions(): Promise<string | null>;
  readonly parts: RouterParts;
  kept(): Promise<RouterStorage>;
  /** Unavailable storage is a state, not an error: the data then stays in memory. */
  keep(write: (to: RouterStorage) => Promise<void>): Promise<void>;
  shown<T>(work: () => Promise<T>): Promise<T | null>;
}

export interface RouterParts {
  services: Pick<Services, "routerStorage" | "router" | "questionSet" | "clock">;
  embedder(signal: AbortSignal): Promise<Embedder>;
  /** `id@sha256` of the embedder; no model is loaded for it. Throws AppError. */
  encoderId(): Promise<string>;
}

export function createRouterStore(parts: RouterParts): RouterStore {
  const store = createStore<RouterState>()(() => ({
    ...emptyStudy,
    status: "unread",
    rows: [],
    damaged: [],
    matching: "token-f1",
    policy: null,
    error: null,
  }));
  let storage: Promise<RouterStorage> | null = null;
  let firstPolicy: Promise<void> | null = null;
  /** The user's choice wins over a policy still loading. */
  let isPolicyChosen = false;

  function kept(): Promise<RouterStorage> {
    storage ??= parts.services.routerStorage();
    return storage;
  }

  async function keep(write: (to: RouterStorage) => Promise<void>): Promise<void> {
    try {
      await write(await kept());
    } catch {
      store.setState({ status: "failed" });
    }
  }

  async function shown<T>(work: () => Promise<T>): Promise<T | null> {
    store.setState({ error: null });
    try {
      return await work();
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code !== "stopped") store.setState({ error: error.toData() });
      return null;
    }
  }

  async function loadPolicy(): Promise<RouterPolicy | null> {
    firstPolicy ??= readFirstPolicy();
    await firstPolicy;
    return store.getState().policy;
  }

  async function readFirstPolicy(): Promise<void> {
    let policy: RouterPolicy | null = null;
    try {
      policy = await (await kept()).policy();
    } catch {
      firstPolicy = null;
      store.setState({ status: "failed" });
    }
    if (policy === null) return;
    const fitting = await shown(() => ofThisEncoder(policy));
    if (!isPolicyChosen) store.setState({ policy: fitting });
  }

  /** Throws `router-data-invalid` if another encoder trained it. */
  async function ofThisEncoder(policy: RouterPolicy): Promise<RouterPolicy> {
    const { requireEncoder } = await import("../methods/homo-router/training/policy.ts");
    requireEncoder(policy, await parts.encoderId());
    return policy;
  }

  async function savePolicy(policy: RouterPolicy | null): Promise<void> {
    isPolicyChosen = true;
    store.setState({ policy, error: null });
    await keep((to) => to.putPolicy(policy));
  }

  return Object.assign(store, {
    parts,
    kept,
    keep,
    shown,
    loadPolicy,
    savePolicy,
    exampleQuestions: () => shown(parts.services.questionSet),

    async openPolicy(file: Blob) {
      await shown(async () => {
        const { readPolicy } = await import("../methods/homo-router/training/policy.ts");
        await savePolicy(await ofThisEncoder(readPolicy(await file.text())));
      });
    },
  });
}
