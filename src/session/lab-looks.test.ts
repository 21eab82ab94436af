import { describe, expect, it } from "vitest";
import { analyse } from "../evaluation/analysis/analyse.ts";
import { createLabAnalysis } from "../features/lab/analysis.ts";
import { generatedLab } from "../testing/lab/generated-lab.ts";
import { type LabLooks, tabLooks } from "./lab-looks.ts";

const { batch, results } = generatedLab(12);

function fakeStorage(kept = new Map<string, string>()) {
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

async function opened(looks: LabLooks) {
  const analyst = {
    analyse: (...[given, all, choice]: Parameters<typeof analyse>) =>
      Promise.resolve(analyse(given, all, { ...choice, rounds: 20 })),
    close: () => undefined,
  };
  const store = createLabAnalysis(analyst, looks);
  await store.show(batch, results);
  return store;
}

describe("how a batch was looked at", () => {
  it("is there again after a reload: the open question, what it is compared with, all of it", async () => {
    const storage = fakeStorage();
    const before = await opened(tabLooks(() => storage));
    await before.judgeBy("em");
    before.choose({ question: "g3", configuration: "LSL", against: "SSL", filter: "differs" });
    before.choose({ brush: [0.25, 0.75], budget: 120 });
    const after = await opened(tabLooks(() => storage));
    expect(after.getState()).toMatchObject({
      metric: "em",
      question: "g3",
      configuration: "LSL",
      against: "SSL",
      filter: "differs",
      brush: [0.25, 0.75],
      budget: 120,
    });
    expect(after.getState().columns?.metric).toBe("em");
  });

  it("begins anew where another version of the page left something else", async () => {
    const storage = fakeStorage();
    const looks = tabLooks(() => storage);
    const store = await opened(looks);
    store.choose({ question: "g3" });
    for (const [key, text] of storage.kept) {
      for (const left of ["{", "null", text.replace('"f1"', '"bleu"')]) {
        storage.setItem(key, left);
        expect(tabLooks(() => storage).get(batch.id)).toBeUndefined();
      }
    }
    expect(storage.kept.size).toBe(1);
  });

  it("lasts as long as the page where the browser keeps nothing", async () => {
    const looks = tabLooks(() => {
      throw new DOMException("denied", "SecurityError");
    });
    (await opened(looks)).choose({ question: "g3" });
    expect((await opened(looks)).getState().question).toBe("g3");
  });
});
