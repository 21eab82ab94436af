import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReportFile } from "../../cli/report-file.ts";
import { askedOf, pipelineWorld } from "../../testing/lab/pipeline-world.ts";
import { isCombination } from "../analysis/combination-ids.ts";
import { reportVerdicts } from "../analysis/verdicts.ts";
import { shippedReports } from "../shipped/shipped-report.ts";
import { digitsOf, setupCount, shapleyWeights } from "../statistics/shapley.ts";
import type { LabResult } from "../types.ts";
import { analysePipeline } from "./analyse-pipeline.ts";
import { designOf, freeing, isDetermined } from "./design.ts";
import { type PipelineRun, type PipelineRuns, pipelineTable } from "./runs.ts";

function analysed(runs: PipelineRuns, seed = 0, rounds = 200) {
  const table = pipelineTable(runs);
  if ("reason" in table) throw new Error(table.reason);
  return { table, ...analysePipeline(table, { cost: "usd", seed, rounds }) };
}

const folder = "public/examples/";
const shipped = shippedReports
  .parse(JSON.parse(readFileSync(`${folder}reports.json`, "utf8")))
  .filter(({ verdicts }) => verdicts !== null);

function runOf({ question, configuration, metrics, total }: LabResult): PipelineRun[] {
  const { f1 } = metrics;
  if (f1 === null) return [];
  const costs = { usd: total.largeTokens, tokens: total.tokens, seconds: total.seconds };
  return [{ question, models: [...configuration], score: f1, repeat: "", ...costs }];
}

describe("a shipped report, read as a table, gives its own figures", () => {
  it.each(shipped.map(({ id, file }) => [id, file]))("%s", async (_, file) => {
    const { batch, results } = await readReportFile(`${folder}${file}`);
    const answered = results.filter(
      ({ outcome, configuration }) => outcome === "answered" && isCombination(configuration),
    );
    const runs = answered.flatMap(runOf);
    // A table does not say that scores between 0 and 1 were possible.
    const metric = runs.every(({ score }) => score === 0 || score === 1) ? "right" : "f1";
    const printed = reportVerdicts(batch, results, { metric, cost: "largeTokens" });
    const found = analysed({ stages: ["plan", "solve", "summarise"], runs }, batch.seed, 1000);
    expect(found.refused).toEqual([]);
    const near = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (_key, one: unknown) =>
        typeof one === "number" ? expect.closeTo(one, 9) : one,
      );
    const { stages } = found.table;
    expect(
      found.upgrades.map(({ stage, gain, cost, p, advice, settles }) => {
        return { stage: stages[stage]?.name, gain, cost, p, advice, settles };
      }),
    ).toEqual(near(printed?.stages));
    const name = (setup: number) =>
      stages.map(({ models }, at) => models[digitsOf(setup, [2, 2, 2])[at] ?? 0]).join("");
    const corners = found.setups.map(({ setup, onFront: _front, ...figures }) => {
      return { id: name(setup), ...figures };
    });
    expect(corners.sort((a, b) => (a.id < b.id ? 1 : -1))).toEqual(near(printed?.corners));
    expect(found.interactions.map(({ difference }) => difference)).toEqual(
      near(printed?.interactions.map(({ difference }) => difference)),
    );
  });
});

/** Levels of questions plus effects of models, without noise. */
function additiveRuns(
  effects: readonly (readonly number[])[],
  asked: readonly { question: number; setup: number }[],
): PipelineRuns {
  const models = effects.map(({ length }) => length);
  const runs = asked.map(({ question, setup }): PipelineRun => {
    const digits = digitsOf(setup, models);
    const effect = digits.reduce((sum, digit, at) => sum + (effects[at]?.[digit] ?? 0), 0);
    return {
      question: `q${question}`,
      models: digits.map((digit) => `m${digit}`),
      score: 0.1 + 0.05 * (question % 7) + effect,
      usd: 1 + digits.reduce((sum, digit, at) => sum + digit * 10 ** at, 0),
      tokens: null,
      seconds: null,
      repeat: "",
    };
  });
  return { stages: effects.map((_, at) => `s${at}`), runs };
}

const pipelines = fc
  .array(fc.array(fc.double({ min: 0, max: 0.1, noNaN: true }), { minLength: 2, maxLength: 4 }), {
    minLength: 2,
    maxLength: 3,
  })
  .chain((effects) => {
    const setups = setupCount(effects.map(({ length }) => length));
    const one = fc.record({
      question: fc.nat(20),
      setup: fc.nat(setups - 1),
    });
    return fc.record({
      effects: fc.constant(effects),
      asked: fc.array(one, { minLength: 20, maxLength: 120 }),
    });
  });

