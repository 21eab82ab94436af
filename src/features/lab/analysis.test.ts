import { describe, expect, it } from "vitest";
import type { LabAnalysis } from "../../evaluation/types.ts";
import { AppError } from "../../log/errors.ts";
import type { LabLooks } from "../../session/lab-looks.ts";
import { generatedLab } from "../../testing/lab/generated-lab.ts";
import { createLabAnalysis, flipped } from "./analysis.ts";
import type { AnalysisClient } from "./analysis-client.ts";

const { batch, results } = generatedLab(12);

/** FAKE: answers with what it was asked for, when it is let. */
function fakeAnalyst() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let closed = false;
  const analyst: AnalysisClient = {
    analyse: async (_, given, { metric, cost }) => {
      asked.push(`${given.length} ${metric} ${cost}`);
      await new Promise<void>((resolve) => waiting.push(resolve));
      const empty = { summaries: [], roi: [], shapley: null, tuning: [], pareto: [] };
      const untold = {
        against: [],
        retrieval: [],
        sureness: [],
        advice: [],
        verdicts: null,
        ceilings: [],
      };
      return {
        metric,
        cost,
        questions: given.length / 8,
        ...empty,
        ...untold,
      } satisfies LabAnalysis;
    },
    close: () => {
      closed = true;
    },
  };
  const letGo = async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      for (const resolve of waiting.splice(0)) resolve();
      await Promise.resolve();
    }
  };
  return { analyst, asked, letGo, isClosed: () => closed };
}

