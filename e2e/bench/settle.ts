/**
 * Replays the shipped reports as batches that run until they are settled, in 60 orders of their
 * questions, beside other ways to spend the calls; and how often such a batch sees what is not
 * there.
 */
import { readFileSync } from "node:fs";
import { readReportFile } from "../../src/cli/report-file.ts";
import { isCombination } from "../../src/evaluation/analysis/combination-ids.ts";
import { alpha } from "../../src/evaluation/analysis/upgrade-verdicts.ts";
import { pipelineTable } from "../../src/evaluation/pipelines/runs.ts";
import { type Standing, standingOf, stepsOf } from "../../src/evaluation/pipelines/sequential.ts";
import { shippedReports } from "../../src/evaluation/shipped/shipped-report.ts";
import { type Column, columnMean } from "../../src/evaluation/statistics/resample.ts";
import { leastQuestions } from "../../src/evaluation/statistics/sample-size.ts";
import { setupCount } from "../../src/evaluation/statistics/shapley.ts";
import { seededRandom, shuffled } from "../../src/shared/random.ts";
import { askedOf, nullWorld } from "../../src/testing/lab/pipeline-world.ts";
import { settleReplay } from "../../src/testing/lab/settle-replay.ts";

const orders = 60;
const nullWorlds = 1000;
const shares = [0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1];
const models = [2, 2, 2];
const setups = setupCount(models);
const folder = "public/examples/";

interface Outcomes {
  name: string;
  n: number;
  quality: readonly Column[];
  largeTokens: readonly Column[];
}

async function outcomesOf(name: string, file: string): Promise<Outcomes> {
  const { results } = await readReportFile(`${folder}${file}`);
  const runs = results.flatMap(({ question, configuration, outcome, metrics, total }) => {
    if (outcome !== "answered" || !isCombination(configuration) || metrics.f1 === null) return [];
    // The table orders models by dollars; here they are tokens of the large one.
    const costs = { usd: total.largeTokens, tokens: total.tokens, seconds: total.seconds };
    return [{ question, models: [...configuration], score: metrics.f1, repeat: "", ...costs }];
  });
  const table = pipelineTable({ stages: ["plan", "solve", "summarise"], runs });
  if ("reason" in table) throw new Error(`${file}: ${table.reason}`);
  const { quality, cost, questions } = table;
  return { name, n: questions.length, quality, largeTokens: cost.usd };
}

type Verdict = "large" | "small" | "open";

function settled({ state }: Standing): Verdict {
  return state === "hopeless" ? "open" : state;
}

/** As if the money had ended: the plain level, whatever was asked. */
function verdictsAt(quality: readonly Column[], share: number): Verdict[] {
  const asked = quality.reduce((least, column) => Math.min(least, count(column)), Infinity);
  return standingOf(models, quality, share).map(({ gain, p }) =>
    p < alpha && asked > 0 ? (gain > 0 ? "large" : "small") : "open",
  );
}

function count(column: Column): number {
  return column.reduce((sum, value) => sum + (Number.isNaN(value) ? 0 : 1), 0);
}

type Way = (outcomes: Outcomes, order: readonly number[], calls: number) => Column[];

function unasked({ quality }: Outcomes): Column[] {
  return quality.map((column) => new Float64Array(column.length).fill(Number.NaN));
}

const ways: Readonly<Record<string, Way>> = {
  "this design": (outcomes, order, calls) => {
    const asked = unasked(outcomes);
    let left = calls;
    for (const { question, setups } of stepsOf(models, order.length)) {
      if (left < setups.length) break;
      left -= setups.length;
      for (const setup of setups) ask(outcomes, asked, setup, order[question]);
    }
    return asked;
  },
  "all setups of fewer questions": (outcomes, order, calls) => {
    const asked = unasked(outcomes);
    for (const place of order.slice(0, Math.floor(calls / setups))) {
      for (let setup = 0; setup < setups; setup += 1) ask(outcomes, asked, setup, place);
    }
    return asked;
  },
  "successive halving": (outcomes, order, calls) => {
    const asked = unasked(outcomes);
    let kept = outcomes.quality.map((_, setup) => setup);
    const rungs = Math.log2(setups);
    let next = 0;
    for (let rung = 0; rung < rungs; rung += 1) {
      const end = next + Math.floor(calls / rungs / kept.length);
      for (const place of order.slice(next, end)) {
        for (const setup of kept) ask(outcomes, asked, setup, place);
      }
      next = end;
      const means = new Map(kept.map((setup) => [setup, columnMean(asked[setup] ?? nothing)]));
      kept = kept
        .toSorted((a, b) => (means.get(b) ?? 0) - (means.get(a) ?? 0))
        .slice(0, kept.length / 2);
    }
    return asked;
  },
};
const nothing = new Float64Array();

function ask(
  { quality }: Outcomes,
  asked: readonly Column[],
  setup: number,
  place: number | undefined,
): void {
  const column = asked[setup];
  if (column !== undefined && place !== undefined) {
    column[place] = quality[setup]?.[place] ?? Number.NaN;
  }
}

function ordersOf({ n }: Outcomes): number[][] {
  const places = Array.from({ length: n }, (_, at) => at);
  return Array.from({ length: orders }, (_, seed) => shuffled(places, seededRandom(seed + 1)));
}

