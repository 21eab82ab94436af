import { measure } from "../../evaluation/analysis/measure.ts";
import { type BatchEvent, foldProgress, startProgress } from "../../evaluation/batch/progress.ts";
import { type BatchPorts, resultKey, runBatch } from "../../evaluation/batch/run-batch.ts";
import { settlingOf } from "../../evaluation/batch/settling.ts";
import { atServers, isSmallHere } from "../../evaluation/batch/side-by-side.ts";
import { perfectStages, resultsWanted, withCeilings } from "../../evaluation/oracle/batch.ts";
import { gapFor } from "../../evaluation/oracle/configurations.ts";
import { oracleFor } from "../../evaluation/oracle/oracle.ts";
import type { QuestionRow } from "../../evaluation/questions/question.ts";
import type { Configuration, LabBatch } from "../../evaluation/types.ts";
import { needsVectors } from "../../evaluation/vectors.ts";
import { english } from "../../language/english/english.ts";
import type { ErrorData } from "../../log/errors.ts";
import { writeRunFile } from "../../log/file.ts";
import { systemClock } from "../../node/node-ports.ts";
import { libraryOpener, type Session } from "../session.ts";
import { idsOf } from "./batch.ts";
import type { Journal } from "./journal.ts";

const language = english({ aliases: [], quantities: [] });

export type ResultEvent = Extract<BatchEvent, { type: "result" }>;

export interface Running {
  batch: LabBatch;
  questions: readonly QuestionRow[];
  journal: Journal;
  sessionOf(configuration: Configuration): Session;
  signal: AbortSignal;
  /** Default 1, or several if all models are at servers. */
  atOnce?: number;
  /** If true, the batch stops once the running questions have ended. */
  pausing?: () => boolean;
  /** Without it, a crash ends this process. */
  reload?: () => Promise<void>;
  wants?: BatchPorts["wants"];
  /** `done` counts the whole batch. */
  onResult(event: ResultEvent, done: number): void;
}

/** Null when all is done, else why it stopped. */
export async function runHere(running: Running): Promise<ErrorData | "asked" | null> {
  const { batch, journal, signal, pausing = () => false, onResult } = running;
  const { atOnce = isSmallHere(batch) ? 1 : atServers } = running;
  let fold = startProgress(resultsWanted(batch), keptOf(running), journal.paidUsd);
  await runBatch(withCeilings(batch), portsOver(running), {
    signal,
    atOnce,
    pausing,
    tell: (event) => {
      fold = foldProgress(fold, event);
      if (event.type === "result") onResult(event, fold.progress.done);
    },
  });
  const { phase, error } = fold.progress;
  return phase === "done" ? null : (error ?? "asked");
}

function keptOf({ batch, questions, journal }: Running) {
  const configurations = new Set(withCeilings(batch).configurations.map(({ id }) => id));
  const requestedIds = new Set(questions.map(({ id }) => id));
  return journal.results.filter(
    (one) =>
      one.batch === batch.id &&
      requestedIds.has(one.question) &&
      configurations.has(one.configuration),
  );
}

function portsOver(running: Running): BatchPorts {
  const { batch, questions, journal, sessionOf } = running;
  const ceilings = new Set(batch.ceilings?.configurations.map(({ id }) => id));
  const perfect = perfectStages(batch);
  return {
    clock: systemClock,
    prepare: async () => undefined,
    reload: async () => running.reload?.(),
    async question(index) {
      const row = questions[index];
      if (row === undefined) throw new RangeError(`no question ${index}`);
      return row;
    },
    async openQuestion(row) {
      const libraries = new Map<Session, ReturnType<typeof libraryOpener>>();
      return {
        async *ask(configuration) {
          const { settings } = configuration;
          const session = sessionOf(configuration);
          const library = libraries.get(session) ?? libraryOpener(session, row);
          libraries.set(session, library);
          const retriever = await library(needsVectors(settings));
          const oracle = ceilings.has(configuration.id) ? oracleFor(row) : undefined;
          yield* (await session.answer(row.question, settings, retriever, oracle)).events;
        },
        close: () => undefined,
      };
    },
    measure: (row, events) => measure(row, events, language),
    stored: async () =>
      new Set(keptOf(running).map((one) => resultKey(one.question, one.configuration))),
    look: async () => settlingOf(batch, idsOf(questions), keptOf(running)),
    keep: (result, events) => journal.keep(result, writeRunFile(events)),
    paidUsd: async () => journal.paidUsd,
    wants: (row, configuration) =>
      (!ceilings.has(configuration.id) || gapFor(row, perfect) === null) &&
      running.wants?.(row, configuration) !== false,
  };
}
