/** What `npm run eval` takes beside the options of `npm run ask`. */
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import * as z from "zod/mini";
import { configurationsFor, isOffered } from "../../evaluation/analysis/comparisons.ts";
import { asksLarge, type BaseModels, hasOwnModels } from "../../evaluation/combinations.ts";
import { importQuestions } from "../../evaluation/questions/import/import-questions.ts";
import { sampleQuestions } from "../../evaluation/questions/import/sample.ts";
import { textOf } from "../../evaluation/questions/import/text-of.ts";
import type { QuestionRow } from "../../evaluation/questions/question.ts";
import type { Configuration } from "../../evaluation/types.ts";
import { matchingPreset } from "../../session/presets.ts";
import type { Arguments } from "../arguments.ts";
import { UsageError } from "../run-settings.ts";
import type { Session } from "../session.ts";

export const evalOptions = {
  data: { type: "string" },
  out: { type: "string" },
  "logs-out": { type: "string" },
  "logs-of": { type: "string" },
  combinations: { type: "boolean", default: false },
  compare: { type: "string" },
  "base-small": { type: "string" },
  "base-encoder": { type: "string" },
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

/** A report of its own for the logs, and of how many questions; null: they go into the one report. Throws UsageError. */
export function logsFile(flags: { "logs-out"?: string; "logs-of"?: string }): {
  path: string;
  questions: number | undefined;
} | null {
  const path = flags["logs-out"];
  const questions = wholeNumber("logs-of", flags["logs-of"]);
  if (path !== undefined) return { path, questions };
  if (questions !== undefined) throw new UsageError("--logs-of goes with --logs-out FILE.");
  return null;
}

export interface QuestionSet {
  name: string;
  questions: QuestionRow[];
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
  return { name, questions };
}

/** On the command line there is nothing to tick. */
const offered = z.enum(["eight", "decision", "rewriters", "models", "table-two", "figure-two"]);
type CompareFlag = z.infer<typeof offered>;

/** What is compared; null: the settings alone are asked. Throws UsageError. */
export function comparisonOf(flags: {
  combinations: boolean;
  compare?: string;
}): CompareFlag | null {
  const named = flags.compare ?? (flags.combinations ? "eight" : null);
  if (named === null) return null;
  const read = offered.safeParse(named);
  if (!read.success) {
    throw new UsageError(`--compare is one of ${offered.options.join(", ")}, not "${named}".`);
  }
  if (flags.combinations && read.data !== "eight") {
    throw new UsageError("--combinations is --compare eight; give one of them.");
  }
  return read.data;
}

/** Models as `--small` and `--encoder` take them; undefined: the same as is compared with them. */
export interface BaseFlags {
  small: string | undefined;
  encoder: string | undefined;
}

/** Null where no models are compared. Throws UsageError. */
export function readBaseFlags(
  flags: { "base-small"?: string | undefined; "base-encoder"?: string | undefined },
  comparison: CompareFlag | null,
): BaseFlags | null {
  const { "base-small": small, "base-encoder": encoder } = flags;
  const given = small !== undefined || encoder !== undefined;
  if (comparison === "models" && !given) {
    throw new UsageError("--compare models needs --base-small, --base-encoder or both.");
  }
  if (comparison !== "models" && given) {
    throw new UsageError("--base-small and --base-encoder belong to --compare models.");
  }
  return given ? { small, encoder } : null;
}

type Own = Pick<Session, "settings" | "resolved" | "small" | "encoder" | "large">;
type Base = Pick<Session, "resolved" | "small" | "encoder">;

/** The settings alone, or every way of them that is compared. Throws UsageError. */
export function configurationsOf(
  { method }: Pick<Arguments, "method">,
  { own, base }: { own: Own; base: Base | null },
  comparison: CompareFlag | null,
): Configuration[] {
  const { settings } = own;
  if (comparison === null) {
    const preset = matchingPreset(settings);
    const title = `${method.title}: ${preset?.title ?? "own settings"}`;
    return [{ id: preset?.id ?? "settings", title, settings, small: null }];
  }
  if (!isOffered(comparison, method, settings)) {
    throw new UsageError(`${method.title} has nothing to --compare ${comparison}.`);
  }
  const models = base === null ? null : othersOf(base, own);
  const { paper, stages: allowed } = method;
  const hasLarge = own.large !== null;
  const request = { settings, hasLarge, allowed, chosen: [], base: models };
  return configurationsFor(comparison, paper === undefined ? request : { ...request, paper })
    .filter((one) => comparison !== "models" || own.large !== null || !asksLarge(one))
    .map((one) => {
      const { resolved } = base !== null && hasOwnModels(one) ? base : own;
      return { ...one, settings: resolved(one.settings) };
    });
}

/** By name, since a report says no more of its models. Throws UsageError. */
function othersOf({ small, encoder }: Base, own: Own): BaseModels {
  if (small === own.small && encoder === own.encoder) {
    throw new UsageError(`The models to compare have the same names: ${small}, ${encoder}.`);
  }
  return {
    small: small === own.small ? null : small,
    encoder: encoder === own.encoder ? null : encoder,
  };
}
