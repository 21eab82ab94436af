import { describe, expect, it } from "vitest";
import { type PackedResults, unpackResults } from "../../evaluation/analysis/columnar-results.ts";
import type { LearnProgress } from "../../evaluation/policy/learn.ts";
import { forwarding, settle } from "../../shared/rpc/bridge.ts";
import { generatedLab } from "../../testing/lab/generated-lab.ts";
import { quickLearn as quick } from "../../testing/lab/policy-world.ts";
import { PlayedWorker } from "../../testing/played-worker.ts";
import { createPolicyLearner } from "./policy-client.ts";
import { type LearnRequest, learnFrom, type PolicyWorker } from "./policy-worker.ts";

const { batch, questions, results } = generatedLab(40);
const request: LearnRequest = {
  batch,
  questions,
  results,
  metric: "right",
  actions: batch.configurations.map(({ id }) => id),
};
const never = new AbortController().signal;

/** Learns as the worker does, with few folds; `hangs`: never answers. */
function played({ hangs = false } = {}) {
  const workers: PlayedWorker[] = [];
  const sent: PackedResults[] = [];
  const inside: PolicyWorker = {
    learn: ({ results: packed, ...rest }, onProgress) => {
      sent.push(...packed);
      if (hangs) return new Promise(() => undefined);
      return settle(() =>
        forwarding(onProgress, (tell) =>
          learnFrom(
            { ...rest, results: packed.flatMap((some) => unpackResults(some)) },
            tell,
            quick,
          ),
        ),
      );
    },
  };
  const learner = createPolicyLearner(() => {
    const worker = new PlayedWorker(inside);
    workers.push(worker);
    return worker;
  });
  return { learner, workers, sent };
}

describe("learning in a worker", () => {
  it("comes to what is learnt here, tells how far it is, and ends its worker", async () => {
    const { learner, workers } = played();
    const told: LearnProgress[] = [];
    const learnt = await learner(request, never, (progress) => told.push(progress));
    expect(learnt).toEqual(learnFrom(request, () => undefined, quick));
    expect(told.length).toBeGreaterThan(0);
    expect(workers.map(({ terminated }) => terminated)).toEqual([true]);
  });

  it("tells why nothing is learnt from too few questions", async () => {
    const { learner, workers } = played();
    const few = { ...request, results: results.slice(0, 8 * 3) };
    await expect(learner(few, never, () => undefined)).rejects.toMatchObject({
      code: "policy-data-invalid",
      params: { reason: "too-few-questions" },
    });
    expect(workers[0]?.terminated).toBe(true);
  });

  it("is stopped at once, though a worker that trains hears nothing", async () => {
    const { learner, workers, sent } = played({ hangs: true });
    const stopping = new AbortController();
    const learning = learner(request, stopping.signal, () => undefined);
    while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    stopping.abort();
    await expect(learning).rejects.toMatchObject({ code: "stopped" });
    expect(workers[0]?.terminated).toBe(true);
  });

  it("tells of a worker that died", async () => {
    const { learner, workers, sent } = played({ hangs: true });
    const learning = learner(request, never, () => undefined);
    while (sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    workers[0]?.die();
    await expect(learning).rejects.toMatchObject({ code: "worker-killed" });
  });
});
