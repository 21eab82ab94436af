/**
 * How well it answers: cover-EM, EM and F1 of a question set with 95 % intervals, by type.
 *
 *   npm run bench:answers -- --data FILE[.gz] [--limit N] [--skip N] [--every N] [--out FILE]
 *                            [any option of `npm run ask`, e.g. --small, --encoder, --reader]
 *   npm run bench:answers -- --compare A.jsonl B.jsonl [C.jsonl …]
 *
 * Rows with their own `context` are answered from it alone, the others from --library.
 * --out keeps every run; started again with the same settings it goes on where it stopped.
 * --compare puts finished --out files side by side, over the questions that all of them
 * have: each, and how it differs from the first, with the interval of the paired differences.
 */
import { appendFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { askOptions, readArguments } from "../../src/cli/arguments.ts";
import { passedOn } from "../../src/cli/passed-on.ts";
import { libraryOpener, openSession, type Session } from "../../src/cli/session.ts";
import type { QuestionRow } from "../../src/evaluation/questions/question.ts";
import { runStart } from "../../src/log/events.ts";
import { comparisonTable, overallTable, typeTable } from "./answer-tables.ts";
import { answerRow, sameSettings, soFar } from "./answered.ts";
import { readRows, rowOptions, selectRows } from "./rows.ts";
import { loggedRun, readLogged, type Scored } from "./scored.ts";

const own = {
  data: { type: "string", default: "public/questions/factbook.jsonl" },
  ...rowOptions,
  out: { type: "string" },
  compare: { type: "boolean", default: false },
} as const;

const { values, tokens, positionals } = parseArgs({
  options: { ...askOptions, ...own },
  tokens: true,
  allowPositionals: true,
});

async function compare(files: readonly string[]): Promise<void> {
  const evaluations = await Promise.all(
    files.map(async (file) => ({ name: basename(file, ".jsonl"), runs: await readLogged(file) })),
  );
  console.log(comparisonTable(evaluations));
}

async function evaluate(): Promise<void> {
  const given = readArguments(passedOn(tokens, own));
  const rows = selectRows(await readRows(values.data), values);
  const session = await openSession(given, new AbortController().signal);
  const done = await finished(session);
  const scored: Scored[] = [];
  for (const row of rows) {
    const one = done.get(row.id) ?? (await answer(session, row));
    scored.push(one);
    const mark = one.scores.coverTokens === 1 ? "+" : "-";
    console.log(
      `${mark} ${row.question} → ${one.prediction} (${row.answers[0]}) ${one.seconds.toFixed(1)} s`,
    );
  }
  await session.close();
  const title = values.data.split("/").slice(-2).join("/");
  console.log(`\n${overallTable(title, scored)}\n\n${typeTable(scored)}`);
}

async function answer(session: Session, row: QuestionRow): Promise<Scored> {
  const library = libraryOpener(session, row);
  const run = await answerRow(session, row, session.settings, library);
  if (values.out !== undefined) await appendFile(values.out, `${JSON.stringify(run)}\n`);
  return run;
}

/** What an earlier start has answered; refused when that was done by other settings or models. */
async function finished({ settings, small }: Session): Promise<Map<string, Scored>> {
  if (values.out === undefined) return new Map();
  const logged = await soFar(values.out, loggedRun);
  for (const { id, events } of logged) {
    const start = startOf.parse(events[0]);
    if (start.small.model !== small || !sameSettings(start.settings, settings)) {
      throw new Error(`${values.out} was written with another model or other settings (${id})`);
    }
  }
  if (logged.length > 0) console.log(`${logged.length} are there already in ${values.out}`);
  return new Map(logged.map((one) => [one.id, one]));
}

const startOf = z.pick(runStart, { settings: true, small: true });

if (values.compare) await compare(positionals);
else await evaluate();
