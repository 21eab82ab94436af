import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { maxRouterRows } from "../../methods/homo-router/training/limits.ts";
import { createRouterStore } from "../../session/router-store.ts";
import { rowEncoder, rowsOf, rowTools } from "../../testing/router/rows.ts";
import { storeWith } from "../../testing/state/router-store.ts";

describe("scores", () => {
  it("come from a file, and go to one", async () => {
    const { store } = storeWith();
    await store.load();
    const text = `${JSON.stringify({ ...bare, scores: { none: 0.5 } })}\nnonsense\n`;
    expect(await store.openScores(new Blob([text]))).toMatchObject({
      taken: 1,
      bad: [{ line: 2 }],
    });
    expect(JSON.parse((await store.scoresFile()) ?? "")).toMatchObject({
      id: "x",
      scores: { none: 0.5 },
    });
    await store.clearRows();
    expect(store.getState().rows).toEqual([]);
  });

  it("come from a report of the Lab that compares tools, with whose answers they are", async () => {
    const { store } = storeWith();
    await store.load();
    const report = await readFile("public/examples/hotpotqa-tools.lab.json.gz");
    expect(await store.openScores(new Blob([report]))).toEqual({ taken: 100, dropped: 0, bad: [] });
    const [row] = store.getState().rows;
    expect(Object.keys(row?.scores ?? {}).sort()).toEqual(["bm25", "dense", "hybrid", "none"]);
    expect(row?.answerer?.tier).toBe("large");
    const without = new Blob(['{"format":"hopwise-lab"}']);
    expect(await store.openScores(without)).toBeNull();
    expect(store.getState()).toMatchObject({ error: { code: "lab-report-invalid" } });
  });

  it("of more than fit are the newest, and what gave way is told", async () => {
    const { store, services } = storeWith();
    await store.load();
    const old = JSON.stringify({ ...bare, id: "old", scores: { none: 1 } });
    await store.openScores(new Blob([old]));
    const lines = Array.from({ length: maxRouterRows }, (_, index) =>
      JSON.stringify({ ...bare, id: `n${index}`, scores: { none: 1 } }),
    );
    const opened = await store.openScores(new Blob([lines.join("\n")]));
    expect(opened).toMatchObject({ taken: maxRouterRows, dropped: 1 });
    const inPage = store.getState().rows;
    expect([inPage.length, inPage[0]?.id]).toEqual([maxRouterRows, "n0"]);
    const kept = await (await services.routerStorage()).rows();
    expect(kept.map(({ id }) => id)).toEqual(inPage.map(({ id }) => id));
  });

  it("live on in the page where the browser keeps nothing", async () => {
    const refused = () => Promise.reject(new Error("no storage here"));
    const { store } = storeWith({ routerStorage: refused });
    await store.load();
    await store.openScores(new Blob([JSON.stringify({ ...bare, scores: { none: 1 } })]));
    expect(store.getState()).toMatchObject({ status: "failed", rows: [{ scores: { none: 1 } }] });
  });
});

const bare = { id: "x", question: "X?", golds: ["yes"] };
const prices = { none: 0, bm25: 0, web: 5 };

