import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import * as z from "zod/mini";
import {
  type Comparison,
  comparisons,
  configurationsFor,
  isOffered,
} from "../../evaluation/analysis/comparisons.ts";
import type { SideBySide } from "../../evaluation/batch/side-by-side.ts";
import { asksLarge, type BaseModels, hasOwnModels } from "../../evaluation/combinations.ts";
import { importQuestions } from "../../evaluation/questions/import/import-questions.ts";
import { sampleQuestions } from "../../evaluation/questions/import/sample.ts";
import { textOf } from "../../evaluation/questions/import/text-of.ts";
import type { QuestionRow } from "../../evaluation/questions/question.ts";
import type { ComparedIn, Configuration } from "../../evaluation/types.ts";
import {
  mostSwept,
  rivalsOf,
  type SmallModel,
  type Sweep,
  sweepable,
  sweptValues,
} from "../../evaluation/variants.ts";
import { isWithin } from "../../log/setting-bounds.ts";
import { methodById, UsageError, valuesOf } from "../../node/run-settings.ts";
import { controlAt } from "../../runtime/controls.ts";
import type { MethodInfo } from "../../runtime/method.ts";
import { matchingPreset } from "../../session/presets.ts";
import { wordsOf } from "../../ui-kit/text/controls.ts";
import type { Arguments } from "../arguments.ts";
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
  methods: { type: "string" },
  sweep: { type: "string" },
  "small-models": { type: "string" },
  oracle: { type: "string" },
  "until-settled": { type: "boolean", default: false },
  limit: { type: "string" },
  seed: { type: "string" },
  "at-once": { type: "string" },
  copies: { type: "string" },
} as const;

const whole = z.coerce.number().check(z.int(), z.gte(0));
const atLeastOne = z.coerce.number().check(z.int(), z.gte(1));

/** Throws UsageError. */
export function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const read = whole.safeParse(text);
  if (!read.success) throw new UsageError(`--${flag} cannot be "${text}".`);
  return read.data;
}

/** Throws UsageError. */
export function readSideBySide(flags: {
  "at-once"?: string;
  copies?: string;
}): Partial<SideBySide> {
  const [questions, copies] = [flags["at-once"], flags.copies].map((text) => {
    if (text === undefined) return undefined;
    return atLeastOne.safeParse(text).data ?? "bad";
  });
  if (questions === "bad") throw new UsageError(`--at-once cannot be "${flags["at-once"]}".`);
  if (copies === "bad") throw new UsageError(`--copies cannot be "${flags.copies}".`);
  return {
    ...(questions === undefined ? {} : { questions }),
    ...(copies === undefined ? {} : { copies }),
  };
}

/** Null if logs go into the report. Throws UsageError. */
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

/** Throws UsageError without a question; `tell` gets the skipped rows. */
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

/** "chosen" needs boxes to tick. */
const offered = z.enum(comparisons.filter((one) => one !== "chosen"));
export type CompareFlag = z.infer<typeof offered>;

/** Null if only the given settings run. Throws UsageError. */
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

/** Undefined fields equal those of the compared models. */
export interface BaseFlags {
  small: string | undefined;
  encoder: string | undefined;
}

/** Null if none is compared. Throws UsageError. */
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

export interface CompareDetails {
  /** Null for the methods that the paper compares. */
  methods: string[] | null;
  sweep: Sweep | null;
}

/** Throws UsageError. */
export function readDetails(
  flags: { methods?: string | undefined; sweep?: string | undefined },
  comparison: CompareFlag | null,
  { method }: Pick<Arguments, "method">,
): CompareDetails {
  if (flags.methods !== undefined && comparison !== "methods") {
    throw new UsageError("--methods belongs to --compare methods.");
  }
  if ((flags.sweep !== undefined) !== (comparison === "sweep")) {
    throw new UsageError("--compare sweep and --sweep PATH[=VALUE,VALUE…] belong together.");
  }
  return {
    methods: flags.methods?.split(",").map((id) => methodById(id).id) ?? null,
    sweep: flags.sweep === undefined ? null : readSweep(flags.sweep, method),
  };
}

