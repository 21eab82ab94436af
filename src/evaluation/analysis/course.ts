import { type Purpose, purposes } from "../../log/types.ts";
import { wilson } from "../statistics/wilson.ts";
import {
  byWrittenPart,
  type ConfigurationSummary,
  type LabResult,
  type MetricId,
  type Share,
  type WrittenPart,
} from "../types.ts";
import { rightBy } from "./table.ts";

export type Course = Pick<
  ConfigurationSummary,
  "unfit" | "unsolved" | "misled" | "helped" | "routes" | "written"
>;

export function courseOf(answered: readonly LabResult[], metric: MetricId): Course {
  return {
    unfit: unfitOf(answered),
    unsolved: unsolvedOf(answered),
    misled: trueShare(answered.map(({ misled }) => misled)),
    helped: trueShare(answered.map(({ helped }) => helped ?? null)),
    routes: routesOf(answered, metric),
    written: writtenOf(answered),
  };
}

export function shareOf(count: number, n: number): Share | null {
  return n === 0 ? null : { ...wilson(count, n), count };
}

export function trueShare(cases: readonly (boolean | null)[]): Share | null {
  const known = cases.filter((one) => one !== null);
  return shareOf(known.filter(Boolean).length, known.length);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function unfitOf(answered: readonly LabResult[]): Share | null {
  const failures = sum(answered.map(({ parseFailures }) => parseFailures));
  return shareOf(failures, sum(answered.map(({ parses }) => parses)));
}

function unsolvedOf(answered: readonly LabResult[]): Share | null {
  const told = answered.flatMap(({ steps }) => steps ?? []);
  if (told.length < answered.length) return null;
  return shareOf(sum(told.map(({ unsolved }) => unsolved)), sum(told.map(({ all }) => all)));
}

function routesOf(answered: readonly LabResult[], metric: MetricId): Course["routes"] {
  const exits = [...new Set(answered.map(({ exit }) => exit))];
  if (exits.every((exit) => exit === null)) return [];
  return exits.sort(nullLast).flatMap((exit) => {
    const own = answered.filter((result) => result.exit === exit);
    const share = shareOf(own.length, answered.length);
    if (share === null) return [];
    return [{ exit, share, right: trueShare(own.map((result) => rightBy(result, metric))) }];
  });
}

function nullLast(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a < b ? -1 : 1;
}

/** SlimPLM's Table 4 counts the answer, the proxy, the rewriting and the judge. */
const parts: Readonly<Record<Purpose, WrittenPart>> = {
  answer: "answer",
  summarise: "answer",
  reason: "answer",
  proxy: "proxy",
  claims: "rewriting",
  rewrite: "rewriting",
  judge: "judge",
  decide: "others",
  plan: "others",
  continue: "others",
  digest: "others",
  read: "others",
  relevance: "others",
  decompose: "others",
};

/** 0 if the purpose was not asked for; null if not reported. */
function writtenOf(answered: readonly LabResult[]): Course["written"] {
  const told = answered.flatMap(({ written }) => written ?? []);
  const isKnown = answered.length > 0 && told.length === answered.length;
  return byWrittenPart((part) => {
    const own = purposes.filter((purpose) => parts[purpose] === part);
    const counts = told.flatMap((written) => own.map((purpose) => written[purpose] ?? 0));
    const isTold = told.every((written) => own.every((purpose) => written[purpose] !== null));
    return isKnown && isTold ? sum(counts) / answered.length : null;
  });
}
