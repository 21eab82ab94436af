/** What was learnt outlives the page. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { defaultTrain } from "../../methods/homo-router/training/predictor.ts";
import type { Services } from "../../session/services.ts";
import { stubFiguresWorker } from "../../testing/router/figures-worker.ts";
import { rowEncoder, rowsOf, rowTools } from "../../testing/router/rows.ts";
import { routerStore, storeWith } from "../../testing/state/router-store.ts";
import type { RouterState } from "./store.ts";

const prices = { none: 0, bm25: 0, web: 5 };
const quickTrain = { ...defaultTrain, hidden: 4, epochs: 3 };

describe("what was learnt", { timeout: 60_000 }, () => {
  async function learnt() {
    const made = storeWith({});
    await made.store.load();
    const file = rowsOf(30).map((row) => JSON.stringify({ ...row, vector: null }));
    await made.store.openScores(new Blob([file.join("\n")]));
    await made.store.train(rowTools, { k: 2, alpha: 0.5 }, quickTrain);
    return made;
  }

  const reopened = (services: Services, encoder = rowEncoder) =>
    routerStore({
      services,
      ports: () => Promise.reject(new Error()),
      embedder: () => Promise.reject(new Error()),
      encoderId: () => Promise.resolve(encoder),
    });
  const learning = ({ trained, refined, curve }: RouterState) => ({ trained, refined, curve });

  it("is there again after a reload: fit, refined labels and curve", async () => {
    const { store, services } = await learnt();
    await store.refine(rowTools, { k: 2, alpha: 0.5 });
    await store.draw(prices);
    const before = learning(store.getState());
    expect(before.curve).toMatchObject({ points: expect.any(Array) });
    const again = reopened(services);
    await again.load();
    expect(learning(again.getState())).toEqual(before);
    expect(again.getState()).toMatchObject({ outdated: false, error: null });
    // The curve stands for its prices, and is drawn anew for others.
    const spy = vi.spyOn(await services.router(), "curve");
    await again.draw(prices);
    expect(spy).not.toHaveBeenCalled();
    await again.draw({ ...prices, web: 7 });
    expect(spy).toHaveBeenCalledTimes(1);
    await again.solve(0.5, { ...prices, web: 7 });
    expect(again.getState().solved?.result.status).toMatch(/optimal|infeasible/u);
  });

  it("is not taken up where another encoder is used now, which is told, and stays", async () => {
    const { services } = await learnt();
    const later = reopened(services, "fake-encoder@2");
    await later.load();
    expect(later.getState()).toMatchObject({ trained: null, refined: null, outdated: true });
    const kept = await (await services.routerStorage()).study();
    expect(JSON.parse(kept ?? "")).toMatchObject({ encoder: rowEncoder });
  });

  it("goes along as a file, which another encoder refuses, as nonsense is refused", async () => {
    const { store } = await learnt();
    await store.draw(prices);
    const file = new Blob([(await store.studyFile()) ?? ""]);
    const other = storeWith({});
    await other.store.load();
    expect(await other.store.studyFile()).toBeNull();
    await other.store.openStudy(file);
    expect(learning(other.store.getState())).toEqual(learning(store.getState()));
    const kept = await (await other.services.routerStorage()).study();
    expect(JSON.parse(kept ?? "")).toEqual(JSON.parse(await file.text()));
    const later = reopened(other.services, "fake-encoder@2");
    await later.openStudy(file);
    expect(later.getState()).toMatchObject({
      trained: null,
      error: { code: "router-data-invalid", params: { reason: "encoder" } },
    });
    await other.store.openStudy(new Blob(["[]"]));
    expect(other.store.getState()).toMatchObject({
      error: { params: { reason: "not-a-study" } },
      trained: { encoder: rowEncoder },
    });
  });

  it("is gone with the scores, and with their matching", async () => {
    for (const end of ["clear", "matching"] as const) {
      const { store, services } = await learnt();
      expect(await (await services.routerStorage()).study()).not.toBeNull();
      await (end === "clear" ? store.clearRows() : store.setMatching("exact"));
      expect(await (await services.routerStorage()).study()).toBeNull();
      expect(store.getState().trained).toBeNull();
    }
  });

  it("is as if nothing had been learnt where what is kept is damaged", async () => {
    const { services } = await learnt();
    await (await services.routerStorage()).putStudy("{");
    const later = reopened(services);
    await later.load();
    expect(later.getState()).toMatchObject({ status: "ready", trained: null, outdated: false });
  });
});

describe("what is made for a figure", { timeout: 60_000 }, () => {
  afterEach(() => vi.unstubAllGlobals());

  const request = {
    toolIds: rowTools,
    refine: { k: 2, alpha: 0.8 },
    train: quickTrain,
    testOn: null,
  };

  async function scored() {
    const made = storeWith({});
    await made.store.load();
    const file = rowsOf(30).map((row, index) =>
      JSON.stringify({ ...row, vector: null, ...(index < 12 ? { set: "far" } : {}) }),
    );
    await made.store.openScores(new Blob([file.join("\n")]));
    return made.store;
  }

  it("compares with and without refinement, on the folds of the training", async () => {
    const counts = stubFiguresWorker();
    const store = await scored();
    await store.train(rowTools, request.refine, quickTrain);
    await store.compare(request);
    const { compared, trained, working, trying } = store.getState();
    expect(compared?.trials.trials.map(({ alpha }) => alpha)).toEqual([0.8, 1]);
    expect(compared?.trials.trials[0]?.predicted).toEqual(trained?.fit.heldOut);
    expect(compared?.figures.trials[0]?.accuracy.mean).toBeCloseTo(
      trained?.fit.quality.accuracy ?? Number.NaN,
      12,
    );
    expect({ working, trying }).toEqual({ working: null, trying: null });
    // Its worker is gone with it.
    expect(counts).toEqual({ started: 1, ended: 1 });
  });

  it("tests on a set that came with a file, and sweeps α", async () => {
    stubFiguresWorker();
    const store = await scored();
    await store.sweep({ ...request, testOn: "far" });
    expect(store.getState().swept?.trials).toMatchObject({
      testOn: "far",
      trainedOn: 18,
      questions: { length: 12 },
      trials: { length: 7 },
    });
  });

  it("stops at once, and keeps the figure from before", async () => {
    stubFiguresWorker();
    const store = await scored();
    await store.compare(request);
    const before = store.getState().compared;
    const counts = stubFiguresWorker(() => ({ measure: () => new Promise(() => undefined) }));
    const measuring = store.compare(request);
    await vi.waitFor(() => expect(counts.started).toBe(1));
    store.stopStudy();
    await measuring;
    expect(counts.ended).toBe(1);
    expect(store.getState()).toMatchObject({ compared: before, working: null, error: null });
  });

  it("refuses answers of several models", async () => {
    stubFiguresWorker();
    const store = await scored();
    const [first, ...others] = store.getState().rows;
    if (first === undefined) throw new Error("no row");
    store.setState({ rows: [{ ...first, answerer: { tier: "large", model: "m" } }, ...others] });
    await store.compare(request);
    expect(store.getState()).toMatchObject({
      compared: null,
      error: { code: "router-data-invalid", params: { reason: "answerers" } },
    });
  });
});
