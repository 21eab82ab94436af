/**
 * How long another agent's runs take to read, and whether the intervals of its figures hold what
 * they claim, in worlds of known worth.
 */
import {
  analysePipeline,
  type PipelineAnalysis,
} from "../../src/evaluation/pipelines/analyse-pipeline.ts";
import { openPipeline } from "../../src/evaluation/pipelines/read/read-pipeline.ts";
import { pipelineTable } from "../../src/evaluation/pipelines/runs.ts";
import type { Interval } from "../../src/evaluation/types.ts";
import {
  type Asking,
  askedOf,
  type PipelineWorld,
  pipelineWorld,
  trueEffect,
} from "../../src/testing/lab/pipeline-world.ts";

const worlds = 200;
const models = [3, 3, 3];
const first = Number(process.argv[2] ?? 1);

interface Tally {
  covered: number;
  given: number;
}

const figures = {
  "Shapley, score": { figure: "score", by: "shapley" },
  "Main effect, score": { figure: "score", by: "main" },
  "Shapley, cost": { figure: "usd", by: "shapley" },
  "Main effect, cost": { figure: "usd", by: "main" },
} as const;
type Figure = keyof typeof figures;

function intervalsOf(
  upgrade: PipelineAnalysis["upgrades"][number],
): Record<Figure, Interval | null> {
  return {
    "Shapley, score": upgrade.gain,
    "Main effect, score": upgrade.main,
    "Shapley, cost": upgrade.cost,
    "Main effect, cost": upgrade.mainCost,
  };
}

function add(tallies: Map<Figure, Tally>, world: PipelineWorld, analysis: PipelineAnalysis): void {
  for (const upgrade of analysis.upgrades) {
    const found = intervalsOf(upgrade);
    for (const name of Object.keys(figures) as Figure[]) {
      const truth = trueEffect(world, upgrade, figures[name]);
      const interval = found[name];
      const tally = tallies.get(name) ?? { covered: 0, given: 0 };
      tally.given += 1;
      if (interval !== null && interval.low <= truth && truth <= interval.high) tally.covered += 1;
      tallies.set(name, tally);
    }
  }
}

function measure(title: string, asking: Omit<Asking, "seed">): void {
  const tallies = new Map<Figure, Tally>();
  let [refused, wrong] = [0, 0];
  for (let seed = first; seed < first + worlds; seed += 1) {
    const world = pipelineWorld(models, seed);
    const table = pipelineTable(askedOf(world, { ...asking, seed: 10_000 + seed }));
    if ("reason" in table) throw new Error(table.reason);
    const analysis = analysePipeline(table, { cost: "usd", seed });
    refused += analysis.refused.length;
    const isWrong = analysis.upgrades.some((upgrade) => {
      const truth = trueEffect(world, upgrade, figures["Shapley, score"]);
      return (
        (upgrade.advice === "large" && truth <= 0) || (upgrade.advice === "small" && truth >= 0)
      );
    });
    if (isWrong) wrong += 1;
    add(tallies, world, analysis);
  }
  const cells = (Object.keys(figures) as Figure[]).map((name) => {
    const { covered, given } = tallies.get(name) ?? { covered: 0, given: 0 };
    return given === 0 ? "–" : `${((100 * covered) / given).toFixed(1)} %`;
  });
  console.log(`| ${[title, ...cells, `${refused} of ${worlds * 6}`, `${wrong}`].join(" | ")} |`);
}

/** Traces of three stages: a root, a step and a call each, as OTLP JSON. */
function spansText(spans: number): string {
  const world = pipelineWorld(models, first);
  const { stages, runs } = askedOf(world, { questions: Math.ceil(spans / 7 / 27), seed: 1 });
  const all = runs.slice(0, Math.floor(spans / 7)).flatMap((run, trace) => {
    const span = (id: string, parent: string, name: string, fields: object) => ({
      traceId: `${trace}`,
      spanId: id,
      parentSpanId: parent,
      name,
      startTimeUnixNano: "1764374400000000000",
      endTimeUnixNano: "1764374401000000000",
      attributes: Object.entries(fields).map(([key, value]) => ({
        key,
        value: typeof value === "string" ? { stringValue: value } : { doubleValue: value },
      })),
    });
    return [
      span("root", "", "agent", { "input.value": run.question, score: run.score }),
      ...stages.flatMap((stage, at) => [
        span(stage, "root", stage, {}),
        span(`${stage} call`, stage, "chat", {
          "gen_ai.request.model": run.models[at] ?? "",
          "gen_ai.usage.input_tokens": 400,
          "gen_ai.usage.output_tokens": 60,
          "gen_ai.usage.cost": (run.usd ?? 0) / stages.length,
        }),
      ]),
    ];
  });
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: all }] }] });
}

const spans = 10_000;
const traces = new Blob([spansText(spans)]);
const begun = performance.now();
const { runs: readRuns } = await openPipeline(traces);
const readMs = performance.now() - begun;
const readTable = pipelineTable(readRuns);
if ("reason" in readTable) throw new Error(readTable.reason);
analysePipeline(readTable, { cost: "usd" });
const allMs = performance.now() - begun;
console.log(
  `${spans} spans (${readRuns.runs.length} runs in ${models.reduce((a, b) => a * b)} setups): read in ${readMs.toFixed(0)} ms, with all figures in ${allMs.toFixed(0)} ms.\n`,
);

console.log(
  `${worlds} worlds of 3 stages with 3 models each. 95 % intervals that hold the truth:\n`,
);
console.log(
  `| outcomes | ${Object.keys(figures).join(" | ")} | refused | worlds with a wrong verdict |`,
);
console.log("|---|---|---|---|---|---|---|");
const started = performance.now();
for (const questions of [100, 200]) {
  measure(`${questions} questions, complete`, { questions });
  measure(`${questions} questions, 40 % of the outcomes`, { questions, outcomes: 0.4 });
}
measure("100 questions, two repeats, 40 % of the outcomes", {
  questions: 100,
  repeats: 2,
  outcomes: 0.4,
});
measure("100 questions, 80 % of the setups", { questions: 100, setups: 0.8 });
console.log(`\n${((performance.now() - started) / 1000).toFixed(0)} s`);
