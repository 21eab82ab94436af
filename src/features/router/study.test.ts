import { describe, expect, it, vi } from "vitest";
import type { RouterState } from "../../session/router-store.ts";
import type { Services } from "../../session/services.ts";
import { rowEncoder, rowsOf, rowTools } from "../../testing/router/rows.ts";
import { routerStore, storeWith } from "../../testing/state/router-store.ts";

const prices = { none: 0, bm25: 0, web: 5 };

describe("what was learnt", { timeout: 60_000 }, () => {
  async function learnt() {
    const made = storeWith();
    await made.store.load();
    const file = rowsOf(30).map((row) => JSON.stringify({ ...row, vector: null }));
    await made.store.openScores(new Blob([file.join("\n")]));
    await made.store.train(rowTools);
    return made;
  }

  const reopened = (services: Services, encoder = rowEncoder) =>
    routerStore({
      services,
      embedder: () => Promise.reject(new Error()),
      encoderId: () => Promise.resolve(encoder),
    });
  const learning = ({ trained, curve }: RouterState) => ({ trained, curve });

  it("is there again after a reload: fit and curve", async () => {
    const { store, services } = await learnt();
    await store.draw(prices);
    const before = learning(store.getState());
    expect(before.curve).toMatchObject({ points: expect.any(Array) });
    const again = reopened(services);
    await again.load();
    expect(learning(again.getState())).toEqual(before);
    expect(again.getState()).toMatchObject({ outdated: false, error: null });
    // A curve is valid only for its prices.
    const spy = vi.spyOn(await services.router(), "curve");
    await again.draw(prices);
    expect(spy).not.toHaveBeenCalled();
    await again.draw({ ...prices, web: 7 });
    expect(spy).toHaveBeenCalledTimes(1);
  });

  it("is not taken up where another encoder is used now, which is told, and stays", async () => {
    const { services } = await learnt();
    const later = reopened(services, "fake-encoder@2");
    await later.load();
    expect(later.getState()).toMatchObject({ trained: null, outdated: true });
    const kept = await (await services.routerStorage()).study();
    expect(JSON.parse(kept ?? "")).toMatchObject({ encoder: rowEncoder });
  });

  it("is gone with the scores", async () => {
    const { store, services } = await learnt();
    expect(await (await services.routerStorage()).study()).not.toBeNull();
    await store.clearRows();
    expect(await (await services.routerStorage()).study()).toBeNull();
    expect(store.getState().trained).toBeNull();
  });

  it("is as if nothing had been learnt where what is kept is damaged", async () => {
    const { services } = await learnt();
    await (await services.routerStorage()).putStudy("{");
    const later = reopened(services);
    await later.load();
    expect(later.getState()).toMatchObject({ status: "ready", trained: null, outdated: false });
  });
});
