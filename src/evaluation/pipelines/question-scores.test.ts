import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { askedOf, pipelineWorld } from "../../testing/lab/pipeline-world.ts";
import { setupCount } from "../statistics/shapley.ts";
import {
  gridSetups,
  longestQuestion,
  mostGridSetups,
  questionScores,
  ranIn,
  scoreRows,
  scoreSorts,
} from "./question-scores.ts";
import { type PipelineRun, type PipelineRuns, pipelineTable } from "./runs.ts";

function tableOf(runs: PipelineRuns) {
  const table = pipelineTable(runs);
  if ("reason" in table) throw new Error(table.reason);
  return table;
}

const run = (question: string, model: string, score: number, repeat = ""): PipelineRun => ({
  question,
  models: [model],
  score,
  repeat,
  usd: model === "small" ? 1 : 2,
  tokens: null,
  seconds: null,
});

const few = tableOf({
  stages: ["read"],
  runs: [
    run("a", "small", 0),
    run("a", "big", 1, "1"),
    run("a", "big", 0, "2"),
    run("b", "small", 1),
    run("b", "big", 1),
    run("c", "big", 0.25),
    run("x".repeat(400), "small", 0),
    run("x".repeat(400), "big", 1),
  ],
});

describe("a question × setup grid", () => {
  it("averages repeats and says how many; what was not run is no number", () => {
    const { questions, scores, repeats } = questionScores(few, [0, 2, 3], [1, 0]);
    expect(questions).toEqual(["a", "c", "x".repeat(longestQuestion)]);
    expect([...scores]).toEqual([0.5, 0, 0.25, Number.NaN, 1, 0]);
    expect([...repeats]).toEqual([2, 1, 1, Number.NaN, 1, 1]);
    expect(ranIn(few)).toEqual([3, 4]);
  });

  it("sorts by difference and by score, and leaves out what is equal or was not run", () => {
    const rows = (sort: (typeof scoreSorts)[number], onlyDiffering = false, setups = [0, 1]) => [
      ...scoreRows(few, { setups, sort, onlyDiffering }),
    ];
    expect(rows("order")).toEqual([0, 1, 2, 3]);
    expect(rows("spread")).toEqual([3, 0, 1, 2]);
    expect(rows("score")).toEqual([1, 3, 0, 2]);
    expect(rows("spread", true)).toEqual([3, 0]);
    expect(rows("order", false, [0])).toEqual([0, 1, 3]);
  });

  it("of incomplete outcomes: each row once, a cell as in the table", () => {
    const asked = fc.record({
      models: fc.array(fc.integer({ min: 2, max: 3 }), { minLength: 1, maxLength: 3 }),
      seed: fc.integer({ min: 1, max: 1000 }),
      sort: fc.constantFrom(...scoreSorts),
    });
    fc.assert(
      fc.property(asked, ({ models, seed, sort }) => {
        const runs = askedOf(pipelineWorld(models, seed), { questions: 12, seed, outcomes: 0.6 });
        const made = pipelineTable(runs);
        fc.pre(!("reason" in made));
        if ("reason" in made) return;
        const setups = [...made.quality.keys()];
        const rows = scoreRows(made, { setups, sort, onlyDiffering: false });
        expect([...rows].sort((a, b) => a - b)).toEqual([...made.questions.keys()]);
        const { scores } = questionScores(made, rows, setups);
        rows.forEach((place, row) => {
          const cells = [...scores.slice(row * setups.length, (row + 1) * setups.length)];
          expect(cells).toEqual(made.quality.map((column) => column[place]));
        });
      }),
      { numRuns: 30 },
    );
  });

  it("shows all setups if they are few, else the named ones and those that ran most", () => {
    expect(gridSetups([3, 4], [])).toEqual([0, 1]);
    const ran = Array.from({ length: setupCount([3, 3, 3, 3]) }, (_, setup) => setup);
    const shown = gridSetups(ran, [0, 7, 7]);
    expect(shown).toHaveLength(mostGridSetups);
    expect(shown.slice(0, 3)).toEqual([0, 7, 51]);
    expect(shown.at(-1)).toBe(80);
  });
});
