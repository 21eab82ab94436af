import { describe, expect, it } from "vitest";
import type { QuestionRow } from "../../evaluation/questions/question.ts";
import type { Stage } from "../../log/types.ts";
import { defaultSettings } from "../../methods/coop-llm/presets.ts";
import { findMethod } from "../../methods/index.ts";
import { UsageError } from "../../node/run-settings.ts";
import { ceilingsFor, readOracle, withoutGold } from "./oracle.ts";

const coopLlm = findMethod("coop-llm");

describe("--oracle", () => {
  it("takes the stages by the words that a person reads, in the order of the run", () => {
    expect(readOracle(undefined, null, coopLlm)).toEqual([]);
    expect(readOracle("conclude, plan,read", null, coopLlm)).toEqual([
      "plan",
      "solve",
      "summarise",
    ]);
    expect(readOracle("plan", "eight", coopLlm)).toEqual(["plan"]);
  });

  it("refuses other words, other comparisons, and stages that a method has not", () => {
    expect(() => readOracle("solve", null, coopLlm)).toThrow(/plan,read,conclude, not "solve"/u);
    expect(() => readOracle("plan", "sweep", coopLlm)).toThrow(UsageError);
    expect(() => readOracle("plan", null, findMethod("ra-isf"))).toThrow(/RA-ISF/u);
  });
});

describe("questions without gold", () => {
  const row = (id: string, ...steps: string[]): QuestionRow => ({
    id,
    question: "Who?",
    answers: ["Ada"],
    decomposition: steps.map((question) => ({ question, answer: "" })),
  });
  const ask = (questions: QuestionRow[], perfect: readonly Stage[]) => {
    const told: string[] = [];
    const set = { name: "set.jsonl", questions };
    return { skipped: withoutGold(perfect, set, (line) => told.push(line)), told };
  };

  it("are left out of the ceilings and counted, with the reason", () => {
    const rows = [row("a", "Who is it?"), row("b"), row("c", "Who is #1?"), row("d", "Who is #1?")];
    const { told, skipped } = ask(rows, ["plan"]);
    expect(skipped).toEqual({ "no-steps": 1, loop: 2 });
    expect(told).toEqual([
      "--oracle plan: no gold for 3 of 4 questions, which are left out there: no steps (1), steps that need each other’s answers (2).",
    ]);
  });

  it("are an error where all are", () => {
    expect(() => ask([row("a", "Who is it?")], ["plan", "solve"])).toThrow(
      /--oracle plan,read: no question of set.jsonl/u,
    );
  });

  it("are not looked for where no stage is perfect", () => {
    expect(ask([row("a")], [])).toEqual({ told: [], skipped: {} });
    expect(ceilingsFor(defaultSettings, coopLlm, [], {})).toBeUndefined();
    expect(ceilingsFor(defaultSettings, coopLlm, ["plan"], { loop: 1 })).toMatchObject({
      configurations: [{ id: "OSS", settings: { plan: "large", solve: "small" } }],
      skipped: { loop: 1 },
    });
    const unplanned = { ...defaultSettings, plan: "off" } as const;
    expect(() => ceilingsFor(unplanned, coopLlm, ["plan"], {})).toThrow(/no plan/u);
  });
});
