import { randomUUID } from "node:crypto";
import type { QuestionRow } from "../../evaluation/questions/question.ts";
import type { ComparedIn, Configuration, LabBatch } from "../../evaluation/types.ts";
import { systemClock } from "../../node/node-ports.ts";
import type { Session } from "../session.ts";

export interface Asked {
  id?: string;
  title: string;
  set: string;
  rows: readonly QuestionRow[];
  configurations: readonly Configuration[];
  comparison?: ComparedIn | null;
  ceilings?: LabBatch["ceilings"];
  library: string;
  budgetUsd?: number | null;
  seed?: number;
  untilSettled?: boolean;
}

export function batchOf(
  { small, smallAt, encoder, large }: Pick<Session, "small" | "smallAt" | "encoder" | "large">,
  asked: Asked,
): LabBatch {
  const { id = randomUUID(), title, set, rows, configurations, library } = asked;
  const { budgetUsd = null, seed = 0, comparison = null, ceilings, untilSettled = false } = asked;
  return {
    id,
    title,
    createdEpochMs: systemClock.epochMs(),
    set,
    questionCount: rows.length,
    library: rows.every(({ context = [] }) => context.length > 0) ? "own-context" : "shared",
    libraryId: library,
    configurations: [...configurations],
    ...(comparison === null ? {} : { comparison }),
    ...(ceilings === undefined ? {} : { ceilings }),
    models: {
      small,
      ...(smallAt === null ? {} : { smallAt }),
      large: large?.model ?? null,
      encoder,
    },
    largePrice: large?.price ?? null,
    budgetUsd,
    seed,
    ...(untilSettled ? { untilSettled } : {}),
  };
}

export function idsOf(rows: readonly QuestionRow[]): string[] {
  return rows.map(({ id }) => id);
}

/** Parallel questions finish in a different order every time. */
export function inOrder<T extends { question: string; configuration: string }>(
  records: readonly T[],
  questions: readonly QuestionRow[],
  configurations: readonly Pick<Configuration, "id">[],
): T[] {
  const places = new Map(questions.map(({ id }, place) => [id, place]));
  const columns = new Map(configurations.map(({ id }, place) => [id, place]));
  const placeOf = ({ question, configuration }: T) =>
    (places.get(question) ?? 0) * columns.size + (columns.get(configuration) ?? 0);
  return records
    .filter(({ question, configuration }) => places.has(question) && columns.has(configuration))
    .sort((a, b) => placeOf(a) - placeOf(b));
}

/** Returns the last two parts of the path: "hotpotqa/dev_distractor". */
export function setName(path: string): string {
  return path
    .split("/")
    .slice(-2)
    .join("/")
    .replace(/\.jsonl(?:\.gz)?$/u, "");
}
