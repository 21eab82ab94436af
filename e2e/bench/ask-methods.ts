import { readArguments, UsageError } from "../../src/cli/arguments.ts";
import { batchOf, idsOf, setName } from "../../src/cli/eval/batch.ts";
import type { Journal } from "../../src/cli/eval/journal.ts";
import { runHere } from "../../src/cli/eval/run-here.ts";
import { tell } from "../../src/cli/print.ts";
import { openSession } from "../../src/cli/session.ts";
import type { QuestionRow } from "../../src/evaluation/questions/question.ts";
import { AppError } from "../../src/log/errors.ts";
import { methods } from "../../src/methods/index.ts";
import { choosePreset, methodById } from "../../src/node/run-settings.ts";
import type { MethodInfo } from "../../src/runtime/method.ts";

export interface QuestionSet {
  set: string;
  rows: QuestionRow[];
}

export function questionSet(path: string, rows: QuestionRow[]): QuestionSet {
  return { set: setName(path), rows };
}

/**
 * Parses "ID,ID/PRESET,…"; the default is each method with its first preset without a large model.
 * Throws UsageError.
 */
function namedMethods(
  list: string | undefined,
): { method: MethodInfo; preset: string | undefined }[] {
  const named = list?.split(",") ?? methods.all.map(({ id }) => id);
  return named.map((name) => {
    const [id = "", preset] = name.split("/");
    return { method: methodById(id), preset };
  });
}

/**
 * Questions are the outer loop, so that a stopped run has asked all methods almost the same ones.
 * Throws AppError, UsageError.
 */
export async function askMethods(
  journal: Journal,
  sets: readonly QuestionSet[],
  list: string | undefined,
  argv: string[],
): Promise<void> {
  const named = namedMethods(list);
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const given = readArguments(argv);
  const session = await openSession(given, stop.signal);
  const configured = { ...session.configured, large: false };
  const configurations = named.map(({ method, preset }) => {
    const { id, title, settings } = choosePreset(method, preset, configured);
    return { id: `${method.id}/${id}`, title, settings: session.resolved(settings), small: null };
  });
  for (const { set, rows } of sets) {
    const asked = { title: set, set, rows, configurations, library: given.library };
    const batch = await journal.goOn(batchOf(session, asked), idsOf(rows));
    if (batch === null) {
      throw new UsageError(`${set} was run with other models or other settings.`);
    }
    const error = await runHere({
      batch,
      questions: rows,
      journal,
      sessionOf: () => session,
      signal: stop.signal,
      onResult: ({ result, tookMs }, done) => {
        const mark = result.error ?? (result.metrics.coverEmTokens === 1 ? "+" : "-");
        const { title = "" } = configurations.find(({ id }) => id === result.configuration) ?? {};
        const { question = "" } = rows.find(({ id }) => id === result.question) ?? {};
        const of = `${done} of ${rows.length * configurations.length}`;
        tell(
          `${of} · ${question}\n  ${mark} ${title}: ${result.prediction} ${(tookMs / 1000).toFixed(1)} s`,
        );
      },
    });
    if (error === "asked") break;
    if (error !== null) throw new AppError(error.code, error.params);
  }
  await session.close();
}
