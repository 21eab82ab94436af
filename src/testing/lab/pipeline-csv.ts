/** Runs as a table, with names that are known and with names that are not. */
import type { Mapping } from "../../evaluation/pipelines/read/mapping.ts";
import type { PipelineRuns } from "../../evaluation/pipelines/runs.ts";

export function runsCsv({ stages, runs }: PipelineRuns): string {
  const head = ["question", ...stages.map((name) => `${name}_model`)];
  return csvOf([...head, "score", "usd", "tokens", "seconds", "repeat"], { stages, runs });
}

const strange = ["frage", "wer plant", "wer liest"] as const;

/** Takes runs of two stages. */
export function strangeCsv(runs: PipelineRuns): string {
  return csvOf([...strange, "punkte", "geld", "zeichen", "dauer", "mal"], runs);
}

export const strangeMapping: Mapping = {
  question: "frage",
  stages: [
    { name: "plan", column: "wer plant" },
    { name: "read", column: "wer liest" },
  ],
  score: "punkte",
  answer: null,
  gold: null,
  usd: "geld",
  tokens: null,
  seconds: null,
  repeat: "mal",
};

function csvOf(head: readonly string[], { runs }: PipelineRuns): string {
  const lines = runs.map(({ question, models, score, usd, tokens, seconds, repeat }) =>
    [question, ...models, score, usd ?? "", tokens ?? "", seconds ?? "", repeat].join(","),
  );
  return `${[head.join(","), ...lines].join("\n")}\n`;
}
