import * as Comlink from "comlink";
import { afterEach, describe, expect, it } from "vitest";
import type { WorkerLike } from "../../../shared/rpc/bridge.ts";
import { randomProblem } from "../../../testing/router/problems.ts";
import { rowsOf, rowTools } from "../../../testing/router/rows.ts";
import { createRouter, type Router } from "./client.ts";
import type { FitProgress } from "./fit.ts";
import { defaultTrain } from "./predictor.ts";
import { defaultRefine } from "./refine.ts";
import { createRouterWorker } from "./router-worker.ts";

const never = new AbortController().signal;
const open: Router[] = [];
afterEach(() => {
  for (const router of open.splice(0)) router.close();
});

function start() {
  const counter = { workers: 0 };
  const createWorker = (): WorkerLike => {
    counter.workers += 1;
    const { port1, port2 } = new MessageChannel();
    Comlink.expose(createRouterWorker(), port1);
    return Object.assign(port2, { terminate: () => port1.close() });
  };
  const router = createRouter(createWorker);
  open.push(router);
  return { router, counter };
}

const problem = randomProblem(30, [0, 5, 10], 2);
const fitRequest = {
  rows: rowsOf(40),
  toolIds: rowTools,
  refine: defaultRefine,
  train: { ...defaultTrain, hidden: 4, epochs: 3 },
  seed: 42,
  folds: 2,
};

describe("the router in a worker", { timeout: 60_000 }, () => {
  it("reads and writes scores", async () => {
    const { router } = start();
    const [own, theirs] = rowsOf(2);
    if (own === undefined || theirs === undefined) throw new Error("no rows");
    const answered = { ...own, scores: { none: 0 }, predictions: { none: "oh yes" } };
    const text = await router.write([answered, theirs], { withVectors: true, matching: "exact" });
    const { rows, bad } = await router.read(`${text}nonsense`, "exact");
    expect(rows).toEqual([answered, theirs]);
    expect(bad).toEqual([{ line: 3, problem: "not-json", field: "" }]);
  });

  it("fits with progress that arrives before the outcome", async () => {
    const { router } = start();
    const told: FitProgress[] = [];
    const fit = await router.fit(fitRequest, never, (progress) => told.push(progress));
    expect(told).toHaveLength(9);
    expect(fit.predictor).toMatchObject({ inputs: 8, hidden: 4, outputs: 3 });
    expect(fit.heldOut).toHaveLength(40);
  });

  it("stops a call at once, and the next one gets a fresh worker", async () => {
    const { router, counter } = start();
    const stop = new AbortController();
    const fitting = router.fit({ ...fitRequest, rows: rowsOf(400) }, stop.signal);
    stop.abort();
    await expect(fitting).rejects.toMatchObject({ code: "stopped" });
    expect(await router.curve({ problem, labels: null, count: 3 })).toHaveProperty("points");
    expect(counter.workers).toBe(2);
  });

  it("does not start for a caller who has already stopped", async () => {
    const { router, counter } = start();
    await expect(router.fit(fitRequest, AbortSignal.abort())).rejects.toMatchObject({
      code: "stopped",
    });
    expect(counter.workers).toBe(0);
  });

  it("brings errors across as data", async () => {
    const { router } = start();
    await expect(router.fit({ ...fitRequest, rows: [] }, never)).rejects.toMatchObject({
      code: "router-data-invalid",
      params: { reason: "no-rows" },
    });
  });
});
