/**
 * Every method on the same questions: `npm run bench -- methods --out RUNS.jsonl [--questions
 * FILE[.gz],…] [--limit N] [--methods ID,ID/PRESET,…] [--threads N]`, with options of `npm run
 * ask`; --out resumes. `--report [--baseline ID]` prints existing results.
 */

import { parseArgs } from "node:util";
import { askOptions, UsageError } from "../../src/cli/arguments.ts";
import { Journal } from "../../src/cli/eval/journal.ts";
import { passedOn } from "../../src/cli/passed-on.ts";
import { say } from "../../src/cli/print.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import { askMethods, questionSet } from "./ask-methods.ts";
import { keptConfigurations } from "./kept-runs.ts";
import { methodsReport } from "./methods-tables.ts";
import { readRows, rowOptions, selectRows } from "./rows.ts";

const own = {
  questions: { type: "string", default: "public/questions/factbook.jsonl" },
  methods: { type: "string" },
  ...rowOptions,
  out: { type: "string" },
  report: { type: "boolean", default: false },
  baseline: { type: "string", default: "vanilla" },
} as const;

const { values, tokens } = parseArgs({ options: { ...askOptions, ...own }, tokens: true });

async function runAll(journal: Journal): Promise<void> {
  const paths = values.questions.split(",");
  const sets = await Promise.all(
    paths.map(async (path) => questionSet(path, selectRows(await readRows(path), values))),
  );
  await askMethods(journal, sets, values.methods, passedOn(tokens, own));
}

async function main(): Promise<void> {
  if (values.out === undefined) throw new UsageError("Give --out FILE.");
  const journal = await Journal.open(values.out);
  if (!values.report) await runAll(journal);
  if (journal.results.length === 0) throw new UsageError(`${values.out} holds no runs.`);
  say(methodsReport(keptConfigurations(journal), values.baseline));
}

await runCommand(main);
