import "fake-indexeddb/auto";
import { describe, expect, it } from "vitest";
import { type RouterPolicy, routerPolicyVersion } from "../methods/homo-router/training/policy.ts";
import { rowsOf } from "../testing/router/rows.ts";
import { openDatabase } from "./database.ts";
import { createRouterStorage } from "./router.ts";

let count = 0;
function fresh() {
  count += 1;
  const name = `router-${count}`;
  return () => openDatabase(name);
}
const policy: RouterPolicy = {
  version: routerPolicyVersion,
  toolIds: ["bm25", "web"],
  predictor: { version: 1, inputs: 2, hidden: 0, outputs: 2, parameters: [1, 0, 0, 1, 0, 0] },
  encoder: "encoder@1",
  lambda: 0.02,
  pMin: 0.6,
  prices: { bm25: 0, web: 5 },
  trainedOn: 120,
  matching: "cover",
  k: 2,
  alpha: 0.5,
};
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();

describe("the stored scores", () => {
  it("come back whole after a reload, vectors too, whatever their number", async () => {
    const open = fresh();
    const rows = rowsOf(601);
    await createRouterStorage(open).putRows(rows);
    const read = await createRouterStorage(open).rows();
    expect(ids(read)).toEqual(ids(rows));
    const first = read.find(({ id }) => id === "q0");
    expect(first).toEqual(rows[0]);
    expect(first?.vector).toBeInstanceOf(Float32Array);
  });

  it("take the place of those with the same id", async () => {
    const storage = createRouterStorage(fresh());
    const [row] = rowsOf(1);
    if (row === undefined) throw new Error("no row");
    await storage.putRows([row]);
    await storage.putRows([{ ...row, scores: { none: 1 } }]);
    expect(await storage.rows()).toMatchObject([{ scores: { none: 1 } }]);
    await storage.clearRows();
    expect(await storage.rows()).toEqual([]);
  });

  it("are bounded, but what is there can still change", async () => {
    const storage = createRouterStorage(fresh(), 2);
    const [a, b, c] = rowsOf(3);
    if (a === undefined || b === undefined || c === undefined) throw new Error("no rows");
    await storage.putRows([a, b, c]);
    await storage.putRows([{ ...b, question: "Another?" }]);
    expect((await storage.rows()).map(({ question }) => question)).toEqual([
      a.question,
      "Another?",
    ]);
  });

  it("make room for newer ones where that is asked", async () => {
    const storage = createRouterStorage(fresh(), 2);
    const [a, b, c] = rowsOf(3);
    if (a === undefined || b === undefined || c === undefined) throw new Error("no rows");
    await storage.putRows([a, b]);
    await storage.putRows([c], [a.id]);
    expect(ids(await storage.rows())).toEqual([b.id, c.id]);
  });

  it("are passed over when they are damaged", async () => {
    const open = fresh();
    await createRouterStorage(open).putRows(rowsOf(2));
    const database = await open();
    await database.put("routerRows", { id: "bad", question: "Q?", scores: { none: 7 } }, "bad");
    await database.put("routerRows", "nonsense", "worse");
    expect(ids(await createRouterStorage(open).rows())).toEqual(["q0", "q1"]);
  });
});

describe("the stored policy", () => {
  it("survives a reload, and can be deleted", async () => {
    const open = fresh();
    expect(await createRouterStorage(open).policy()).toBeNull();
    await createRouterStorage(open).putPolicy(policy);
    expect(await createRouterStorage(open).policy()).toEqual(policy);
    await createRouterStorage(open).putPolicy(null);
    expect(await createRouterStorage(open).policy()).toBeNull();
  });

  it("is none when it is damaged or from a newer page", async () => {
    const open = fresh();
    const database = await open();
    for (const bad of ["{", JSON.stringify({ ...policy, version: 99 }), 7]) {
      await database.put("routerState", bad, "policy");
      expect(await createRouterStorage(open).policy()).toBeNull();
    }
  });

  it("has what was learnt beside it, as text, until that is deleted", async () => {
    const open = fresh();
    expect(await createRouterStorage(open).study()).toBeNull();
    await createRouterStorage(open).putStudy("{}");
    expect(await createRouterStorage(open).study()).toBe("{}");
    await (await open()).put("routerState", 7, "study");
    expect(await createRouterStorage(open).study()).toBeNull();
    await createRouterStorage(open).putStudy(null);
    expect(await (await open()).count("routerState")).toBe(0);
  });

  it("says how older scores were matched, until they are deleted", async () => {
    const open = fresh();
    expect(await createRouterStorage(open).matching()).toBe("token-f1");
    await (await open()).put("routerState", "cover-tokens", "matching");
    expect(await createRouterStorage(open).matching()).toBe("cover-tokens");
    await createRouterStorage(open).clearRows();
    expect(await createRouterStorage(open).matching()).toBe("token-f1");
    await (await open()).put("routerState", "guess", "matching");
    expect(await createRouterStorage(open).matching()).toBe("token-f1");
  });
});
