import { describe, expect, it } from "vitest";
import { generatedCombinations, generatedLab } from "../../testing/lab/generated-lab.ts";
import { analyse } from "../analysis/analyse.ts";
import type { LabBatch, LabResult } from "../types.ts";
import { resultKey } from "./run-batch.ts";
import { canSettle, roundsOf, settlingOf } from "./settling.ts";

const lab = generatedLab(120);
const batch: LabBatch = { ...lab.batch, untilSettled: true };
const ids = lab.questions.map(({ id }) => id);
const outcomes = new Map(
  lab.results.map((one) => [resultKey(one.question, one.configuration), one]),
);

function asked(rounds: number): LabResult[] {
  return roundsOf(batch)
    .slice(0, rounds)
    .flat()
    .flatMap(({ question, configurations }) =>
      configurations.flatMap(({ id }) => outcomes.get(resultKey(ids[question] ?? "", id)) ?? []),
    );
}

describe("a batch that runs until it is settled", () => {
  it("asks every question in every setup once, in half of them first", () => {
    const keys = roundsOf(batch).flatMap((round) =>
      round.flatMap(({ question, configurations }) =>
        configurations.map(({ id }) => resultKey(ids[question] ?? "", id)),
      ),
    );
    expect(keys).toHaveLength(120 * 8);
    expect([...keys].sort()).toEqual([...outcomes.keys()].sort());
    expect(new Set(keys.slice(0, 120 * 4).map((key) => JSON.parse(key)[0])).size).toBe(120);
    const { untilSettled: _, ...whole } = batch;
    expect(roundsOf(whole).map((round) => round.length)).toEqual([120]);
  });

  it("is offered for all combinations of two stages and more, from 30 questions", () => {
    expect(canSettle(batch)).toBe(true);
    expect(canSettle({ ...batch, questionCount: 29 })).toBe(false);
    expect(canSettle({ ...batch, configurations: generatedCombinations.slice(0, 4) })).toBe(false);
    const [small, large] = ["S--", "L--"].map((id) => ({
      id,
      title: id,
      settings: batch.configurations[0]?.settings ?? lab.batch.configurations[0]?.settings,
      small: null,
    }));
    const one = [small, large].flatMap((each) =>
      each?.settings === undefined ? [] : [{ ...each, settings: each.settings }],
    );
    expect(canSettle({ ...batch, configurations: one })).toBe(false);
  });

  it("does not depend on what came after the last look, and has no result before the first", () => {
    expect(settlingOf(batch, ids, asked(1).slice(1))).toBeNull();
    const first = settlingOf(batch, ids, asked(1));
    expect(first?.stages.map(({ stage }) => stage)).toEqual(["plan", "solve", "summarise"]);
    expect(settlingOf(batch, ids, asked(2).slice(0, -1))).toEqual(first);
    expect(settlingOf(batch, ids, asked(2))).not.toEqual(first);
  });

  it("with everything asked has the verdicts of a batch that asks everything", () => {
    const by = { metric: "f1", cost: "largeTokens", rounds: 200 } as const;
    const whole = analyse(lab.batch, lab.results, by);
    expect(analyse(batch, asked(Number.POSITIVE_INFINITY), by)).toEqual(whole);
    const found = settlingOf(batch, ids, lab.results);
    expect(found?.isOver).toBe(true);
    expect(
      found?.stages.map(({ stage, state }) => [stage, state === "hopeless" ? "open" : state]),
    ).toEqual(whole.verdicts?.stages.map(({ stage, advice }) => [stage, advice]));
  });

  it("before that its figures come from incomplete outcomes, at the early level", () => {
    const rounds = roundsOf(batch);
    const over = rounds.findIndex(
      (_, at) => settlingOf(batch, ids, asked(at + 1))?.isOver === true,
    );
    expect(over).toBeGreaterThan(-1);
    expect(over).toBeLessThan(rounds.length - 1);
    const by = { metric: "f1", cost: "largeTokens", rounds: 200 } as const;
    const whole = analyse(lab.batch, lab.results, by);
    const part = analyse(batch, asked(over + 1), by);
    const standing = settlingOf(batch, ids, asked(over + 1));
    expect(part.verdicts?.stages.map(({ advice }) => advice)).toEqual(
      standing?.stages.map(({ state }) => (state === "hopeless" ? "open" : state)),
    );
    part.verdicts?.stages.forEach(({ gain, cost }, at) => {
      const full = whole.verdicts?.stages[at];
      expect(Math.abs(gain.mean - (full?.gain.mean ?? 0))).toBeLessThan(0.1);
      expect((cost?.mean ?? 0) / (full?.cost?.mean ?? 1)).toBeCloseTo(1, 0);
    });
    expect(part.pareto.map(({ id }) => id)).toEqual(batch.configurations.map(({ id }) => id));
    expect(part.verdicts?.corners).toHaveLength(8);
  });
});
