/**
 * An untrained model's outputs: as asked, repaired, unusable, echoes. `npm run bench -- prompts
 * --out RUNS.jsonl [--endpoint URL --model NAME] [--memory FILE] [--data FILE[.gz],…] [--ask
 * chain,rag,gate,parts] [--limit N]`; --memory caches calls, --report prints the tables of
 * docs/prompts.md. Without --endpoint the embedded model is the control.
 */

import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { askOptions, readArguments, UsageError } from "../../src/cli/arguments.ts";
import { batchOf, idsOf, setName } from "../../src/cli/eval/batch.ts";
import { Journal } from "../../src/cli/eval/journal.ts";
import { runHere } from "../../src/cli/eval/run-here.ts";
import { passedOn } from "../../src/cli/passed-on.ts";
import { say, tell } from "../../src/cli/print.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import { openSession } from "../../src/cli/session.ts";
import { CachingModels } from "../../src/evaluation/batch/memory.ts";
import { AppError } from "../../src/log/errors.ts";
import { keptConfigurations } from "./kept-runs.ts";
import { promptsReport } from "./prompts-tables.ts";
import { askedWays } from "./prompts-ways.ts";
import { readRows, rowOptions, selectRows } from "./rows.ts";

const own = {
  endpoint: { type: "string" },
  model: { type: "string" },
  memory: { type: "string" },
  data: { type: "string", default: "public/questions/factbook.jsonl" },
  ask: { type: "string" },
  ...rowOptions,
  out: { type: "string" },
  report: { type: "boolean", default: false },
} as const;

const { values, tokens } = parseArgs({ options: { ...askOptions, ...own }, tokens: true });

interface Endpoint {
  url: string;
  model: string;
}

/** Null is the embedded model. Throws UsageError. */
function endpointOf(): Endpoint | null {
  const { endpoint: url, model } = values;
  if (url === undefined && model === undefined) return null;
  if (url === undefined || model === undefined) {
    throw new UsageError("Give both --endpoint URL and --model NAME.");
  }
  return { url, model };
}

async function runAll(journal: Journal): Promise<void> {
  const endpoint = endpointOf();
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const remote =
    endpoint === null
      ? []
      : ["small", "large"].flatMap((tier) => [
          `--${tier}-url=${endpoint.url}`,
          `--${tier}-model=${endpoint.model}`,
        ]);
  const given = readArguments([...passedOn(tokens, own), ...remote]);
  const sha256 = async (text: string) => createHash("sha256").update(text).digest("hex");
  const { calls: memory } =
    values.memory === undefined ? journal : await Journal.open(values.memory);
  const remembering = new CachingModels({ memory, sha256 });
  const session = await openSession(given, stop.signal, {
    here: (model, device) => remembering.model(model, device),
    server: (model) => remembering.model(model, ""),
  });
  const named = values.ask?.split(",") ?? null;
  const configurations = askedWays(endpoint === null ? "small" : "large")
    .filter(({ id }) => named?.includes(id) !== false)
    .map((way) => ({ ...way, settings: session.resolved(way.settings), small: null }));
  for (const path of values.data.split(",")) {
    const rows = selectRows(await readRows(path), values);
    const set = setName(path);
    const asked = { title: set, set, rows, configurations, library: given.library };
    const batch = await journal.goOn(batchOf(session, asked), idsOf(rows));
    if (batch === null) {
      throw new UsageError(`${values.out}: ${set} was run with other models or other settings.`);
    }
    const error = await runHere({
      batch,
      questions: rows,
      journal,
      sessionOf: () => session,
      signal: stop.signal,
      onResult: ({ result, tookMs }, done) => {
        const { configuration, outcome, error: why, prediction } = result;
        const said = outcome === "answered" ? prediction : `${outcome} ${why ?? ""}`;
        tell(`${done} · ${configuration} · ${said} · ${(tookMs / 1000).toFixed(1)} s`);
      },
    });
    if (error === "asked") break;
    if (error !== null) throw new AppError(error.code, error.params);
  }
  await session.close();
}

async function main(): Promise<void> {
  if (values.out === undefined) throw new UsageError("Give --out FILE.");
  const journal = await Journal.open(values.out);
  if (!values.report) await runAll(journal);
  if (journal.results.length === 0) throw new UsageError(`${values.out} holds no runs.`);
  say(promptsReport(keptConfigurations(journal)));
}

await runCommand(main);