describe("incomplete outcomes", () => {
  it("give the very effects where there is no noise, or are refused", () => {
    fc.assert(
      fc.property(pipelines, ({ effects, asked }) => {
        const runs = additiveRuns(effects, asked);
        const table = pipelineTable(runs);
        if ("reason" in table) return;
        const { upgrades } = analysePipeline(table, { cost: "usd", rounds: 2 });
        for (const { stage, model, gain, main } of upgrades) {
          const own = table.stages[stage];
          const at = Number(own?.name.slice(1));
          const effect = (name = "m0") => effects[at]?.[Number(name.slice(1))] ?? 0;
          const truth = effect(own?.models[model]) - effect(own?.models[0]);
          expect(gain.mean).toBeCloseTo(truth, 6);
          expect(main?.mean).toBeCloseTo(truth, 6);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("a refused upgrade is determined by the setups that are named, and by none fewer", () => {
    const sparse = fc.array(fc.tuple(fc.nat(9), fc.nat(11)), { minLength: 2, maxLength: 14 });
    const models = [3, 2, 2];
    fc.assert(
      fc.property(sparse, (asked) => {
        const columnsOf = (outcomes: readonly (readonly [number, number])[]) =>
          Array.from({ length: 12 }, (_, setup) =>
            Float64Array.from({ length: 12 }, (_, question) =>
              outcomes.some(([q, s]) => q === question && s === setup) ? 1 : Number.NaN,
            ),
          );
        const weights = shapleyWeights(models, { stage: 0, model: 2 });
        const design = designOf(models, columnsOf(asked), "pairs");
        if (isDetermined(design, weights)) return;
        const free = freeing(models, design, [weights]);
        const isFreedBy = (setups: readonly number[]) =>
          isDetermined(
            designOf(
              models,
              columnsOf([...asked, ...setups.map((setup): [number, number] => [11, setup])]),
              "pairs",
            ),
            weights,
          );
        expect(isFreedBy(free)).toBe(true);
        for (const one of free)
          expect(isFreedBy(free.filter((setup) => setup !== one))).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it("one more setup separates stages that always changed their model together", () => {
    const asked = Array.from({ length: 40 }, (_, question) =>
      [0, 3].map((setup) => ({ question, setup })),
    );
    const { refused, upgrades, table } = analysed(
      additiveRuns(
        [
          [0, 0.1],
          [0, 0.2],
        ],
        asked.flat(),
      ),
    );
    expect(upgrades).toEqual([]);
    expect(refused.map(({ stage }) => stage)).toEqual([0, 1]);
    expect(refused[0]?.free.length).toBeGreaterThan(1);
    expect(table.stages.map(({ models }) => models)).toEqual([
      ["m0", "m1"],
      ["m0", "m1"],
    ]);
  });
});

describe("any pipeline", () => {
  const world = pipelineWorld([2, 2, 2, 2], 3);
  const runs = askedOf(world, { questions: 40, seed: 4 });

  it("the shares of two-model stages sum to the last setup minus the first", () => {
    const { upgrades, setups } = analysed(runs);
    const sum = upgrades.reduce((total, { gain }) => total + gain.mean, 0);
    expect(sum).toBeCloseTo(setups.at(-1)?.gain.mean ?? Number.NaN, 9);
  });

  it("the file's order changes nothing", () => {
    const { table: _, ...there } = analysed(runs);
    const { table: __, ...back } = analysed({ ...runs, runs: runs.runs.toReversed() });
    expect(back.upgrades.map(({ gain }) => gain.mean)).toEqual(
      there.upgrades.map(({ gain }) => expect.closeTo(gain.mean, 9)),
    );
  });

  it("repeats of a question are one question, not more of them", () => {
    const twice = runs.runs.flatMap((run) => [run, { ...run, repeat: "again" }]);
    const { table: _, ...once } = analysed(runs);
    const { table: __, ...doubled } = analysed({ ...runs, runs: twice });
    expect(doubled).toEqual(once);
  });

  it("a cost that one run lacks is unknown, never 0", () => {
    const [first, ...others] = runs.runs;
    if (first === undefined) throw new Error("no runs");
    const { upgrades } = analysed({ ...runs, runs: [{ ...first, usd: null }, ...others] });
    expect(upgrades.every(({ cost, mainCost }) => cost === null && mainCost === null)).toBe(true);
  });

  it("a stage that one model always did is set apart; seven that vary are too many", () => {
    const same = runs.runs.map((run) => ({ ...run, models: [...run.models, "only"] }));
    expect(pipelineTable({ stages: [...runs.stages, "last"], runs: same })).toMatchObject({
      fixed: [{ name: "last", model: "only" }],
    });
    const seven = askedOf(pipelineWorld([2, 2, 2, 2, 2, 2, 2], 1), { questions: 1, seed: 1 });
    expect(pipelineTable(seven)).toEqual({ reason: "stages", count: 7 });
    expect(pipelineTable({ stages: ["a"], runs: [] })).toEqual({ reason: "no-runs" });
  });
});
