import { describe, expect, it } from "vitest";
import { AppError } from "../../log/errors.ts";
import { maxRouterRows } from "../../methods/homo-router/training/limits.ts";
import { defaultTrain } from "../../methods/homo-router/training/predictor.ts";
import { rowEncoder, rowsOf, rowTools } from "../../testing/router/rows.ts";
import { paid, scoresOf, storeWith, withQuestions } from "../../testing/state/router-store.ts";
import { createRouterStore } from "./store.ts";

describe("questions", () => {
  it("get a name of their own, and one text is one question", async () => {
    const { store, services } = storeWith({});
    await store.load();
    const question = (text: string, id: string | null = null) => ({
      id,
      question: text,
      golds: [],
    });
    expect(
      await store.addQuestions([question("A?"), question(" a? "), question("B?", "q1")]),
    ).toEqual({ added: 2, passed: 1 });
    expect(await store.addQuestions([question("B?"), question("C?", "q1")])).toMatchObject({
      added: 1,
    });
    expect(store.getState().rows.map(({ id }) => id)).toEqual(["q1", "q2", "q3"]);
    const kept = await (await services.routerStorage()).rows();
    expect(kept).toEqual(store.getState().rows);
  });
});

describe("collecting scores", () => {
  it("asks every question of every tool once, all small, and keeps what it found", async () => {
    const { store, requests, embed, services } = storeWith({ none: "yes", paid: "oh yes" });
    await withQuestions(store);
    await store.collect(["none", "paid"], null);
    expect(requests.map(({ settings }) => [settings.source, settings.summarise])).toEqual(
      ["none", "paid", "none", "paid"].map((tool) => [{ choice: "fixed", tool }, "small"]),
    );
    expect(scoresOf(store)).toEqual([
      { none: 1, paid: expect.closeTo(2 / 3, 9) },
      { none: 1, paid: expect.closeTo(2 / 3, 9) },
    ]);
    expect(embed).toHaveBeenCalledTimes(2);
    expect(store.getState()).toMatchObject({
      collecting: null,
      collected: { end: "done", scored: 4, spentUsd: 0.02, failed: 0 },
    });
    expect(await (await services.routerStorage()).rows()).toEqual(store.getState().rows);
  });

  it("asks the model that is to answer, says whose the scores are, and mixes them with no other's", async () => {
    const { store, requests } = storeWith({ none: "yes", paid: "oh yes" });
    await withQuestions(store);
    await store.collect(["none", "paid"], null);
    const small = { tier: "small", model: "fake-small" };
    expect(store.getState().rows.map(({ answerer }) => answerer)).toEqual([small, small]);
    requests.length = 0;
    await store.collect(["none"], null, "large");
    expect(requests.map(({ settings }) => [settings.solve, settings.summarise])).toEqual([
      ["large", "large"],
      ["large", "large"],
    ]);
    const large = { tier: "large", model: "fake-large" };
    expect(store.getState().rows.map(({ answerer }) => answerer)).toEqual([large, large]);
    expect(scoresOf(store)).toEqual([{ none: 1 }, { none: 1 }]);
  });

  it("embeds a question anew that another encoder embedded", async () => {
    const { store, embed } = storeWith({ none: "yes", paid: "yes" });
    await store.load();
    const vector = [1, 2];
    const rows = [
      { ...bare, scores: { none: 1 }, vector, encoder: "fake-encoder@0" },
      { ...bare, id: "y", scores: { none: 1 }, vector, encoder: rowEncoder },
    ];
    await store.openScores(new Blob([JSON.stringify(rows)]));
    await store.collect(["paid"], null);
    expect(embed).toHaveBeenCalledTimes(1);
    const kept = store.getState().rows.map((row) => [row.encoder, [...(row.vector ?? [])]]);
    expect(kept).toEqual([
      [rowEncoder, [2, 1]],
      [rowEncoder, vector],
    ]);
  });

  it("goes on where it was stopped", async () => {
    const { store, requests } = storeWith({ none: "yes", paid: "no" });
    await withQuestions(store);
    const stop = store.subscribe(({ rows }) => {
      if (rows.some(({ scores }) => "paid" in scores)) store.stopCollecting();
    });
    await store.collect(["none", "paid"], null);
    stop();
    expect(store.getState().collected).toMatchObject({ end: "stopped", scored: 2 });
    await store.collect(["none", "paid"], null);
    expect(store.getState().collected).toMatchObject({ end: "done", scored: 2 });
    expect(requests).toHaveLength(4);
  });

  it("stops before a search that could pass the cap with its repetitions", async () => {
    const { store, requests } = storeWith({ paid: "yes" });
    await withQuestions(store, 5);
    await store.collect(["paid"], 0.045);
    // Each costs a cent and could cost three: after two, three more cents would be too many.
    expect(requests).toHaveLength(2);
    expect(store.getState().collected).toMatchObject({ end: "cap", scored: 2, spentUsd: 0.02 });
  });

  it("asks nothing under a cap of a tool whose price is unknown", async () => {
    const { store, requests } = storeWith({ paid: "yes" }, { ...paid, usdPerThousand: null });
    await withQuestions(store, 1);
    await store.collect(["paid"], 1);
    expect(requests).toHaveLength(0);
    expect(store.getState().collected?.end).toBe("cap");
    await store.collect(["paid"], null);
    expect(store.getState().collected).toMatchObject({ end: "done", unpricedRequests: 1 });
  });

  it("gives a tool that failed no score, counts what it charged, and leaves it in the end", async () => {
    const slow = new AppError("tool-timeout", { requests: 2 });
    const { store, requests } = storeWith({ paid: slow, none: "yes" });
    await withQuestions(store, 5);
    await store.collect(["none", "paid"], null);
    expect(scoresOf(store)).toEqual(Array.from({ length: 5 }, () => ({ none: 1 })));
    expect(requests.filter(({ settings }) => settings.source.tool === "paid")).toHaveLength(3);
    expect(store.getState().collected).toMatchObject({
      end: "done",
      scored: 5,
      failed: 5,
      left: [{ toolId: "paid", code: "tool-timeout" }],
      spentUsd: expect.closeTo(0.06, 9),
    });
  });

  it("counts the requests of a failed search whose price is unknown, and no money", async () => {
    const slow = new AppError("tool-timeout", { requests: 2 });
    const { store } = storeWith({ paid: slow }, { ...paid, usdPerThousand: null });
    await withQuestions(store, 1);
    await store.collect(["paid"], null);
    expect(store.getState().collected).toMatchObject({ spentUsd: 0, unpricedRequests: 2 });
  });

  it("lets nobody change the matching, open or clear scores meanwhile", async () => {
    const { store, services } = storeWith({ none: "oh yes" });
    await withQuestions(store);
    const file = new Blob([JSON.stringify({ ...bare, scores: { none: 0 } })]);
    const refused: unknown[] = [];
    const stop = store.subscribe(({ rows }) => {
      if (!rows.some(({ scores }) => "none" in scores)) return;
      stop();
      refused.push(store.setMatching("exact"), store.openScores(file), store.clearRows());
    });
    await store.collect(["none"], null);
    expect(await Promise.all(refused)).toEqual([null, null, undefined]);
    expect(store.getState().matching).toBe("token-f1");
    expect(await (await services.routerStorage()).matching()).toBe("token-f1");
    const two = { none: expect.closeTo(2 / 3, 9) };
    expect(scoresOf(store)).toEqual([two, two]);
  });

  it("begins after a change of the matching that is under way", async () => {
    const { store } = storeWith({ none: "oh yes", paid: "oh yes" });
    await withQuestions(store, 1);
    await store.collect(["none"], null);
    await Promise.all([store.setMatching("exact"), store.collect(["paid"], null)]);
    expect(scoresOf(store)).toEqual([{ none: 0, paid: 0 }]);
  });

  it("shows why it could not begin", async () => {
    const { store } = storeWith({}, paid, {
      loadRun: () => Promise.reject(new AppError("download-failed")),
    });
    await withQuestions(store);
    await store.collect(["none"], null);
    expect(store.getState()).toMatchObject({
      error: { code: "download-failed" },
      collecting: null,
    });
  });
});

