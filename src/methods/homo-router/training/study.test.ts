import { beforeAll, describe, expect, it } from "vitest";
import { rowEncoder, rowsOf, rowTools } from "../../../testing/router/rows.ts";
import { relaxationCurve } from "./curve.ts";
import { fitRouter } from "./fit.ts";
import { routerStudyVersion } from "./limits.ts";
import { defaultTrain } from "./predictor.ts";
import { changedSince, type RouterStudy, readStudy, writeStudy } from "./study.ts";

const rows = rowsOf(12);
const settings = { k: 2, alpha: 0.5 };
let study: RouterStudy;

beforeAll(() => {
  const train = { ...defaultTrain, hidden: 2, epochs: 1 };
  const fit = fitRouter({ rows, toolIds: rowTools, refine: settings, train, seed: 42, folds: 2 });
  const prices = { none: 0, bm25: 0, web: 5 };
  const problem = { toolIds: rowTools, predicted: fit.heldOut, prices: [0, 0, 5] };
  const curve = relaxationCurve(problem, fit.labels, 9);
  if ("kind" in curve) throw new Error(curve.kind);
  const trained = { refine: settings, fit };
  const { encoder } = { encoder: rowEncoder };
  study = {
    version: routerStudyVersion,
    encoder,
    matching: "cover",
    trained,
    drawn: { prices, curve },
  };
});

describe("what was learnt", () => {
  it("comes back from its file as it was", () => {
    expect(readStudy(writeStudy(study))).toEqual(study);
    const bare = { ...study, trained: null, drawn: null };
    expect(readStudy(writeStudy(bare))).toEqual(bare);
  });

  it.each([
    ["not-json", () => "{"],
    ["not-a-study", () => "null"],
    ["too-new", () => JSON.stringify({ ...study, version: routerStudyVersion + 1 })],
    ["not-a-study", () => JSON.stringify({ ...study, encoder: "" })],
    ["not-a-study", () => withFit({ heldOut: study.trained?.fit.heldOut.slice(1) ?? [] })],
    ["not-a-study", () => withFit({ toolIds: ["none"] })],
    ["not-a-study", () => withFit({ labels: rows.map(() => [0, 0, 2]) })],
    ["not-a-study", () => JSON.stringify({ ...study, drawn: { prices: { web: -1 } } })],
  ])("is refused as %s", (reason, text) => {
    expect(() => readStudy(text())).toThrow(
      expect.objectContaining({
        code: "router-data-invalid",
        params: expect.objectContaining({ reason }),
      }),
    );
  });

  function withFit(changes: object): string {
    return JSON.stringify({
      ...study,
      trained: { refine: settings, fit: { ...study.trained?.fit, ...changes } },
    });
  }

  it("is stale by the questions that changed, came or went since", () => {
    const { fit } = study.trained ?? {};
    if (fit === undefined) throw new Error("no fit");
    expect(changedSince(fit, rows)).toBe(0);
    expect(changedSince(fit, rows.toReversed())).toBe(0);
    expect(changedSince(fit, rows.slice(1))).toBe(1);
    expect(changedSince(fit, rowsOf(14))).toBe(2);
    const [first, ...rest] = rows;
    if (first === undefined) throw new Error("no row");
    expect(
      changedSince(fit, [{ ...first, scores: { ...first.scores, web: 0.123 } }, ...rest]),
    ).toBe(1);
    expect(changedSince(fit, [{ ...first, question: "Another?" }, ...rest])).toBe(1);
    expect(changedSince(fit, [...rows, { ...first, id: "new", scores: { web: 1 } }])).toBe(0);
  });
});
