import { describe, expect, it } from "vitest";
import { foldLedger } from "../../folds/ledger.ts";
import { foldTrace } from "../../folds/trace.ts";
import { surenessOf } from "../../folds/verifier/verifier.ts";
import { english } from "../../language/english/english.ts";
import { noWords } from "../../language/language.ts";
import type { RunEvent } from "../../log/events.ts";
import { fakeRun } from "../../testing/fake-run.ts";
import { knownRun, slimRun } from "../../testing/method-runs.ts";
import { labResult } from "../types.ts";
import { answerScores, measure, outputOf, supportRecall } from "./measure.ts";

const language = english(noWords);

const answered = fakeRun().flatMap((event) => (event.type === "answer" ? event : []))[0];
if (answered === undefined) throw new RangeError("the fake run answers");

const row = { id: "q", question: "Q?", answers: ["ouguiya", "MRU"] };

function withEnds(
  events: readonly RunEvent[],
  change: (end: Extract<RunEvent, { type: "call-end" }>) => RunEvent,
): RunEvent[] {
  return events.map((event) => (event.type === "call-end" ? change(event) : event));
}

describe("a measured run", () => {
  const events = fakeRun();
  const measured = measure(row, events, language);

  it("is a result of the lab but for its names", () => {
    const named = { ...measured, batch: "b", question: "q", configuration: "SSS" };
    expect(labResult.parse(named)).toEqual(named);
  });

  it("has the scores of its answer", () => {
    expect(measured.outcome).toBe("answered");
    expect(measured.prediction).toContain("ouguiya");
    expect(measured.metrics).toMatchObject({ coverEm: 1, coverEmTokens: 1, em: 0, hit: 1 });
    expect(measured.metrics.supportRecall).toBeNull();
    expect(measured.sure).toBe(surenessOf(foldTrace(events)));
  });

  it("costs what the ledger says, in all and by stage", () => {
    const { total, byStage } = foldLedger(events);
    expect(measured.total).toEqual({
      calls: total.calls,
      largeCalls: total.largeCalls,
      tokens: total.promptTokens + total.generatedTokens,
      largeTokens: expect.any(Number),
      usd: total.usd,
      seconds: total.localSeconds + total.remoteSeconds,
      large: {
        promptTokens: expect.any(Number),
        generatedTokens: expect.any(Number),
        othersUsd: 0,
      },
    });
    const { promptTokens = 0, generatedTokens = 0 } = measured.total.large ?? {};
    expect(promptTokens + generatedTokens).toBe(measured.total.largeTokens);
    expect(measured.byStage.solve.large).toBeUndefined();
    const parts = Object.values(measured.byStage);
    expect(parts.reduce((sum, one) => sum + one.calls, 0)).toBe(total.calls);
    expect(measured.byStage.plan.usd).toBe(byStage.plan.usd);
    expect(parts.reduce((sum, one) => sum + (one.largeTokens ?? 0), 0)).toBe(
      measured.total.largeTokens,
    );
    expect(measured.total.largeTokens).toBeGreaterThan(0);
    expect(measured.total.largeTokens).toBeLessThan(measured.total.tokens ?? 0);
  });

  it("does not know a sum of which a part is unknown", () => {
    const untold = measure(
      row,
      withEnds(events, (end) => ({
        ...end,
        usage: { ...end.usage, generatedTokens: null },
        cost: { usd: null, basis: "billed" },
      })),
      language,
    );
    expect(untold.total).toMatchObject({ tokens: null, largeTokens: null, usd: null });
    expect(untold.paidUsd).toBeNull();
  });

  it("costs in full what was remembered, but nothing was paid or sent for it", () => {
    const again = measure(
      row,
      withEnds(events, (end) => ({ ...end, remembered: true })),
      language,
    );
    expect(again.total).toEqual(measured.total);
    expect(again).toMatchObject({ paidUsd: 0, bytesSent: 0 });
    expect(again.rememberedCalls).toBe(measured.total.calls);
    expect(measured).toMatchObject({ rememberedCalls: 0, paidUsd: measured.total.usd });
    expect(measured.bytesSent).toBeGreaterThan(0);
  });

  it("counts an output that did not parse once, however often that was said", () => {
    expect(measured.parses).toBe(measured.total.calls);
    expect(measured.parseFailures).toBe(1);
    const twice = events.flatMap((one): RunEvent[] =>
      one.type === "parse-failure" ? [one, one] : [one],
    );
    expect(measure(row, twice, language).parseFailures).toBe(1);
  });

  it("has no scores without gold answers, and none when it failed", () => {
    const metrics = { coverEm: null, em: null, f1: null, rougeL: null };
    expect(measure({ ...row, answers: [] }, events, language).metrics).toMatchObject(metrics);
    const failed = events.map(
      (event): RunEvent =>
        event.type === "run-end"
          ? {
              ...event,
              outcome: "failed",
              error: { code: "remote-timeout", retryable: true, params: {} },
            }
          : event,
    );
    const one = measure(
      { ...row, supporting: [{ title: "Mauritania: Economy" }] },
      failed,
      language,
    );
    expect(one).toMatchObject({ outcome: "failed", error: "remote-timeout", misled: null });
    expect(Object.values(one.metrics).every((value) => value === null)).toBe(true);
    expect(one.total).toEqual(measured.total);
  });
});