describe("the lab's selection", () => {
  it("shows a batch, all large against all small, and asks once for the same results", async () => {
    const { analyst, asked, letGo } = fakeAnalyst();
    const store = createLabAnalysis(analyst);
    const shown = store.show(batch, results);
    expect(store.getState()).toMatchObject({
      status: "working",
      configuration: "LLL",
      against: "SSS",
    });
    await letGo();
    await shown;
    await store.show(batch, results);
    expect(asked).toEqual(["96 f1 largeTokens"]);
    expect(store.getState()).toMatchObject({ status: "ready", analysis: { questions: 12 } });
  });

  it("never shows figures of another metric than the chosen one", async () => {
    const { analyst, asked, letGo } = fakeAnalyst();
    const store = createLabAnalysis(analyst);
    const shown = store.show(batch, results);
    const judged = store.judgeBy("em");
    expect(store.getState().analysis).toBeNull();
    await letGo();
    await letGo();
    await Promise.all([shown, judged]);
    expect(asked).toEqual(["96 f1 largeTokens", "96 em largeTokens"]);
    expect(store.getState()).toMatchObject({ metric: "em", analysis: { metric: "em" } });
    expect(store.getState().columns?.metric).toBe("em");
  });

  it("is found again as it was left, each batch its own", async () => {
    const { analyst, letGo } = fakeAnalyst();
    const looks: LabLooks = new Map();
    const left = createLabAnalysis(analyst, looks);
    void left.show(batch, results);
    void left.judgeBy("em");
    const look = { question: "g3", against: "LSS", filter: "differs", brush: [0, 500] } as const;
    left.choose(look);
    const back = createLabAnalysis(analyst, looks);
    void back.show(batch, results);
    expect(back.getState()).toMatchObject({ ...look, metric: "em", columns: { metric: "em" } });
    const other = createLabAnalysis(analyst, looks);
    void other.show({ ...batch, id: "another" }, results);
    expect(other.getState()).toMatchObject({ question: null, against: "SSS", metric: "f1" });
    await letGo();
  });

  it("is the combination that the address names, before and after the results come", async () => {
    const { analyst, letGo } = fakeAnalyst();
    const looks: LabLooks = new Map();
    const before = createLabAnalysis(analyst, looks);
    void before.show(batch, results);
    before.choose({ configuration: "LSL" });
    const corners = batch.configurations.map(({ id }) => ({
      id,
      quality: { mean: 0.5, low: 0.4, high: 0.6, n: 12 },
      cost: 0,
      gain: { mean: 0, low: 0, high: 0, n: 12 },
    }));
    const empty = { n: 12, stages: [], flips: [], interactions: [] };
    const verdicts = { metric: "right", cost: "usd", corners, ...empty } as const;
    const store = createLabAnalysis(analyst, looks);
    store.preview(verdicts, "SLS");
    expect(store.getState().configuration).toBe("SLS");
    void store.show(batch, results);
    expect(store.getState().configuration).toBe("SLS");
    const other = createLabAnalysis(analyst);
    other.preview(verdicts, "none of them");
    expect(other.getState().configuration).toBe("LLL");
    await letGo();
  });

  it("forgets a budget and a brush that are in other units, and no others", async () => {
    const { analyst, letGo } = fakeAnalyst();
    const store = createLabAnalysis(analyst);
    void store.show(batch, results);
    store.choose({ brush: [0, 500], budget: 900, question: "g3" });
    void store.judgeBy("em");
    expect(store.getState()).toMatchObject({ brush: [0, 500], budget: 900 });
    void store.chargeBy("usd");
    expect(store.getState()).toMatchObject({ brush: null, budget: null, question: "g3" });
    store.choose({ brush: [0, 1] });
    store.choose({ strip: "metric" });
    expect(store.getState().brush).toBeNull();
    await letGo();
  });

  it("keeps the selection while results of the same batch come in, not for another batch", async () => {
    const { analyst, letGo } = fakeAnalyst();
    const store = createLabAnalysis(analyst);
    void store.show(batch, results.slice(0, 48));
    store.choose({ configuration: "LSS", question: "g3" });
    void store.show(batch, results);
    expect(store.getState()).toMatchObject({ configuration: "LSS", question: "g3" });
    void store.show({ ...batch, id: "another" }, results);
    expect(store.getState()).toMatchObject({ configuration: "LLL", question: null });
    await letGo();
  });

  it("says when the analysis failed, and tries again", async () => {
    let broken = true;
    const { analyst } = fakeAnalyst();
    const store = createLabAnalysis({
      ...analyst,
      analyse: () =>
        broken
          ? Promise.reject(new AppError("worker-killed"))
          : Promise.resolve({
              metric: "coverEm",
              cost: "largeTokens",
              questions: 12,
              summaries: [],
              roi: [],
              shapley: null,
              tuning: [],
              against: [],
              retrieval: [],
              sureness: [],
              pareto: [],
              advice: [],
              verdicts: null,
              ceilings: [],
            }),
    });
    await store.show(batch, results);
    expect(store.getState()).toMatchObject({ status: "failed", error: { code: "worker-killed" } });
    broken = false;
    await store.again();
    expect(store.getState()).toMatchObject({ status: "ready", error: null });
  });

  it("has nothing to analyse without results", async () => {
    const { analyst, asked, isClosed } = fakeAnalyst();
    const store = createLabAnalysis(analyst);
    await store.show(batch, []);
    expect(store.getState().status).toBe("empty");
    expect(asked).toEqual([]);
    store.close();
    expect(isClosed()).toBe(true);
  });

  it("judges long answers by ROUGE-L, unless a person chose otherwise", async () => {
    const long = {
      ...batch,
      configurations: batch.configurations.map((one) => ({
        ...one,
        settings: { ...one.settings, answer: { ...one.settings.answer, form: "long" as const } },
      })),
    };
    const store = createLabAnalysis(fakeAnalyst().analyst);
    await store.show(long, []);
    expect(store.getState().metric).toBe("rougeL");
    const chosen = createLabAnalysis(fakeAnalyst().analyst);
    await chosen.judgeBy("hit");
    await chosen.show(long, []);
    expect(chosen.getState().metric).toBe("hit");
    const short = createLabAnalysis(fakeAnalyst().analyst);
    await short.show(batch, []);
    expect(short.getState().metric).toBe("f1");
  });
});

describe("flipping a stage", () => {
  it("finds the neighbour, and null where it was not run", () => {
    expect(flipped(batch, "SSS", "plan")).toBe("LSS");
    expect(flipped(batch, "LLL", "solve")).toBe("LSL");
    const two = { ...batch, configurations: batch.configurations.slice(0, 2) };
    expect(flipped(two, "SSS", "plan")).toBeNull();
    expect(flipped(two, "SSS", "summarise")).toBe("SSL");
  });
});
