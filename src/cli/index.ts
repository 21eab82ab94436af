/** Puts a corpus into an index of OpenSearch or Elasticsearch. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { libraryText } from "../features/library/text/library.ts";
import { commandLine } from "../node/command-line.ts";
import { loadEncoder } from "../node/node-ports.ts";
import { findPlace } from "../node/place.ts";
import { UsageError } from "../node/run-settings.ts";
import { streamOf } from "../retrieval/libraries/node.ts";
import { ensureIndex, findCluster, placeOf } from "./indexing/cluster.ts";
import { indexCorpus } from "./indexing/index-corpus.ts";
import { progressFile } from "./indexing/progress-file.ts";
import { say, tell } from "./print.ts";
import { orUsageError, runProgram } from "./run-command.ts";

const help = `${commandLine("index")} CORPUS --to URL [--vectors]

  CORPUS          JSONL with {id, title, text} a line, gzipped or not, of any size
  --to URL        of the index: http://localhost:9200/pages; made where there is none
  --vectors       with the vectors of the encoder (OpenSearch: plugin opensearch-knn;
                  Elasticsearch: version 8), in the field "vector"
  --encoder ID|FOLDER, --threads N    as for ${commandLine("ask")}
  --from-start    sends all lines anew; without it, a run that broke off goes on

A key comes from HOPWISE_INDEX_KEY in the environment: name:password, or a token.
`;

const secondsBetween = 2;

const options = {
  to: { type: "string" },
  vectors: { type: "boolean", default: false },
  encoder: { type: "string" },
  threads: { type: "string", default: "2" },
  "from-start": { type: "boolean", default: false },
  help: { type: "boolean", default: false, short: "h" },
} as const;

async function main(argv: readonly string[]): Promise<number> {
  const { values, positionals } = orUsageError(() =>
    parseArgs({ args: [...argv], options, allowPositionals: true }),
  );
  if (values.help) {
    say(help.trimEnd());
    return 0;
  }
  const [corpus] = positionals;
  if (corpus === undefined || values.to === undefined) throw new UsageError(help.trimEnd());
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const { signal } = stop;
  const key = process.env["HOPWISE_INDEX_KEY"] ?? "";
  const cluster = await findCluster(placeOf(values.to), key, signal);
  const progress = await progressFile(join(findPlace().cache, "index"), corpus, values.to).catch(
    () => {
      throw new UsageError(`${corpus} cannot be read.`);
    },
  );
  const made = await ensureIndex(cluster, values.vectors, signal);
  const from = made === "made" || values["from-start"] ? 0 : await progress.read();
  if (from > 0) tell(`An earlier run sent ${from} lines; it goes on there.`);
  const encoder = values.vectors ? await loadEncoder(Number(values.threads), values.encoder) : null;
  const startedMs = performance.now();
  const seconds = () => (performance.now() - startedMs) / 1000;
  let toldAt = 0;
  const { indexed, replaced, refused, firstRefusal, lines } = await indexCorpus(
    streamOf(corpus),
    cluster,
    {
      embedder: encoder,
      from,
      signal,
      taken: progress.write,
      report: {
        badLine: ({ line, reason }) =>
          tell(libraryText.badRow(line, libraryText.rowProblems[reason])),
        wait: (reason) => tell(`Waiting: ${reason}.`),
        progress(done, counts) {
          if (seconds() - toldAt < secondsBetween) return;
          toldAt = seconds();
          tell(`${done} lines, ${counts.indexed} passages, ${toldAt.toFixed(0)} s`);
        },
      },
    },
  );
  await encoder?.dispose();
  await progress.forget();
  say(
    `${lines} lines: ${indexed} passages are in ${cluster.index} (${replaced} of them replaced what was there), ${refused} were refused; ${seconds().toFixed(1)} s.`,
  );
  if (firstRefusal !== null) tell(`The first was refused with ${firstRefusal}`);
  return refused === 0 ? 0 : 1;
}

await runProgram(main);
if (process.exitCode === 2) tell("What was taken is kept: the same command goes on from there.");
