/** The package `hopwise`: questions answered by the same core as the page, in Node. */
import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { needsVectors } from "../evaluation/vectors.ts";
import { AppError, type ErrorData } from "../log/errors.ts";
import type { RunEvent } from "../log/events.ts";
import { checkQuestion } from "../log/question.ts";
import type { PrivacyLevel, RunSettings, ScoredPassage } from "../log/types.ts";
import { firstMethod, methods } from "../methods/index.ts";
import type { QuestionBudget } from "../models/budget/spending-cap.ts";
import { vectorsWanted } from "../node/corpus-vectors.ts";
import { encoderIdFor } from "../node/embedded-vectors.ts";
import { fetchPlace, isAddress } from "../node/hosted-models.ts";
import { openLibrary } from "../node/library.ts";
import { budgetOf, loadEncoder, loadSmall, modelsIn, portsOf } from "../node/node-ports.ts";
import { findPlace, type Place } from "../node/place.ts";
import type { Configured } from "../node/run-settings.ts";
import { configuredOf, loadWorth, shippedPolicy } from "../node/services.ts";
import type { BadLine } from "../retrieval/libraries/corpus-row.ts";
import { firstLibrary } from "../retrieval/libraries/embedded-libraries.ts";
import { type LibraryNames, noNames } from "../retrieval/libraries/manifest.ts";
import type { MethodInfo } from "../runtime/method.ts";
import type {
  ChatModel,
  PassageReader,
  Ports,
  Retriever,
  SearchTool,
  WorthJudge,
} from "../runtime/ports.ts";
import { runMethod } from "../runtime/run.ts";
import { Asked } from "./asked.ts";
import { inFull } from "./follow-up.ts";
import { optionInvalid } from "./invalid.ts";
import {
  type AskOptions,
  type Chosen,
  type OpenOptions,
  type OwnEncoder,
  readAskOptions,
  readOpenOptions,
  wanted,
} from "./options.ts";
import { type ConnectedServer, ModelServer } from "./server.ts";
import { leavesToLarge, settingsOf } from "./settings.ts";
import { type Setup, setupsOf } from "./setups.ts";

/** Something in the library that could not be read and was left out. */
export type LeftOut = BadLine | { file: string; error: ErrorData };

type Close = () => Promise<void>;

export const mostPassages = 50;

export interface SearchOptions {
  /** Default 5. */
  k?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Loads the models and the library. Throws AppError: `option-invalid`, `models-not-found`,
 * `model-…`, `download-failed`, `integrity-failed`, `library-not-found`, `corpus-…`, `remote-not-configured` or
 * `settings-illegal`.
 */
export async function open(options: OpenOptions = {}): Promise<Hopwise> {
  const given = readOpenOptions(options);
  const closers: Close[] = [];
  try {
    const method = methodOf(given.method);
    const { signal = new AbortController().signal, threads = 2, tools = [], models } = given;
    const place = once(async () =>
      models !== undefined && isAddress(models) ? fetchPlace(models, signal) : findPlace(models),
    );
    const how = { place, signal, threads, closers };
    const large = await openLarge(given.large);
    const encoder = await openEncoder(given, how);
    const configured = configuredOf({ large: large?.model ?? null, encoder, tools, router: null });
    const settings = settingsOf(method, given, configured);
    const library = await openOwnLibrary(given, settings, encoder, how);
    const small = await openSmall(given.small, how);
    return new Hopwise({
      method,
      chosen: given,
      configured,
      small,
      large,
      encoder,
      tools,
      worthOf: worthFor(given.encoder, encoder, place),
      closers,
      ...library,
    });
  } catch (thrown) {
    await closeAll(closers);
    throw thrown;
  }
}

interface Parts {
  method: MethodInfo;
  chosen: Chosen;
  configured: Configured;
  small: ConnectedServer;
  large: ConnectedServer | null;
  encoder: OpenEncoder;
  tools: readonly SearchTool[];
  retriever: Retriever;
  leftOut: readonly LeftOut[];
  withoutVectors: number;
  names: LibraryNames;
  worthOf: (large: ChatModel) => Promise<WorthJudge | null>;
  closers: Close[];
}

/** Made by `open`. */
export class Hopwise {
  /** Lines and files of the library that could not be read. */
  readonly leftOut: readonly LeftOut[];
  /** Passages that are found by their words alone, until `vectors` is asked for. */
  readonly withoutVectors: number;
  readonly #parts: Parts;
  readonly #closing = new AbortController();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.leftOut = parts.leftOut;
    this.withoutVectors = parts.withoutVectors;
    // Each call in progress adds a listener.
    setMaxListeners(0, this.#closing.signal);
  }

