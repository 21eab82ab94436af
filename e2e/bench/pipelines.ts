/** Whether the intervals of any pipeline's figures hold what they claim, in worlds of known worth. */
import {
  analysePipeline,
  type PipelineAnalysis,
} from "../../src/evaluation/pipelines/analyse-pipeline.ts";
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