function spent(costs: readonly Column[], asked: readonly Column[]): number {
  return costs.reduce(
    (sum, column, setup) =>
      sum +
      column.reduce(
        (own, cost, at) => own + (Number.isNaN(asked[setup]?.[at] ?? Number.NaN) ? 0 : cost),
        0,
      ),
    0,
  );
}

function agreement(found: readonly Verdict[], truth: readonly Verdict[]): number {
  return found.filter((verdict, at) => verdict === truth[at]).length;
}

function areOpposite(found: readonly Verdict[], truth: readonly Verdict[]): boolean {
  return found.some((one, at) => one !== "open" && truth[at] !== "open" && one !== truth[at]);
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function replayed(reports: readonly Outcomes[]): void {
  console.log(
    "| report | questions | p of the stages | calls | large tokens | same verdicts | opposite | at most half |",
  );
  console.log("|---|---|---|---|---|---|---|---|");
  const sum = { calls: 0, all: 0, tokens: 0, allTokens: 0, same: 0, opposite: 0 };
  for (const report of reports) {
    const full = standingOf(models, report.quality, 1);
    const truth = full.map(settled);
    const own = { calls: 0, all: 0, tokens: 0, allTokens: 0, same: 0, opposite: 0 };
    for (const order of ordersOf(report)) {
      const found = settleReplay(models, report.quality, order);
      const verdicts = found.standings.map(settled);
      own.calls += found.calls;
      own.all += report.n * setups;
      own.tokens += spent(report.largeTokens, found.quality);
      own.allTokens += spent(report.largeTokens, report.quality);
      own.same += agreement(verdicts, truth);
      own.opposite += Number(areOpposite(verdicts, truth));
    }
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += own[key];
    const p = full.map((one) => one.p.toFixed(3)).join(", ");
    console.log(row(report.name, `${report.n}`, p, own, 1));
  }
  console.log(row("all", "", "", sum, reports.length));
}

function row(
  name: string,
  n: string,
  p: string,
  own: Readonly<Record<"calls" | "all" | "tokens" | "allTokens" | "same" | "opposite", number>>,
  reports: number,
): string {
  const share = own.calls / own.all;
  return `| ${[
    name,
    n,
    p,
    percent(share),
    percent(own.tokens / own.allTokens),
    percent(own.same / (orders * reports * models.length)),
    `${own.opposite} of ${orders * reports}`,
    share <= 0.5 ? "met" : "missed",
  ].join(" | ")} |`;
}

function curves(reports: readonly Outcomes[]): void {
  console.log("\nVerdicts kept where the money ends at a share of the calls (p < 0.05):\n");
  console.log(`| | ${shares.map((share) => `${100 * share} %`).join(" | ")} |`);
  console.log(`|---|${shares.map(() => "---").join("|")}|`);
  for (const [name, way] of Object.entries(ways)) {
    const cells = shares.map((share) => {
      let [same, opposite] = [0, 0];
      for (const report of reports) {
        const truth = standingOf(models, report.quality, 1).map(settled);
        for (const order of ordersOf(report)) {
          const calls = Math.round(share * report.n * setups);
          const asked = way(report, order, calls);
          const isAll = spent(report.quality.map(ones), asked) === report.n * setups;
          const verdicts = verdictsAt(asked, isAll ? 1 : Math.min(share, 0.999));
          same += agreement(verdicts, truth);
          opposite += Number(areOpposite(verdicts, truth));
        }
      }
      const kept = percent(same / (orders * reports.length * models.length));
      return opposite === 0 ? kept : `${kept} (${opposite} opposite)`;
    });
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
}

function ones(column: Column): Column {
  return column.map(() => 1);
}

function falseAlarms(): void {
  console.log(`\nBatches with a wrong verdict, of ${nullWorlds} in which stages do nothing:\n`);
  console.log("| stages that do nothing | questions | until settled | everything asked | calls |");
  console.log("|---|---|---|---|---|");
  for (const questions of [100, 200]) {
    for (const except of [0, 1]) {
      let [early, fixed, calls] = [0, 0, 0];
      for (let seed = 1; seed <= nullWorlds; seed += 1) {
        const world = nullWorld(models, seed, except);
        const runs = askedOf(world, { questions, seed: 20_000 + seed, ownLuck: true });
        const table = pipelineTable(runs);
        if ("reason" in table) throw new Error(table.reason);
        const order = shuffled(
          table.questions.map((_, at) => at),
          seededRandom(seed),
        );
        const isWrong = (standings: readonly Standing[]) =>
          standings.some((one) => one.stage >= except && settled(one) !== "open");
        const found = settleReplay(models, table.quality, order);
        early += Number(isWrong(found.standings));
        fixed += Number(isWrong(standingOf(models, table.quality, 1)));
        calls += found.calls;
      }
      console.log(
        `| ${models.length - except} | ${[
          questions,
          percent(early / nullWorlds),
          percent(fixed / nullWorlds),
          percent(calls / (nullWorlds * questions * setups)),
        ].join(" | ")} |`,
      );
    }
  }
}

const shipped = shippedReports
  .parse(JSON.parse(readFileSync(`${folder}reports.json`, "utf8")))
  .filter(({ verdicts }) => verdicts !== null);
const reports = await Promise.all(shipped.map(({ id, file }) => outcomesOf(id, file)));
const started = performance.now();
replayed(reports);
curves(reports);
falseAlarms();
console.log(
  `\n${orders} orders of the questions (seeds 1 to ${orders}), at least ${leastQuestions} questions before the first look; ${((performance.now() - started) / 1000).toFixed(0)} s`,
);