describe("scores", () => {
  it("are scored anew when the matching changes, and that is remembered", async () => {
    const { store, services } = storeWith({ paid: "oh yes" });
    await withQuestions(store, 1);
    await store.collect(["paid"], null);
    expect(await store.setMatching("exact")).toBe(0);
    expect(scoresOf(store)).toEqual([{ paid: 0 }]);
    expect(await (await services.routerStorage()).matching()).toBe("exact");
    await store.openScores(new Blob([JSON.stringify({ ...bare, scores: { paid: 0.4 } })]));
    expect(await store.setMatching("cover")).toBe(1);
    expect(scoresOf(store)).toEqual([{ paid: 1 }, { paid: 0.4 }]);
  });

  it("come from a file, and go to one", async () => {
    const { store } = storeWith({});
    await store.load();
    const text = `${JSON.stringify({ ...bare, scores: { none: 0.5 } })}\nnonsense\n`;
    expect(await store.openScores(new Blob([text]))).toMatchObject({
      taken: 1,
      bad: [{ line: 2 }],
    });
    expect(JSON.parse((await store.scoresFile(false)) ?? "")).toMatchObject({
      id: "x",
      scores: { none: 0.5 },
    });
    await store.clearRows();
    expect(store.getState().rows).toEqual([]);
  });

  it("of more than fit are the newest, and what gave way is told", async () => {
    const { store, services } = storeWith({});
    await store.load();
    await store.addQuestions([{ id: "old", question: "Old?", golds: ["yes"] }]);
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
    const { store } = storeWith({ none: "yes" }, paid, { routerStorage: refused });
    await withQuestions(store, 1);
    await store.collect(["none"], null);
    expect(store.getState()).toMatchObject({ status: "failed", collected: { scored: 1 } });
    expect(scoresOf(store)).toEqual([{ none: 1 }]);
  });
});