describe("learning", { timeout: 60_000 }, () => {
  async function learnt() {
    const made = storeWith();
    await made.store.load();
    const file = rowsOf(30).map((row) => JSON.stringify({ ...row, vector: null }));
    await made.store.openScores(new Blob([file.join("\n")]));
    await made.store.train(rowTools);
    return made;
  }

  it("embeds what has no vector, fits and draws the curve", async () => {
    const { store, embed } = await learnt();
    expect(embed).toHaveBeenCalledTimes(1);
    const { trained, fitting, working } = store.getState();
    expect(trained?.fit.quality.questions).toBe(30);
    expect({ fitting, working }).toEqual({ fitting: null, working: null });
    await store.draw(prices);
    const { curve } = store.getState();
    if (curve === null || "kind" in curve) throw new Error("no curve");
    expect(curve.points.at(-1)?.pMin).toBeCloseTo(curve.range.bestReachable, 12);
  });

  it("refuses answers of several models", async () => {
    const { store } = await learnt();
    const { trained, rows } = store.getState();
    const [first, ...others] = rows;
    if (first === undefined) throw new Error("no row");
    store.setState({ rows: [{ ...first, answerer: { tier: "large", model: "m" } }, ...others] });
    await store.train(rowTools);
    expect(store.getState()).toMatchObject({
      trained,
      error: { code: "router-data-invalid", params: { reason: "answerers" } },
    });
  });

  it("embeds anew what another encoder embedded, and names its own", async () => {
    const { store, embed } = storeWith();
    await store.load();
    const encoders = [rowEncoder, "fake-encoder@0", null];
    const file = rowsOf(30).map(({ vector, ...row }, index) =>
      JSON.stringify({
        ...row,
        vector: [...(vector ?? [])].slice(0, 2),
        encoder: encoders[index % 3],
      }),
    );
    await store.openScores(new Blob([file.join("\n")]));
    await store.train(rowTools);
    expect(embed.mock.calls.flatMap(([texts]) => texts)).toHaveLength(20);
    const { rows, trained } = store.getState();
    expect(new Set(rows.map(({ encoder }) => encoder))).toEqual(new Set([rowEncoder]));
    expect(trained).toMatchObject({ encoder: rowEncoder, fit: { quality: { questions: 30 } } });
  });

  it("refuses to save cost on an unknown price, by name", async () => {
    const { store } = await learnt();
    await store.draw({ none: 0, bm25: 0 });
    expect(store.getState().curve).toEqual({ kind: "price-unknown", toolIds: ["web"] });
  });

  it("says why nothing can be learnt from nothing", async () => {
    const { store } = storeWith();
    await store.load();
    await store.train(rowTools);
    expect(store.getState()).toMatchObject({
      error: { code: "router-data-invalid", params: { reason: "no-rows" } },
      working: null,
    });
  });

  it("can be stopped, which is no error", async () => {
    const { store } = storeWith();
    await store.load();
    await store.openScores(
      new Blob([
        rowsOf(30)
          .map((row) => JSON.stringify({ ...row, vector: null }))
          .join("\n"),
      ]),
    );
    const stop = store.subscribe(({ fitting }) => {
      if (fitting !== null) store.stopTraining();
    });
    await store.train(rowTools);
    stop();
    expect(store.getState()).toMatchObject({ trained: null, error: null, working: null });
  });

  it("saves a policy, which is there after a reload, and refuses a broken one", async () => {
    const { store, services } = await learnt();
    const { fit } = store.getState().trained ?? {};
    if (fit === undefined) throw new Error("nothing was learnt");
    const policy = {
      version: 2 as const,
      encoder: rowEncoder,
      toolIds: [...fit.toolIds],
      predictor: fit.predictor,
      lambda: 0.02,
      pMin: 0.6,
      prices,
      trainedOn: 30,
      matching: "token-f1" as const,
      k: 2,
      alpha: 0.5,
    };
    await store.savePolicy(policy);
    const parts = {
      ports: () => Promise.reject(new Error()),
      embedder: () => Promise.reject(new Error()),
      encoderId: () => Promise.resolve(rowEncoder),
    };
    expect(await createRouterStore({ services, ...parts }).loadPolicy()).toEqual(policy);
    const retrained = { ...parts, encoderId: () => Promise.resolve("fake-encoder@2") };
    const later = createRouterStore({ services, ...retrained });
    const refusal = { code: "router-data-invalid", params: { reason: "encoder" } };
    expect(await later.loadPolicy()).toBeNull();
    expect(later.getState()).toMatchObject({ policy: null, error: refusal });
    await later.openPolicy(new Blob([JSON.stringify(policy)]));
    expect(later.getState()).toMatchObject({ policy: null, error: refusal });
    const reading = createRouterStore({ services, ...parts });
    const read = reading.loadPolicy();
    await reading.savePolicy({ ...policy, trainedOn: 31 });
    expect(await read).toMatchObject({ trainedOn: 31 });
    await store.openPolicy(new Blob(["{}"]));
    expect(store.getState()).toMatchObject({ policy, error: { code: "router-data-invalid" } });
    await store.openPolicy(new Blob([JSON.stringify({ ...policy, lambda: 0 })]));
    expect(store.getState()).toMatchObject({ policy: { lambda: 0 }, error: null });
  });
});
