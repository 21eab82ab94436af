import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readActionPolicy, writeActionPolicy } from "../../evaluation/policy/policy.ts";
import { createWorthStore } from "./store.ts";
import { nearestPoint, worthPoints } from "./worth-curve.ts";

const shipped = readFileSync("public/examples/where-it-pays.json", "utf8");
const policy = readActionPolicy(shipped);

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    get: (key: string) => kept.get(key) ?? null,
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => void kept.delete(key),
  };
}

const store = (kept = storage(), shippedPolicy = async () => shipped) =>
  createWorthStore({ storage: kept, shippedPolicy });

describe("the policy that runs go by", () => {
  it("is the shipped one, of the models and the price that it names", async () => {
    expect(await store().load()).toEqual(policy);
    expect(policy).toMatchObject({ base: "SSS", cost: "usd", answerers: { small: "hopwise-lm" } });
  });

  it("is one's own where that was saved, and the shipped one again", async () => {
    const kept = storage();
    const first = store(kept);
    await first.save({ ...policy, trainedOn: 7 });
    expect(first.getState()).toMatchObject({ own: true, policy: { trainedOn: 7 } });
    const later = store(kept);
    expect((await later.load())?.trainedOn).toBe(7);
    await later.save(null);
    expect(later.getState()).toMatchObject({ own: false, policy: { trainedOn: policy.trainedOn } });
    expect(kept.kept.size).toBe(0);
  });

  it.each(["{", "[]", writeActionPolicy(policy).replace('"version":1', '"version":99')])(
    "is the shipped one where what was kept cannot be read, and says so: %#",
    async (damaged) => {
      const kept = storage();
      kept.set("hopwise.worth", damaged);
      const own = store(kept);
      expect(await own.load()).toEqual(policy);
      expect(own.getState()).toMatchObject({ own: false, error: { code: "policy-data-invalid" } });
    },
  );

  it("is none where none can be had; asked again, it is fetched again", async () => {
    let fetched = 0;
    const failing = store(storage(), async () => {
      fetched += 1;
      if (fetched === 1) throw new Error("offline");
      return shipped;
    });
    expect(await failing.load()).toBeNull();
    expect(failing.getState().error).not.toBeNull();
    expect(await failing.load()).toEqual(policy);
  });

  it("refuses a file that is no policy, and keeps what there was", async () => {
    const own = store();
    await own.load();
    await own.open(new Blob(["not a policy"]));
    expect(own.getState()).toMatchObject({ policy, error: { code: "policy-data-invalid" } });
  });
});

describe("the slider's way", () => {
  const points = worthPoints(policy, policy.answerers.price);

  it("goes from nothing spent up, and never down", () => {
    expect(points[0]?.usdPerThousand).toBe(0);
    for (const [at, point] of points.entries()) {
      const before = points[at - 1];
      expect(point.usdPerThousand).toBeGreaterThanOrEqual(before?.usdPerThousand ?? 0);
      expect(point.pointUsd).toBeGreaterThan(before?.pointUsd ?? 0);
      expect(point.right).toBeGreaterThanOrEqual(before?.right ?? 0);
    }
  });

  it("comes back to the place that was chosen", () => {
    for (const [at, { pointUsd }] of points.entries())
      expect(nearestPoint(points, pointUsd)).toBe(at);
    expect(nearestPoint(points, 0)).toBe(0);
  });

  it("is twice as dear with a model that costs twice as much", () => {
    const price = policy.answerers.price;
    if (price === null) throw new Error("no price");
    const { inputPerMillion, outputPerMillion } = price;
    const twice = worthPoints(policy, {
      ...price,
      inputPerMillion: 2 * inputPerMillion,
      outputPerMillion: 2 * outputPerMillion,
    });
    expect(twice.at(-1)?.usdPerThousand).toBeCloseTo(2 * (points.at(-1)?.usdPerThousand ?? 0), 10);
  });
});
