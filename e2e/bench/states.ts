/**
 * Answers found, partly found or not, in and outside the Factbook: `npm run bench -- states --out
 * RUNS.jsonl [--split dev|held-out] [--every N] [--limit N] [--methods ID,ID/PRESET,…] [--threads
 * N] [--report]`. Thresholds were chosen on `dev` alone.
 */

import { join } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { askOptions, UsageError } from "../../src/cli/arguments.ts";
import { Journal } from "../../src/cli/eval/journal.ts";
import { markdownTable } from "../../src/cli/eval/markdown-table.ts";
import { passedOn } from "../../src/cli/passed-on.ts";
import { say } from "../../src/cli/print.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import { questionRow } from "../../src/evaluation/questions/question.ts";
import { foldAnswerState } from "../../src/folds/answer-state.ts";
import { askMethods, questionSet } from "./ask-methods.ts";
import { type KeptRun, keptConfigurations } from "./kept-runs.ts";
import { readJsonLines, readRows, rowOptions, selectRows } from "./rows.ts";

const own = {
  split: { type: "string", default: "held-out" },
  methods: { type: "string" },
  ...rowOptions,
  out: { type: "string" },
  report: { type: "boolean", default: false },
} as const;

const { values, tokens } = parseArgs({ options: { ...askOptions, ...own }, tokens: true });

const outsideFile = join(import.meta.dirname, "outside.jsonl");
const insideFile = "public/questions/factbook.jsonl";

const outsideRow = z.extend(questionRow, {
  source: z.string(),
  licence: z.string(),
  split: z.enum(["dev", "held-out"]),
});

async function askAll(journal: Journal): Promise<void> {
  const all = (await readJsonLines(outsideFile)).map((value) => outsideRow.parse(value));
  const outside = all.filter(({ split }) => split === values.split);
  const half = values.split === "dev" ? 0 : 1;
  const inside = (await readRows(insideFile)).filter((_, index) => index % 2 === half);
  const sets = [
    questionSet(outsideFile, selectRows(outside, values)),
    questionSet(insideFile, selectRows(inside, values)),
  ];
  await askMethods(journal, sets, values.methods, passedOn(tokens, own));
}

interface Tally {
  n: number;
  found: number;
  right: number;
  partly: number;
  /** Looked up and not found. */
  not: number;
  memory: number;
}

function tally(runs: readonly KeptRun[]): Tally {
  const sum: Tally = { n: 0, found: 0, right: 0, partly: 0, not: 0, memory: 0 };
  for (const { events, result } of runs) {
    const state = foldAnswerState(events);
    if (state === null) continue;
    sum.n += 1;
    if (state.kind === "found") sum.found += 1;
    if (state.kind === "found" && result.metrics.coverEmTokens === 1) sum.right += 1;
    if (state.kind === "partly-found") sum.partly += 1;
    if (state.kind === "not-in-library" && state.lookedUp) sum.not += 1;
    if (state.kind === "not-in-library" && !state.lookedUp) sum.memory += 1;
  }
  return sum;
}

function report(journal: Journal): string {
  const rows = keptConfigurations(journal).map(({ batch, configuration, runs }) => {
    const { n, found, right, partly, not, memory } = tally(runs);
    const share = n === 0 ? "—" : `${((100 * (not + memory)) / n).toFixed(0)} %`;
    const of = found === 0 ? "—" : `${right} of ${found}`;
    return [batch.title, configuration.title, n, found, of, partly, not, memory, share].map(String);
  });
  return markdownTable(
    [
      "questions",
      "method",
      "n",
      "found",
      "of these right",
      "partly",
      "not",
      "from memory",
      "not in the library, %",
    ],
    rows,
  );
}

async function main(): Promise<void> {
  if (values.out === undefined) throw new UsageError("Give --out FILE.");
  const journal = await Journal.open(values.out);
  if (!values.report) await askAll(journal);
  say(report(journal));
}

await runCommand(main);
