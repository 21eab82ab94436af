import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { foldTrace } from "../../folds/trace.ts";
import { surenessOf } from "../../folds/verifier/verifier.ts";
import type { RunEvent } from "../../log/events.ts";
import { openRunFile } from "../../log/file.ts";
import { fakeEmbedder } from "../../testing/fakes.ts";
import { readActionPolicy } from "./policy.ts";
import { timesDearer, worthJudge } from "./worth-judge.ts";

const policy = readActionPolicy(readFileSync("public/examples/where-it-pays.json", "utf8"));
const arrival = openRunFile(readFileSync("src/testing/runs/siam.run.json", "utf8"));
const trace = foldTrace(arrival);
const signal = new AbortController().signal;
const { price } = policy.answerers;
const judge = worthJudge(policy, { embedder: fakeEmbedder, encoder: "any", price });

const readWorse = arrival.map(
  (event): RunEvent =>
    event.type === "reading"
      ? {
          ...event,
          readings: event.readings.map((one) => ({ ...one, relevance: 0.01, noAnswer: 0.99 })),
        }
      : event,
);

describe("the shipped policy, asked of a run", () => {
  it("tells how sure the answer is, and what every other way would bring and cost", async () => {
    const told = await judge.judge({ trace, pointUsd: 0.05 }, signal);
    expect(told.sure).toBe(surenessOf(trace));
    expect(told.ways.map(({ id }) => id)).toEqual(policy.actions.map(({ id }) => id));
    expect(told.ways.find(({ id }) => id === "SSS")).toMatchObject({ usd: 0 });
    expect(told.ways.find(({ id }) => id === "LSS")?.stages.plan).toBe("large");
    expect(told.learnt).toEqual({ questions: policy.trainedOn, large: policy.answerers.large });
  });

  it("leaves a sure answer, and asks again where it is unsure and money is no matter", async () => {
    const free = (of: readonly RunEvent[]) =>
      judge.judge({ trace: foldTrace(of), pointUsd: 1000 }, signal);
    expect((await judge.judge({ trace, pointUsd: 0 }, signal)).chosen).toBeNull();
    const [sure, unsure] = [await free(arrival), await free(readWorse)];
    expect(unsure.sure ?? 1).toBeLessThan(sure.sure ?? 0);
    expect(unsure.chosen).not.toBeNull();
  });

  it("counts the price of the model that is set, and an unknown one as unknown", async () => {
    if (price === null) throw new Error("no price");
    const { inputPerMillion, outputPerMillion } = price;
    const dear = {
      ...price,
      inputPerMillion: 3 * inputPerMillion,
      outputPerMillion: 3 * outputPerMillion,
    };
    const usdOf = async (now: typeof dear | null) => {
      const asked = worthJudge(policy, { embedder: fakeEmbedder, encoder: "any", price: now });
      return (await asked.judge({ trace, pointUsd: 0.05 }, signal)).ways.map(({ usd }) => usd);
    };
    const plain = await usdOf(price);
    const times = await usdOf(dear);
    for (const [at, usd] of plain.entries()) expect(times[at]).toBeCloseTo(3 * (usd ?? 0), 12);
    expect((await usdOf(null)).filter((usd) => usd !== 0).every((usd) => usd === null)).toBe(true);
    expect(timesDearer(null, price)).toBeNull();
  });

  it("refuses another small model than it was learnt with", async () => {
    const [start, ...rest] = arrival;
    if (start?.type !== "run-start") throw new Error("no start");
    const other = foldTrace([{ ...start, small: { ...start.small, model: "another" } }, ...rest]);
    await expect(judge.judge({ trace: other, pointUsd: 1 }, signal)).rejects.toMatchObject({
      code: "policy-data-invalid",
      params: { reason: "models", tier: "small" },
    });
  });
});
