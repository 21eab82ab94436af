/** Which column of a table means what. */
import { hotpotF1 } from "../../../metrics/score.ts";
import type { PipelineRun } from "../runs.ts";
import { costOf, type Fields, scoreOf, textOfCell, type Unreadable } from "./parts.ts";

/** Each names a column, or is null if there is none. */
export interface Columns {
  question: string | null;
  score: string | null;
  /** Together they are scored by F1, where there is no score. */
  answer: string | null;
  gold: string | null;
  usd: string | null;
  tokens: string | null;
  seconds: string | null;
  repeat: string | null;
}

/** The meaning of a table's columns, as far as it is known. */
export interface MappingDraft extends Columns {
  stages: readonly { name: string; column: string }[];
}

export interface Mapping extends MappingDraft {
  question: string;
}

export type MappingGap = "question" | "stages" | "stage-name" | "score";

const names: Readonly<Record<keyof Columns, readonly string[]>> = {
  question: ["question", "question_id", "query", "task", "id", "input"],
  score: ["score", "right", "correct", "success", "accuracy", "f1"],
  answer: ["answer", "prediction", "output"],
  gold: ["gold", "expected", "reference", "label"],
  usd: ["usd", "cost", "cost_usd", "total_cost"],
  tokens: ["tokens", "total_tokens"],
  seconds: ["seconds", "latency", "duration"],
  repeat: ["repeat", "seed", "trial", "run"],
};

const stageColumn = /^(.{1,100}?)[ _.:-]?model$/iu;
const modelFirst = /^(?:model|stage)[ _.:-](.{1,100})$/iu;

/** Guesses by the columns' names; a field without a known name is null. */
export function draftMapping(columns: readonly string[]): MappingDraft {
  const byName = new Map(columns.map((column) => [column.trim().toLowerCase(), column]));
  const named = (field: keyof Columns) => {
    const found = names[field].find((name) => byName.has(name));
    return found === undefined ? null : (byName.get(found) ?? null);
  };
  const stages = columns.flatMap((column) => {
    const trimmed = column.trim();
    const name = (stageColumn.exec(trimmed) ?? modelFirst.exec(trimmed))?.[1];
    return name === undefined ? [] : [{ name, column }];
  });
  return {
    stages,
    question: named("question"),
    score: named("score"),
    answer: named("answer"),
    gold: named("gold"),
    usd: named("usd"),
    tokens: named("tokens"),
    seconds: named("seconds"),
    repeat: named("repeat"),
  };
}

/** Everything that a person still has to choose. */
export function mappingGaps({ question, stages, score, answer, gold }: MappingDraft): MappingGap[] {
  const given = stages.map(({ name }) => name.trim());
  const gaps: Readonly<Record<MappingGap, boolean>> = {
    question: question === null,
    stages: stages.length === 0,
    "stage-name": given.includes("") || new Set(given).size < given.length,
    score: score === null && (answer === null || gold === null),
  };
  const all: readonly MappingGap[] = ["question", "stages", "stage-name", "score"];
  return all.filter((gap) => gaps[gap]);
}

/** Null while something is missing. */
export function completeMapping(draft: MappingDraft): Mapping | null {
  const { question } = draft;
  return question === null || mappingGaps(draft).length > 0 ? null : { ...draft, question };
}

/** Null where names do not say it: then a person has to. */
export function proposedMapping(columns: readonly string[]): Mapping | null {
  return completeMapping(draftMapping(columns));
}

export function mappedRun(fields: Fields, row: number, mapping: Mapping): PipelineRun | Unreadable {
  const cell = (column: string | null) => (column === null ? undefined : fields.get(column));
  const question = textOfCell(cell(mapping.question));
  if (question === null) return { row, reason: "no-question", at: mapping.question };
  const models: string[] = [];
  for (const { column } of mapping.stages) {
    const model = textOfCell(cell(column));
    if (model === null) return { row, reason: "no-model", at: column };
    models.push(model);
  }
  const score =
    mapping.score === null ? answerScore(fields, mapping) : scoreOf(cell(mapping.score));
  if (score === null) return { row, reason: "no-score", at: mapping.score ?? mapping.answer ?? "" };
  if (score === undefined) return { row, reason: "not-a-number", at: mapping.score ?? "" };
  const costs: { usd: number | null; tokens: number | null; seconds: number | null } = {
    usd: null,
    tokens: null,
    seconds: null,
  };
  for (const kind of ["usd", "tokens", "seconds"] as const) {
    const value = costOf(cell(mapping[kind]), kind);
    if (value === undefined) return { row, reason: "not-a-number", at: mapping[kind] ?? "" };
    costs[kind] = value;
  }
  return { question, models, score, ...costs, repeat: textOfCell(cell(mapping.repeat)) ?? "" };
}

/** An empty answer is a wrong one; without gold there is no score. */
function answerScore(fields: Fields, { answer, gold }: Mapping): number | null {
  const expected = gold === null ? null : textOfCell(fields.get(gold));
  if (answer === null || expected === null) return null;
  return hotpotF1(textOfCell(fields.get(answer)) ?? "", [expected]);
}
