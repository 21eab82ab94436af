import { readFileSync } from "node:fs";
import { mean } from "simple-statistics";
import { expect, it } from "vitest";
import { stages } from "../../log/types.ts";
import { defaultSettings } from "../../methods/coop-llm/presets.ts";
import { generatedLab } from "../../testing/lab/generated-lab.ts";
import { oracleConfigurations } from "../oracle/configurations.ts";
import { sampleSummary } from "./build.ts";
import { sampleSummary as schema } from "./summary.ts";

const price = {
  title: "Fake price",
  inputPerMillion: 1,
  outputPerMillion: 3,
  cachedInputPerMillion: null,
  source: "fake",
  asOf: "2026-11-26",
};

const shipped = readFileSync("public/examples/summary.json", "utf8");

it("tells the eight combinations and what the large model brings in each stage", () => {
  const { batch, results } = generatedLab(60);
  const summary = sampleSummary({ batch, results, price, set: "Fake set", written: { "": 0.25 } });
  expect(schema.parse(JSON.parse(JSON.stringify(summary)))).toEqual(summary);
  expect(summary.questions).toBe(60);
  expect(summary.combinations.map(({ id }) => id)).toHaveLength(8);
  expect(summary.combinations.find(({ id }) => id === "SSS")?.usd).toBe(0);
  const plan = summary.stages.find(({ stage }) => stage === "plan");
  expect(plan?.gain).toBeGreaterThan(0);
  expect(plan?.usd).toBeGreaterThan(0);
});

it("leaves money unknown where nothing tells what was read and what was written", () => {
  const { batch, results } = generatedLab(20);
  const bare = results.map((result) => ({
    ...result,
    total: { ...result.total, large: undefined },
    byStage: Object.fromEntries(
      Object.entries(result.byStage).map(([stage, spent]) => [
        stage,
        { ...spent, large: undefined },
      ]),
    ),
  }));
  const parsed = bare.map((one) => JSON.parse(JSON.stringify(one)));
  const summary = sampleSummary({
    batch,
    results: parsed,
    price,
    set: "Fake set",
    written: null,
  });
  expect(summary.approximate).toBe(true);
  expect(summary.combinations.find(({ id }) => id === "LLL")?.usd).toBeNull();
});

it("ships with the page, small", () => {
  expect(schema.safeParse(JSON.parse(shipped)).success).toBe(true);
  expect(shipped.length).toBeLessThanOrEqual(6000);
});

it("tells what a perfect stage would bring where that was measured", () => {
  const { batch, results } = generatedLab(60);
  const configurations = oracleConfigurations(defaultSettings, stages, ["plan"]);
  const perfect = results.flatMap((one) =>
    one.configuration === "SSS"
      ? [{ ...one, configuration: "OSS", metrics: { ...one.metrics, f1: 1 } }]
      : [],
  );
  const source = { price, set: "Fake set", written: null };
  const summary = sampleSummary({
    ...source,
    batch: { ...batch, ceilings: { configurations, skipped: {} } },
    results: [...results, ...perfect],
  });
  const plain = sampleSummary({ ...source, batch, results });
  expect(schema.parse(JSON.parse(JSON.stringify(summary)))).toEqual(summary);
  const [plan, ...others] = summary.stages;
  const { ceiling, ...rest } = plan ?? {};
  expect([rest, ...others]).toEqual(plain.stages);
  const small = results.filter(({ configuration }) => configuration === "SSS");
  const f1 = mean(small.map(({ metrics }) => metrics.f1 ?? Number.NaN));
  expect(ceiling?.gain).toBeCloseTo(1 - f1, 3);
  expect(ceiling?.model).not.toBeNull();
});
