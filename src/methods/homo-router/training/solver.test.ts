import * as Comlink from "comlink";
import { afterEach, describe, expect, it } from "vitest";
import type { WorkerLike } from "../../../shared/rpc/bridge.ts";
import { randomProblem } from "../../../testing/router/problems.ts";
import { rowsOf, rowTools } from "../../../testing/router/rows.ts";
import { createRouter, type Router } from "./client.ts";
import type { FitProgress } from "./fit.ts";
import { defaultTrain } from "./predictor.ts";
import { defaultRefine } from "./refine.ts";
import { createRouterWorker } from "./solver.ts";

const never = new AbortController().signal;
const open: Router[] = [];
afterEach(() => {
  for (const router of open.splice(0)) router.close();
});

/** The worker's side on the other end of a channel; counts how many workers were started. */
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
  it("refines, and brings vectors and dropped rows across", async () => {
    const { router } = start();
    const rows = [...rowsOf(5), ...rowsOf(1).map((row) => ({ ...row, id: "bare", vector: null }))];
    const refined = await router.refine({ rows, toolIds: rowTools, refine: defaultRefine }, never);
    expect(refined.refinements).toHaveLength(5);
    expect(refined.refinements[0]?.neighbours).toHaveLength(2);
    expect(refined.dropped).toEqual([{ id: "bare", reason: "no-vector" }]);
  });

  it("reads, writes and scores anew", async () => {
    const { router } = start();
    const [own, theirs] = rowsOf(2);
    if (own === undefined || theirs === undefined) throw new Error("no rows");
    const answered = { ...own, scores: { none: 0 }, predictions: { none: "oh yes" } };
    const bare = { ...own, id: "bare", scores: {} };
    const text = await router.write([answered, theirs], { withVectors: true, matching: "exact" });
    const { rows, bad } = await router.read(`${text}nonsense`, "exact");
    expect(rows).toEqual([answered, theirs]);
    expect(bad).toEqual([{ line: 3, problem: "not-json", field: "" }]);
    const anew = await router.rescore([answered, theirs, bare], "cover-tokens");
    expect(anew).toEqual({ rows: [{ ...answered, scores: { none: 1 } }], kept: 1 });
  });

  it("fits with progress that arrives before the outcome", async () => {
    const { router } = start();
    const told: FitProgress[] = [];
    const fit = await router.fit(fitRequest, never, (progress) => told.push(progress));
    expect(told).toHaveLength(9);
    expect(fit.predictor).toMatchObject({ inputs: 8, hidden: 4, outputs: 3 });
    expect(fit.heldOut).toHaveLength(40);
  });

  it("draws the curve by the hull; the solver is no dearer and no cheaper than its bound", async () => {
    const { router } = start();
    const curve = await router.curve({ problem, labels: null, count: 9 });
    if ("kind" in curve) throw new Error(curve.kind);
    for (const rounded of [curve.points[4], curve.points[6]]) {
      if (rounded === undefined) throw new Error("the curve has too few points");
      const solved = await router.solve({ problem, pMin: rounded.pMin }, never);
      if (solved.status !== "optimal") throw new Error(solved.status);
      const usdPerThousand = (1000 * solved.usd) / problem.predicted.length;
      expect(usdPerThousand).toBeLessThanOrEqual((rounded.usdPerThousand ?? 0) + 1e-9);
      expect(usdPerThousand).toBeGreaterThanOrEqual(rounded.boundUsdPerThousand - 1e-9);
      expect(solved).toMatchObject({ lambda: rounded.lambda });
    }
  });

  it("solves, and says where no assignment keeps the bound", async () => {
    const { router } = start();
    expect((await router.solve({ problem, pMin: 0.6 }, never)).status).toBe("optimal");
    expect((await router.solve({ problem, pMin: 1 }, never)).status).toBe("infeasible");
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
    const request = { problem, pMin: 0.6 };
    await expect(router.solve(request, AbortSignal.abort())).rejects.toMatchObject({
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
