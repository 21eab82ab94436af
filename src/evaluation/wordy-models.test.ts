/**
 * The lab's judge values equal knowledge the same; cover-EM over the output rewards extra words.
 */
import { describe, expect, it } from "vitest";
import { english } from "../language/english/english.ts";
import { noWords } from "../language/language.ts";
import { stages } from "../log/types.ts";
import { run } from "../methods/registry.ts";
import type { ChatRequest } from "../runtime/ports.ts";
import { collect, FakeSignal, fakePorts, fakePrice, fakeSettings } from "../testing/fakes.ts";
import { worldBatch } from "../testing/lab/stage-world.ts";
import { scriptedModel } from "../testing/scripted-model.ts";
import { analyse } from "./analysis/analyse.ts";
import { measure } from "./analysis/measure.ts";
import { eightCombinations } from "./combinations.ts";
import { defaultMetric, type LabResult, type MetricId } from "./types.ts";

const language = english(noWords);
const asked = "Which river runs through the capital of Austria, the Danube or the Rhine?";
const configurations = eightCombinations(fakeSettings, stages).filter(({ id }) =>
  ["SSS", "SSL"].includes(id),
);
const questions = 24;
const pause = async () => undefined;

const writers = {
  terse: (river: string) => `Answer: ${river}`,
  wordy: (river: string) =>
    `Answer: ${river}\nOf the two rivers, the Danube and the Rhine, both of which are long and well known, it is the ${river} [1].`,
  rambling: (river: string) =>
    `Of the two rivers, the Danube and the Rhine, it is the ${river} that runs through it`,
};
type Writer = keyof typeof writers;

function small(at: number) {
  return ({ purpose }: ChatRequest): string => {
    if (purpose === "plan") return " What is the capital of Austria?";
    if (purpose === "read") return "Vienna";
    if (purpose === "continue") return "Final: so";
    return at % 2 === 0 ? "Danube" : "Rhine";
  };
}

async function resultsOf(writer: Writer): Promise<LabResult[]> {
  const results: LabResult[] = [];
  for (let at = 0; at < questions; at += 1) {
    const row = { id: `q${at}`, question: asked, answers: ["Danube"] };
    for (const { id, settings } of configurations) {
      const large = () => writers[writer](at % 4 === 3 ? "Rhine" : "Danube");
      const ports = fakePorts(
        scriptedModel(small(at), { pause }),
        scriptedModel(large, {
          pause,
          ref: { tier: "large", destination: "https://large.example", price: fakePrice },
        }),
      );
      const request = { runId: "r", question: asked, settings };
      const events = await collect(run(request, ports, new FakeSignal()));
      results.push({
        batch: worldBatch.id,
        question: row.id,
        configuration: id,
        ...measure(row, events, language),
      });
    }
  }
  return results;
}

describe("length alone", async () => {
  const batch = { ...worldBatch, configurations };
  const results = {
    terse: await resultsOf("terse"),
    wordy: await resultsOf("wordy"),
    rambling: await resultsOf("rambling"),
  };
  const summarise = (writer: Writer, metric: MetricId) => {
    const { roi } = analyse(batch, results[writer], { metric, cost: "largeCalls", rounds: 50 });
    const found = roi.find(({ stage }) => stage === "summarise");
    if (found === undefined) throw new RangeError("no summary");
    return found;
  };

  it("wins nothing by the lab's own judge: equal knowledge is an equal ROI", () => {
    const [terse, wordy] = [summarise("terse", defaultMetric), summarise("wordy", defaultMetric)];
    expect(terse.gain.mean).toBeCloseTo(0.25);
    expect(wordy.gain).toEqual(terse.gain);
    expect(wordy.roi.largeCalls).toEqual(terse.roi.largeCalls);
    expect(wordy.verdict).toBe(terse.verdict);
  });

  it("is what the output's cover-EM pays for", () => {
    expect(summarise("terse", "coverEmOutput").gain.mean).toBeCloseTo(0.25);
    expect(summarise("wordy", "coverEmOutput").gain.mean).toBeCloseTo(0.5);
    const { summaries } = analyse(batch, results.wordy, {
      metric: defaultMetric,
      cost: "largeCalls",
      rounds: 50,
    });
    expect(summaries.map(({ coveredOnly }) => coveredOnly)).toEqual([
      { n: 0, of: questions },
      { n: questions / 4, of: questions },
    ]);
  });

  it("loses where the answer itself names both", () => {
    expect(summarise("rambling", "coverEm").gain.mean).toBeCloseTo(0.5);
    expect(summarise("rambling", "rightChoice").gain.mean).toBeLessThanOrEqual(0.25);
    expect(summarise("rambling", defaultMetric).gain.mean).toBeLessThanOrEqual(0.25);
  });
});
