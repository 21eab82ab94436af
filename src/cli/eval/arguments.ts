/** What `npm run eval` takes beside the options of `npm run ask`. */
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import * as z from "zod/mini";
import { eightCombinations } from "../../lab/combinations.ts";
import { importQuestions } from "../../lab/import/import-questions.ts";
import { sampleQuestions } from "../../lab/import/sample.ts";
import { textOf } from "../../lab/import/text-of.ts";
import type { QuestionRow } from "../../lab/question.ts";
import type { Configuration } from "../../lab/types.ts";
import { matchingPreset } from "../../state/presets.ts";
import type { Arguments } from "../arguments.ts";
import { UsageError } from "../run-settings.ts";
import type { Session } from "../session.ts";

export const evalOptions = {
  data: { type: "string" },
  out: { type: "string" },
  combinations: { type: "boolean", default: false },
  limit: { type: "string" },
  seed: { type: "string" },
} as const;

const whole = z.coerce.number().check(z.int(), z.gte(0));

/** Throws UsageError. */
export function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const read = whole.safeParse(text);
  if (!read.success) throw new UsageError(`--${flag} cannot be "${text}".`);
  return read.data;
}

export interface QuestionSet {
  name: string;
  questions: QuestionRow[];
  hasContext: boolean;
}

/** Throws UsageError where the file holds no question; `tell` gets the rows that were left out. */
export async function readQuestions(
  path: string,
  sample: { limit: number | undefined; seed: number | undefined },
  tell: (line: string) => void,
): Promise<QuestionSet> {
  const name = basename(path).replace(/\.gz$/u, "");
  const file = await openAsBlob(path).catch(() => {
    throw new UsageError(`${path} cannot be read.`);
  });
  const imported = await importQuestions(await textOf(file), { dataset: name });
  for (const { line, reason } of imported.bad.slice(0, 10)) {
    tell(`${path}, line ${line}: left out (${reason})`);
  }
  if (imported.badCount > 10) tell(`… and ${imported.badCount - 10} more rows that were left out`);
  if (imported.questions.length === 0) throw new UsageError(`${path} holds no question.`);
  const { limit, seed } = sample;
  const questions = sampleQuestions(imported.questions, {
    ...(limit === undefined ? {} : { limit }),
    ...(seed === undefined ? {} : { seed }),
  });
  return { name, questions, hasContext: questions.every(({ context = [] }) => context.length > 0) };
}

/** The settings alone, or every combination of small and large in the method's stages. */
export function configurationsOf(
  given: Arguments,
  session: Session,
  combinations: boolean,
): Configuration[] {
  const { settings, resolved } = session;
  if (combinations) {
    return eightCombinations(settings, given.method.stages).map((one) => {
      return { ...one, settings: resolved(one.settings) };
    });
  }
  const preset = matchingPreset(settings);
  const title = `${given.method.title}: ${preset?.title ?? "own settings"}`;
  return [{ id: preset?.id ?? "settings", title, settings, small: null }];
}