  /**
   * Options override those of `open`. Throws `option-invalid`, `remote-not-configured`,
   * `settings-illegal`, or `model-not-loaded` after `close`. The run itself never throws: its result
   * has the error.
   */
  ask(question: string, options: AskOptions = {}): Asked {
    const given = readAskOptions(options);
    if (typeof question !== "string") throw optionInvalid("question", wanted);
    if (this.#closing.signal.aborted) throw new AppError("model-not-loaded");
    const { method, chosen, configured, names } = this.#parts;
    const settings = settingsOf(method, together(chosen, given), configured);
    const asked = inFull(question, given.after ?? [], names);
    const budget = (given.budget ?? chosen.budget)?.usd ?? null;
    const stop = new AbortController();
    const signals = [stop.signal, this.#closing.signal, given.signal ?? stop.signal];
    const signal = AbortSignal.any(signals);
    setMaxListeners(0, signal);
    return new Asked(this.#run(asked, settings, budgetOf(budget), signal), () => stop.abort());
  }

  /** The level that `open` was given. */
  get privacy(): PrivacyLevel {
    return this.#parts.chosen.privacy ?? "everything";
  }

  /**
   * The `k` (1 to 50) best passages, best first, found as a step of a run finds them. Throws
   * `option-invalid`, `question-empty`, `question-too-long`, or `model-not-loaded` after `close`.
   */
  async search(
    query: string,
    { k = 5, signal = new AbortController().signal }: SearchOptions = {},
  ): Promise<readonly ScoredPassage[]> {
    if (typeof query !== "string") throw optionInvalid("query", wanted);
    if (!Number.isInteger(k) || k < 1 || k > mostPassages) throw optionInvalid("k", wanted);
    if (this.#closing.signal.aborted) throw new AppError("model-not-loaded");
    const { method, chosen, configured, retriever } = this.#parts;
    const { retrieval } = settingsOf(method, chosen, configured);
    const asked = { ...retrieval, text: checkQuestion(query), k };
    const { passages } = await retriever.retrieve(
      asked,
      AbortSignal.any([signal, this.#closing.signal]),
    );
    return passages;
  }

  /** Named options of `ask` that can run with these models. */
  setups(): ReadonlyMap<string, Setup> {
    const { method, chosen, configured } = this.#parts;
    const all = [...setupsOf(method)];
    return new Map(
      all.filter(([, setup]) => {
        try {
          const settings = settingsOf(method, together(chosen, setup), configured);
          return !leavesToLarge(settings, method, configured);
        } catch {
          return false;
        }
      }),
    );
  }

  /** Stops what is still running, and frees the models that `open` loaded. */
  async close(): Promise<void> {
    this.#closing.abort();
    await closeAll(this.#parts.closers);
  }

  async *#run(
    question: string,
    settings: RunSettings,
    budget: QuestionBudget,
    signal: AbortSignal,
  ): AsyncGenerator<RunEvent, void, undefined> {
    const { method, retriever, encoder, tools, worthOf, ...models } = this.#parts;
    const large = models.large === null ? null : capped(models.large, budget);
    const ports: Ports = portsOf({
      small: capped(models.small, budget),
      large,
      retriever,
      encoder,
      tools: tools.map(budget.capTool),
      worth: settings.worth === undefined || large === null ? null : await worthOf(large),
    });
    const request = { runId: randomUUID(), question, settings };
    yield* runMethod({ ...method, ...(await method.load()) }, request, ports, signal);
  }
}

function together(
  chosen: Chosen,
  { signal: _signal, after: _after, ...given }: AskOptions,
): Chosen {
  const defined = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  );
  // Another preset has stages of its own.
  if (given.preset !== undefined) {
    const { stages: _stages, settings: _settings, ...rest } = chosen;
    return { ...rest, ...defined };
  }
  const isChosen = chosen.stages !== undefined || given.stages !== undefined;
  const stages = isChosen ? { stages: { ...chosen.stages, ...given.stages } } : {};
  const settings = { ...chosen.settings, ...given.settings };
  return { ...chosen, ...defined, ...stages, settings };
}

/** A model in this process costs no money, so no cap can refuse it. */
function capped({ model, reasoningTokens }: ConnectedServer, budget: QuestionBudget): ChatModel {
  return model.ref.destination === "device" ? model : budget.cap(model, { reasoningTokens });
}

interface How {
  place: () => Promise<Place>;
  signal: AbortSignal;
  threads: number;
  closers: Close[];
}

type Given = ReturnType<typeof readOpenOptions>;
type OpenEncoder = Pick<OwnEncoder, "embed"> & { readonly reader: PassageReader | null };

function methodOf(given: string | MethodInfo | undefined): MethodInfo {
  if (typeof given === "object") return given;
  const method = given === undefined ? firstMethod : methods.find(given);
  if (method === null) throw optionInvalid("method", wanted);
  return method;
}

async function openLarge(given: ModelServer | ChatModel | undefined) {
  if (given === undefined) return null;
  if (given instanceof ModelServer) return given.connect("large");
  return { model: withTier(given, "large"), reasoningTokens: 0 };
}

async function openSmall(
  given: string | ModelServer | ChatModel | undefined,
  { place, threads, signal, closers }: How,
): Promise<ConnectedServer> {
  if (given instanceof ModelServer) return given.connect("small");
  if (typeof given === "object") return { model: withTier(given, "small"), reasoningTokens: 0 };
  const named = given === undefined ? {} : { id: given };
  const model = await loadSmall({ threads, folder: modelsIn(await place()), ...named }, signal);
  closers.push(() => model.unload());
  return { model, reasoningTokens: 0 };
}

function withTier(model: ChatModel, tier: "small" | "large"): ChatModel {
  return {
    ref: { ...model.ref, tier },
    ...(model.abilities === undefined ? {} : { abilities: () => model.abilities?.() ?? unknown }),
    generate: (request, signal) => model.generate(request, signal),
  };
}

const unknown = { jsonSchema: null, logprobs: null };

async function openEncoder(
  { encoder, library }: Given,
  { place, threads, closers }: How,
): Promise<OpenEncoder> {
  if (typeof encoder === "object") {
    // Vectors are kept by the encoder's file, which an own encoder does not have.
    if (typeof library !== "object") throw optionInvalid("encoder", wanted);
    return { embed: (texts, stop) => encoder.embed(texts, stop), reader: encoder.reader ?? null };
  }
  const loaded = await loadEncoder(threads, encoder, await place());
  closers.push(() => loaded.dispose());
  return loaded;
}

async function openOwnLibrary(
  { library = firstLibrary.id, encoder: named, vectors = false }: Given,
  settings: RunSettings,
  encoder: OpenEncoder,
  { place, signal }: How,
): Promise<Pick<Parts, "retriever" | "leftOut" | "withoutVectors" | "names">> {
  const leftOut: LeftOut[] = [];
  if (typeof library === "object") {
    return { retriever: library, leftOut, withoutVectors: 0, names: noNames };
  }
  let withoutVectors = 0;
  const { retriever, names } = await openLibrary(library, encoder, signal, {
    vectors: vectorsWanted(settings, { vectors, needed: needsVectors(settings) }),
    encoderId: typeof named === "string" ? named : undefined,
    place: await place(),
    report: {
      badLine: (line) => void leftOut.push(line),
      badFile: (file) => void leftOut.push(file),
      vectors: () => {},
      withoutVectors: (missing) => {
        withoutVectors = missing;
      },
    },
  });
  return { retriever, leftOut, withoutVectors, names };
}

/** The shipped policy, learnt with the embedded encoder, holds for no other. */
function worthFor(
  named: Given["encoder"],
  encoder: OpenEncoder,
  place: () => Promise<Place>,
): Parts["worthOf"] {
  if (typeof named === "object") return async () => null;
  return async ({ ref }) => {
    const from = await place();
    return loadWorth(shippedPolicy(from), encoder, () => encoderIdFor(named, from), ref);
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

async function closeAll(closers: Close[]): Promise<void> {
  await Promise.all(closers.splice(0).map((close) => close()));
}