describe("supporting passages", () => {
  const events = fakeRun();
  const supporting = [
    { title: "Mauritania: Economy", para_idx: 0 },
    { title: "Mali: Economy", para_idx: 4 },
  ];

  it("are recalled by title from a shared library", () => {
    expect(supportRecall({ ...row, supporting }, foldTrace(events))).toBe(0.5);
  });

  it("are recalled by their place from the question's own paragraphs", () => {
    const own = events.map(
      (event): RunEvent =>
        event.type === "run-start"
          ? { ...event, library: { ...event.library, question: "q" } }
          : event,
    );
    expect(supportRecall({ ...row, supporting }, foldTrace(own))).toBe(0);
  });
});

it("a question with groups of aliases is matched by the group, and hit by any", () => {
  const gold = {
    answers: ["Ada Berg", "A. Berg", "Bo Lind"],
    answerGroups: [["Ada Berg", "A. Berg"], ["Bo Lind"]],
  };
  const said = { short: "A. Berg", output: "In the film it was A. Berg." };
  expect(answerScores(said, gold)).toMatchObject({ matching: 0.5, hit: 1, em: 1 });
  expect(answerScores(said, { answers: gold.answers })?.matching).toBeCloseTo(1 / 3);
});

it("a question that is not English is scored by its characters", () => {
  const gold = { answers: ["多瑙河"], language: "zh" };
  const said = { short: "是多瑙河", output: "流经维也纳的是多瑙河。" };
  const scores = answerScores(said, gold);
  expect(scores).toMatchObject({ coverEm: 1, coverEmTokens: 1, coverEmOutput: 1, hit: 1, em: 0 });
  expect(scores?.f1).toBeCloseTo(6 / 7);
  expect(scores?.rougeL).toBeCloseTo((2 * 3) / (3 + 10));
});

it("a question with options of its own is judged by the choice among them", async () => {
  const events = await knownRun();
  const question = foldTrace(events).start?.question ?? "";
  const row = { id: "q", question, answers: ["Danube"], options: ["Danube", "Mur"] };
  const right = measure(row, events, language).metrics;
  expect(right).toMatchObject({ rightChoice: 1, right: 1 });
  const other = measure({ ...row, answers: ["Mur"] }, events, language).metrics;
  expect(other).toMatchObject({ rightChoice: 0, right: 0 });
});

describe("misled by retrieval", () => {
  it("is told from the heuristic answer that a gate judged", async () => {
    const events = await slimRun();
    const asked = foldTrace(events).start?.question ?? "";
    const said = (answers: string[]) =>
      measure({ id: "q", question: asked, answers }, events, language);
    expect(said(["Mur"]).misled).toBe(true);
    expect(said(["Danube"]).misled).toBeNull();
  });

  it("is not where nothing was looked up", async () => {
    const events = await knownRun();
    const asked = foldTrace(events).start?.question ?? "";
    const one = measure({ id: "q", question: asked, answers: ["Danube"] }, events, language);
    expect(one).toMatchObject({ misled: false, searches: 0, exit: "self-knowledge" });
  });

  it("cannot be told of a chain whose plan proposed no answer", () => {
    const events = fakeRun();
    const planned = foldTrace(events).branches[0]?.finalContent ?? null;
    expect(planned).toBeNull();
    expect(measure(row, events, language).misled).toBeNull();
    const proposing = events.map(
      (event): RunEvent =>
        event.type === "branch-start" && event.parent === null
          ? { ...event, finalContent: "It is the ouguiya." }
          : event,
    );
    expect(measure(row, proposing, language).misled).toBe(false);
    expect(measure({ ...row, answers: ["ouguiya of old"] }, proposing, language).misled).toBeNull();
  });
});

describe("the output", () => {
  const [asked] = foldTrace(fakeRun()).calls.values();
  if (asked === undefined) throw new RangeError("the fake run asks");
  const call = (text: string) => ({ ...asked, text });
  const said = (written: string | null, short: string, text: string) =>
    outputOf({
      ...foldTrace([]),
      calls: new Map(written === null ? [] : [["c", call(written)]]),
      answer: {
        ...answered,
        call: written === null ? null : "c",
        short,
        text,
      },
    });

  it("is all that a model wrote, with its answer, and without marks", () => {
    const text = "It is the river of Vienna [1].";
    expect(said(`Answer: Danube\n${text}`, "Danube", text)).toBe(
      "Danube. It is the river of Vienna .",
    );
    const json = '{"reasoning": "It is the river of Vienna [1].", "answer": "Danube"}';
    expect(said(json, "Danube", text)).toBe("Danube. It is the river of Vienna .");
    expect(said("The Danube runs there.", "The Danube runs there", "The Danube runs there.")).toBe(
      "The Danube runs there.",
    );
  });

  it("is the bare answer where the sentence around it is ours", () => {
    const composed = "no. Norway has 25,148 km [1]; Chile has 6,435 km [2].";
    expect(said("no", "no", composed)).toBe("no");
    expect(said(null, "Danube", "Danube [1].")).toBe("Danube");
  });
});
