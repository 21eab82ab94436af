import { randomUUID } from "node:crypto";
import { type RunTurns, Turns } from "../evaluation/batch/turns.ts";
import type { Oracle } from "../evaluation/oracle/oracle.ts";
import type { RunEvent } from "../log/events.ts";
import type { ModelRef, RunSettings } from "../log/types.ts";
import { run } from "../methods/registry.ts";
import type { Device } from "../models/engine.ts";
import { type KeptCorpus, openKeptCorpus } from "../node/corpus-vectors.ts";
import {
  embeddedFor,
  encoderIdFor,
  encoderNameFor,
  encoderSha256,
} from "../node/embedded-vectors.ts";
import { budgetOf, connectServer, loadEncoder, portsOf, systemClock } from "../node/node-ports.ts";
import type { Configured } from "../node/run-settings.ts";
import { configuredOf, loadRouter, loadTools, loadWorth } from "../node/services.ts";
import { openSmall } from "../node/small-model.ts";
import { embeddedLibraries } from "../retrieval/libraries/embedded-libraries.ts";
import { type ContextRow, contextLibrary } from "../retrieval/libraries/question-context.ts";
import type { ChatModel, Embedder, Retriever } from "../runtime/ports.ts";
import type { Arguments } from "./arguments.ts";
import { spaced, tell, vectorsLine } from "./print.ts";

export interface MaybeContext {
  id: string;
  context?: ContextRow["context"] | undefined;
}

export interface Answered {
  events: RunEvent[];
  seconds: number;
}

export interface Session {
  settings: RunSettings;
  configured: Configured;
  resolved(settings: RunSettings): RunSettings;
  small: string;
  /** The server's origin; null if it runs in this process. */
  smallAt: string | null;
  encoder: string;
  large: ModelRef | null;
  /** Holds the row's own paragraphs, or is the shared library. */
  libraryOf(row: MaybeContext, withVectors: boolean): Promise<Retriever>;
  /** `oracle` replaces the large model. */
  answer(
    question: string,
    settings: RunSettings,
    retriever: Retriever,
    oracle?: Oracle,
  ): Promise<Answered>;
  reload(): Promise<void>;
  close(): Promise<void>;
}

const withoutHeads = { reader: "model", rerank: false, evidence: false } as const;

/** Vectors are computed once, on first use. */
function sharedLibrary(
  { library, encoder: wanted, quiet }: Arguments,
  encoder: Embedder,
  signal: AbortSignal,
): (withVectors: boolean) => Promise<Retriever> {
  let embedded: Promise<Retriever> | null = null;
  let corpus: Promise<KeptCorpus> | null = null;
  let vectors: Promise<unknown> | null = null;
  return async (withVectors) => {
    const known = embeddedLibraries.find(library);
    if (known !== null) {
      embedded ??= embeddedFor(known, encoder, wanted, signal);
      return embedded;
    }
    corpus ??= openKeptCorpus(library, encoder, () => encoderSha256(wanted), signal);
    const { retriever, prepare } = await corpus;
    if (withVectors) {
      const told = spaced((done, total) => tell(vectorsLine(done, total)));
      vectors ??= prepare("all", { progress: quiet ? () => {} : told });
      await vectors;
    }
    return retriever;
  };
}

export interface ModelWrappers {
  here(model: ChatModel, device: Device): ChatModel;
  server(model: ChatModel): ChatModel;
}

const plain: ModelWrappers = { here: (model) => model, server: (model) => model };

/** Each of `copies` has its own thread; without it, the model runs in the main thread. */
export async function openSession(
  given: Arguments & { copies?: number },
  signal: AbortSignal,
  dress: ModelWrappers = plain,
): Promise<Session> {
  const budget = budgetOf(given.capUsd);
  const bare = await connectServer("large", given, budget);
  const large = bare === null ? null : dress.server(bare);
  const tools = (await loadTools(given.toolsFile, process.env)).map(budget.capTool);
  const encoder = await loadEncoder(given.threads, given.encoder);
  const encoderName = await encoderNameFor(given.encoder);
  const router = await loadRouter(given.routerFile, process.env, encoder, () =>
    encoderIdFor(given.encoder),
  );
  const configured = configuredOf({ large, encoder, tools, router });
  const settings = given.settings(configured);
  const { model, ofRun, device, reload, close } = await openSmall(given, budget, signal);
  const turns = new Turns(systemClock);
  const line = turns.modelLine(model.ref.model, given.copies ?? 1);
  const served = dress.server(model);
  // A cached call does not wait for a turn.
  const smallOf = (mine: RunTurns) =>
    device === null ? served : dress.here(mine.model(ofRun(), line), device);
  const shared = sharedLibrary(given, encoder, signal);
  const resolved = (settings: RunSettings) =>
    encoder.reader === null ? { ...settings, ...withoutHeads } : settings;
  return {
    settings: resolved(settings),
    configured,
    resolved,
    small: model.ref.model,
    smallAt: device === null ? model.ref.destination : null,
    encoder: encoderName,
    large: large?.ref ?? null,
    async libraryOf({ id, context }, withVectors) {
      if (context === undefined) return shared(withVectors);
      const own = await contextLibrary({ id, context }, encoder);
      if (withVectors) await own.computeVectors(signal);
      return own.retriever;
    },
    async answer(question, settings, retriever, oracle) {
      const events: RunEvent[] = [];
      const startedMs = performance.now();
      const weighs = settings.worth !== undefined && large !== null;
      const worth = weighs
        ? await loadWorth(given.policyFile, encoder, () => encoderIdFor(given.encoder), large.ref)
        : null;
      const mine = turns.ofRun();
      const ports = portsOf({
        small: smallOf(mine),
        large: oracle?.model ?? large,
        retriever: mine.retriever(retriever),
        encoder: {
          embed: mine.embedder(encoder).embed,
          reader: encoder.reader === null ? null : mine.reader(encoder.reader),
        },
        tools,
        router,
        worth,
        clock: mine.clock,
      });
      const request = { runId: randomUUID(), question, settings };
      for await (const event of run(request, ports, signal)) {
        oracle?.see(event);
        events.push(event);
      }
      return { events, seconds: (performance.now() - startedMs) / 1000 };
    },
    reload,
    async close() {
      await close();
      await encoder.dispose();
    },
  };
}

export function libraryOpener(session: Pick<Session, "libraryOf">, row: MaybeContext) {
  const opened = new Map<boolean, Retriever>();
  return async (withVectors: boolean): Promise<Retriever> => {
    const there = opened.get(true) ?? opened.get(withVectors);
    if (there !== undefined) return there;
    const library = await session.libraryOf(row, withVectors);
    opened.set(withVectors, library);
    return library;
  };
}
