/**
 * Is a decision at each stage, reusing what was paid, better than one a question? `npm run bench --
 * steps [--report FILE …] [--price openai/gpt-4.1-mini] [--folds 10] [--deals 1]`. Policies are
 * learnt without the question that they are measured on.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { markdownTable } from "../../../src/cli/eval/markdown-table.ts";
import { listedPrice, readReportFile } from "../../../src/cli/report-file.ts";
import {
  meanBootstrap,
  percent,
  signedPercent,
} from "../../../src/evaluation/statistics/interval.ts";
import { mean } from "../../../src/methods/homo-router/training/problem.ts";
import { root } from "../../../src/node/place.ts";
import { coverageOf, loggedPairs } from "./coverage.ts";
import {
  allLargeUsd,
  areas,
  atBudget,
  costAt,
  fixed,
  heldOut,
  type Outcomes,
  oracle,
} from "./deferral.ts";
import { allLarge, type Question, questionsOf, setups } from "./paths.ts";
import * as policies from "./policies.ts";
import { promiseOn } from "./promise.ts";

const shipped = ["factbook-default", "hotpotqa", "musique", "2wikimultihopqa", "strategyqa"];
const { values } = parseArgs({
  options: {
    report: { type: "string", multiple: true, default: shipped },
    price: { type: "string", default: "openai/gpt-4.1-mini" },
    folds: { type: "string", default: "10" },
    deals: { type: "string", default: "2" },
    trees: { type: "boolean", default: false },
  },
});
const price = await listedPrice(values.price);
const questions: Question[] = [];
const coverage: string[][] = [];
for (const id of values.report) {
  const path = id.includes(".lab.json") ? id : join(root, "public/examples", `${id}.lab.json.gz`);
  const report = await readReportFile(path);
  questions.push(...questionsOf(id, report.questions, report.results, price));
  const logged = path.replace(".lab.json", ".runs.lab.json");
  if (!existsSync(logged)) continue;
  const { logs } = await readReportFile(logged);
  const { questions: asked, steps, covered, same } = coverageOf(loggedPairs(logs, "SLS"));
  coverage.push([id, ...[asked, steps, covered, same].map(String)]);
}
console.log(
  `${markdownTable(["logs of", "questions", "steps", "read by the large model in the same state", "questions read alike throughout"], coverage)}\n`,
);

const rules = [
  ...(values.trees ? [policies.stepwiseTrees] : []),
  policies.stepwiseLines,
  policies.curvesNewest,
  policies.curvesSurest,
  policies.cascadeNewest,
  policies.cascadeSurest,
  policies.cascadeRouting,
  policies.random,
];
const deals = Array.from({ length: Number(values.deals) }, (_, seed) => seed);
const curves = rules.map((policy) => {
  const dealt = deals.map((seed) =>
    heldOut(policy, questions, { folds: Number(values.folds), seed }),
  );
  console.error(policy.title, Math.round(performance.now() / 1000));
  const [first = []] = dealt;
  const averaged: Outcomes = first.map((own, at) =>
    own.map((_, dial) => ({
      right: mean(dealt.map((deal) => deal[at]?.[dial]?.right ?? 0)),
      usd: mean(dealt.map((deal) => deal[at]?.[dial]?.usd ?? 0)),
    })),
  );
  return { title: policy.title, outcomes: averaged };
});

const usdText = (usd: number | null) => (usd === null ? "never" : `$${(1000 * usd).toFixed(2)}`);
const halfway = 0.5;
const aimedAt = 0.6;
const splits = 200;

function printTable(title: string, own: readonly number[]): void {
  const asked = own.flatMap((at) => questions[at] ?? []);
  const interval = meanBootstrap(asked.length);
  const most = allLargeUsd(asked);
  const setupOutcomes = setups.map((setup) => ({ setup, outcomes: fixed(asked, setup) }));
  const rightOf = (outcomes: Outcomes) => outcomes.map(([one]) => one?.right ?? 0);
  const best = setupOutcomes.reduce((a, b) =>
    mean(rightOf(b.outcomes)) > mean(rightOf(a.outcomes)) ? b : a,
  );
  const large = setupOutcomes.find(({ setup }) => setup === allLarge)?.outcomes ?? [];
  const perfect = oracle(asked);
  const gap = mean(perfect.map((one) => one[1]?.right ?? 0)) - mean(rightOf(best.outcomes));
  const part = ({ outcomes }: (typeof curves)[number]) => own.flatMap((at) => [outcomes[at] ?? []]);
  const app = curves.filter(({ title }) => title === policies.curvesSurest.title).flatMap(part);
  const over = (a: readonly number[], b: readonly number[]) =>
    signedPercent(interval(a.map((one, at) => one - (b[at] ?? 0))));
  const row = (name: string, outcomes: Outcomes) => {
    const at = (share: number) => atBudget(outcomes, share * most).map(({ right }) => right);
    const [half, aimed] = [at(halfway), at(aimedAt)];
    const area = areas(outcomes, most);
    return [
      name,
      percent(interval(half)),
      percent(interval(aimed)),
      percent(interval(area)),
      over(
        half,
        atBudget(app, halfway * most).map(({ right }) => right),
      ),
      over(area, areas(app, most)),
      over(aimed, rightOf(best.outcomes)),
      `${((100 * (mean(aimed) - mean(rightOf(best.outcomes)))) / gap).toFixed(0)} %`,
      usdText(costAt(outcomes, mean(rightOf(large)))),
    ];
  };
  console.log(
    `## ${title} (n = ${asked.length}): best fixed ${best.setup}, ${percent(interval(rightOf(best.outcomes)))}; all large ${percent(interval(rightOf(large)))}, ${usdText(most)}\n`,
  );
  console.log(
    markdownTable(
      [
        "rule",
        "at 50 % of all large's cost",
        "at 60 %",
        "area",
        "50 % over the app's",
        "area over the app's",
        "60 % over best fixed",
        "oracle gap closed",
        "as right as all large for",
      ],
      [
        ...curves.map((curve) => row(curve.title, part(curve))),
        row("oracle", perfect),
        ...setupOutcomes.map(({ setup, outcomes }) => row(`always ${setup}`, outcomes)),
      ],
    ),
  );
  console.log();
  const promised = [0, 0.05, 0.1].map((epsilon) => {
    const { possible, broken, usd } = promiseOn(app, rightOf(large), { epsilon, splits });
    return [
      `${(100 * epsilon).toFixed(0)} points`,
      ...[possible, broken].map((share) => `${(100 * share).toFixed(1)} %`),
      possible === 0 ? "—" : usdText(usd),
    ];
  });
  const heads = ["at most worse than all large by", "promised, of 200 splits", "broken", "cost"];
  console.log(`${markdownTable(heads, promised)}\n`);
}

const places = questions.map((_, at) => at);
for (const set of values.report) {
  printTable(
    set,
    places.filter((at) => questions[at]?.set === set),
  );
}
printTable("together", places);