const bare = { id: "x", question: "X?", golds: ["yes"] };
const prices = { none: 0, bm25: 0, web: 5 };
const quickTrain = { ...defaultTrain, hidden: 4, epochs: 3 };

describe("learning", { timeout: 60_000 }, () => {
  async function learnt() {
    const made = storeWith({});
    await made.store.load();
    const file = rowsOf(30).map((row) => JSON.stringify({ ...row, vector: null }));
    await made.store.openScores(new Blob([file.join("\n")]));
    await made.store.train(rowTools, { k: 2, alpha: 0.5 }, quickTrain);
    return made;
  }

  it("embeds what has no vector, fits, draws the curve and solves", async () => {
    const { store, embed } = await learnt();
    expect(embed).toHaveBeenCalledTimes(1);
    const { trained, fitting, working } = store.getState();
    expect(trained?.fit.quality.questions).toBe(30);
    expect({ fitting, working }).toEqual({ fitting: null, working: null });
    await store.draw(prices);
    const { curve } = store.getState();
    if (curve === null || "kind" in curve) throw new Error("no curve");
    await store.solve(curve.range.bestReachable - 0.001, prices);
    expect(store.getState().solved?.result.status).toBe("optimal");
    await store.solve(1.01, prices);
    expect(store.getState().solved?.result.status).toBe("infeasible");
  });

  it("embeds anew what another encoder embedded, and names its own", async () => {
    const { store, embed } = storeWith({});
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
    await store.train(rowTools, { k: 2, alpha: 0.5 }, quickTrain);
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
    const { store } = storeWith({});
    await store.load();
    await store.train(rowTools, { k: 2, alpha: 0.5 }, quickTrain);
    expect(store.getState()).toMatchObject({
      error: { code: "router-data-invalid", params: { reason: "no-rows" } },
      working: null,
    });
  });

  it("can be stopped, which is no error", async () => {
    const { store } = storeWith({});
    await store.load();
    await store.openScores(
      new Blob([
        rowsOf(30)
          .map((row) => JSON.stringify({ ...row, vector: null }))
          .join("\n"),
      ]),
    );
    const stop = store.subscribe(({ fitting }) => {
      if (fitting !== null) store.stopStudy();
    });
    await store.train(rowTools, { k: 2, alpha: 0.5 }, { ...quickTrain, epochs: 500 });
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
