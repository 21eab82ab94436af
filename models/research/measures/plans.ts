/**
 * Statistics of an evaluation's chains, from the --out file of `npm run bench -- answers` and its
 * questions.
 *
 *   npm run bench -- plans --data FILE[.gz] OUT.jsonl [OUT.jsonl …]
 *
 * Reports how many chain outputs parsed as written, how many chains contain every answer of the
 * gold chain (MuSiQue's decomposition, 2WikiMultihopQA's triples), how many hops that is, how many
 * gold passages the sub-queries retrieved, and what became of the planner's own answers.
 */
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { keptConfigurations } from "../../../e2e/bench/kept-runs.ts";
import { readRows } from "../../../e2e/bench/rows.ts";
import { Journal } from "../../../src/cli/eval/journal.ts";
import { markdownTable } from "../../../src/cli/eval/markdown-table.ts";
import type { QuestionRow } from "../../../src/evaluation/questions/question.ts";
import { bootstrap, bootstrapMean, percent } from "../../../src/evaluation/statistics/interval.ts";
import { type ChainFacts, chainFacts, ownVerdicts } from "./chains.ts";

const { values, positionals } = parseArgs({
  options: { data: { type: "string" } },
  allowPositionals: true,
});

async function factsOf(
  file: string,
  rows: ReadonlyMap<string, QuestionRow>,
): Promise<ChainFacts[]> {
  const kept = keptConfigurations(await Journal.open(file)).flatMap(({ runs }) => runs);
  return kept.flatMap(({ result, events }) => {
    const row = rows.get(result.question);
    return row === undefined ? [] : [chainFacts(row, events)];
  });
}

function plansRow(name: string, all: readonly ChainFacts[]): string[] {
  const sum = (some: readonly ChainFacts[], pick: (one: ChainFacts) => number) =>
    some.reduce((total, one) => total + pick(one), 0);
  const outputs = sum(all, (one) => one.outputs);
  // Outputs of one question are dependent, so resample questions.
  const clean = bootstrap(
    all,
    (some) => sum(some, (one) => one.clean) / sum(some, (one) => one.outputs),
  );
  const hops = all.flatMap((one) => one.hops ?? []);
  const withHops = all.filter((one) => one.hops !== null);
  const recalls = all.flatMap(({ recall }) => recall ?? []);
  const share = (values: readonly boolean[]) => bootstrapMean(values.map(Number));
  return [
    name,
    String(all.length),
    `${percent(clean)} of ${outputs}`,
    (sum(all, (one) => one.steps) / all.length).toFixed(2),
    (sum(all, (one) => one.unsolved) / all.length).toFixed(2),
    withHops.length === 0
      ? "—"
      : `${percent(share(withHops.map((one) => one.hops?.every(Boolean) ?? false)))} of ${withHops.length}`,
    hops.length === 0 ? "—" : `${percent(share(hops))} of ${hops.length}`,
    recalls.length === 0 ? "—" : percent(bootstrapMean(recalls)),
    recalls.length === 0 ? "—" : percent(share(recalls.map((recall) => recall === 1))),
  ];
}

function hopsTable(named: readonly { name: string; all: readonly ChainFacts[] }[]): string | null {
  const most = Math.max(0, ...named.flatMap(({ all }) => all.map((one) => one.hops?.length ?? 0)));
  if (most === 0) return null;
  const places = Array.from({ length: most }, (_, place) => place);
  return markdownTable(
    ["hops found", ...places.map((place) => `hop ${place + 1}`)],
    named.map(({ name, all }) => [
      name,
      ...places.map((place) => {
        const found = all.flatMap((one) => one.hops?.[place] ?? []);
        return `${percent(bootstrapMean(found.map(Number)))} of ${found.length}`;
      }),
    ]),
  );
}

function ownTable(named: readonly { name: string; all: readonly ChainFacts[] }[]): string {
  return markdownTable(
    ["answers of the planner's own", "of steps", ...ownVerdicts],
    named.map(({ name, all }) => {
      const own = all.flatMap((one) => one.own);
      return [
        name,
        String(all.reduce((total, { steps }) => total + steps, 0)),
        ...ownVerdicts.map((verdict) => String(own.filter((one) => one === verdict).length)),
      ];
    }),
  );
}

function checkTable(named: readonly { name: string; all: readonly ChainFacts[] }[]): string {
  const count = (all: readonly ChainFacts[], check: ChainFacts["check"]) =>
    String(all.filter((one) => one.check === check).length);
  return markdownTable(
    ["answer check: replaced", "wrong by right", "right by wrong", "neither"],
    named.map(({ name, all }) => [
      name,
      count(all, "helped"),
      count(all, "harmed"),
      count(all, "neither"),
    ]),
  );
}

if (values.data === undefined || positionals.length === 0) {
  throw new Error("give --data FILE and at least one --out file of `bench -- answers`");
}
const rows = new Map((await readRows(values.data)).map((row) => [row.id, row]));
const named = await Promise.all(
  positionals.map(async (file) => ({
    name: basename(file, ".jsonl"),
    all: await factsOf(file, rows),
  })),
);
const head = [
  "chains",
  "n",
  "outputs that parse, %",
  "steps",
  "unsolved",
  "every gold sub-answer, %",
  "hops right, %",
  "gold passages read, %",
  "all of them, %",
];
console.log(
  markdownTable(
    head,
    named.map(({ name, all }) => plansRow(name, all)),
  ),
);
const byPlace = hopsTable(named);
if (byPlace !== null) console.log(`\n${byPlace}`);
console.log(`\n${ownTable(named)}`);
console.log(`\n${checkTable(named)}`);