/** Values default to the paper's, or to steps over the whole range. */
function readSweep(text: string, method: MethodInfo): Sweep {
  const [named = "", list] = text.split("=");
  const path = sweepable(method).find((one) => one === named);
  if (path === undefined) {
    throw new UsageError(
      `--sweep: ${method.title} has no number "${named}". It has: ${sweepable(method).join(", ")}.`,
    );
  }
  const [preset] = method.presets;
  const given = list?.split(",").map((value) => (value.trim() === "" ? Number.NaN : Number(value)));
  const values = given ?? (preset === undefined ? [] : sweptValues(path, preset.settings, method));
  const control = controlAt(path, method.settings);
  const wrong = values.find((value) => control.kind !== "number" || !isWithin(value, control));
  if (wrong !== undefined) {
    throw new UsageError(`--sweep: ${path} is ${valuesOf(control, [])}, not ${wrong}.`);
  }
  if (values.length > mostSwept) throw new UsageError(`--sweep takes ${mostSwept} values at most.`);
  return { path, label: wordsOf(path, method.settings).label, values };
}

/** These models run in addition to the batch's own. Throws UsageError. */
export function readSmallModels(
  list: string | undefined,
  comparison: CompareFlag | null,
): string[] {
  if ((list !== undefined) !== (comparison === "small-models")) {
    throw new UsageError("--compare small-models and --small-models ID,ID… belong together.");
  }
  return list?.split(",") ?? [];
}

/** Null for a single setup. */
export function comparedIn(
  comparison: CompareFlag | null,
  { method }: Pick<Arguments, "method">,
  { sweep }: CompareDetails,
): ComparedIn | null {
  if (comparison === null) return null;
  const path = sweep === null ? {} : { path: sweep.path };
  return { kind: comparison satisfies Comparison, method: method.id, ...path };
}

type Own = Pick<Session, "settings" | "resolved" | "configured" | "small" | "encoder" | "large">;
type Base = Pick<Session, "resolved" | "small" | "encoder">;

export function configurationsOf(
  { method }: Pick<Arguments, "method">,
  sessions: { own: Own; base: Base | null; others: readonly SmallModel[] },
  comparison: CompareFlag | null,
  details: CompareDetails,
): Configuration[] {
  const { own, base } = sessions;
  const { settings, configured } = own;
  if (comparison === null) {
    const preset = matchingPreset(settings);
    const title = `${method.title}: ${preset?.title ?? "own settings"}`;
    return [{ id: preset?.id ?? "settings", title, settings, small: null }];
  }
  if (!isOffered(comparison, method, settings)) {
    throw new UsageError(`${method.title} has nothing to --compare ${comparison}.`);
  }
  const models = base === null ? null : othersOf(base, own);
  return configurationsFor(comparison, {
    settings,
    method,
    hasLarge: own.large !== null,
    chosen: [],
    base: models,
    methods: details.methods ?? rivalsOf(method),
    sweep: details.sweep,
    smallModels: [{ id: null, title: own.small }, ...sessions.others],
    services: configured.tools,
    hasRouter: configured.routerTools !== null,
  })
    .filter((one) => comparison !== "models" || own.large !== null || !asksLarge(one))
    .map((one) => {
      // The encoder is the same for every small model.
      const { resolved } = base !== null && hasOwnModels(one) ? base : own;
      return { ...one, settings: resolved(one.settings) };
    });
}

/** Compares names, since a report holds no more. Throws UsageError. */
function othersOf({ small, encoder }: Base, own: Own): BaseModels {
  if (small === own.small && encoder === own.encoder) {
    throw new UsageError(`The models to compare have the same names: ${small}, ${encoder}.`);
  }
  return {
    small: small === own.small ? null : small,
    encoder: encoder === own.encoder ? null : encoder,
  };
}
